import type { Area } from '../fault.ts';

const cases = ['tests/server/draws/cases.db.test.ts'];
const contests = ['tests/server/draws/contests.db.test.ts'];
const draw = ['tests/unit/arcade/draw.test.ts'];

/** Cases and contests, and the draws that anyone can check. */
export const draws: Area = {
  name: 'draws',
  faults: [
    {
      id: 'draw-biased',
      file: 'src/lib/arcade/draw.ts',
      find: 'else if (word < limit) return word % bound;',
      replace: 'else return word % bound;',
      effect: 'Some items come a little more often than their published odds.',
      proveWith: draw,
    },
    {
      id: 'draw-running-sum',
      file: 'src/lib/arcade/draw.ts',
      find: 'return left < 0;',
      replace: 'return left <= 0;',
      effect: 'Draws fall on the wrong item at the border of two.',
      proveWith: draw,
    },
    {
      id: 'draw-entry-order',
      file: 'src/lib/arcade/draw.ts',
      find: 'entries.toSorted((a, b) => a.number - b.number)',
      replace: '[...entries]',
      effect: 'A reader’s check of a contest fails, depending on the order of the rows.',
      proveWith: draw,
    },
    {
      id: 'draw-winner-twice',
      file: 'src/lib/arcade/draw.ts',
      find: 'numbers[chosen] = first;',
      replace: '',
      effect: 'One entry wins two places of a contest.',
      proveWith: draw,
    },
    {
      id: 'case-unlocked',
      file: 'server/features/draws/case-openings.ts',
      find: '    await lockBalance(tx, userId);\n    const [row] = await tx.select().from(cases)',
      replace: '    const [row] = await tx.select().from(cases)',
      effect: 'Two tabs open a case with one commitment.',
      proveWith: cases,
    },
    {
      id: 'case-daily-limit',
      file: 'server/features/draws/cases.ts',
      find: "if (left_today === 0) return 'limit_reached';",
      replace: "if (left_today < 0) return 'limit_reached';",
      effect: 'The daily limit on cases doesn’t hold.',
      proveWith: cases,
    },
    {
      id: 'case-commitment-kept',
      file: 'server/features/draws/case-openings.ts',
      find: '.set({ id: randomUUID(), ...(await createSeed()), nonce: nonce + 1 })',
      replace: '.set({ id: randomUUID(), nonce: nonce + 1 })',
      effect: 'The next draw uses a seed that the player has already seen.',
      proveWith: cases,
    },
    {
      id: 'case-repeat-charges',
      file: 'server/features/draws/case-openings.ts',
      find: 'if (before?.caseId === caseId && before.playerSeed === playerSeed) return answer(before, true);',
      replace: '',
      effect: 'A player whose answer was lost reads that the draw is gone.',
      proveWith: cases,
    },
    {
      id: 'contest-drawn-twice',
      file: 'server/features/draws/contest-draws.ts',
      find: 'if (!contest || contest.drawnAt || contest.calledOffAt || contest.endsAt > now) return;',
      replace: 'if (!contest || contest.calledOffAt || contest.endsAt > now) return;',
      effect: 'A contest is drawn once for each process that reads it.',
      proveWith: contests,
    },
    {
      id: 'contest-prizes-shifted',
      file: 'server/features/draws/contest-draws.ts',
      find: 'contest.prizes[at] ?? 0',
      replace: 'contest.prizes[at + 1] ?? 0',
      effect: 'Winners get the prize of the place below.',
      proveWith: contests,
    },
  ],
};

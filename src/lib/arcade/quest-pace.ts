/** Estimates how long the quests of our own games take an average player. Every screen calls it an estimate. */

interface Round {
  /** The length of a round. */
  readonly minutes: number;
  /** What an average round adds to a quest that sums rounds. 1 for any metric not listed. */
  readonly adds?: Readonly<Record<string, number>>;
  /** What a first round reaches, by metric. */
  readonly reaches?: Readonly<Record<string, number>>;
}
const rounds: Readonly<Record<string, Round>> = {
  merge: { minutes: 6, reaches: { score: 900, best_tile: 128 } },
  tower: { minutes: 1.5, adds: { rows: 20 }, reaches: { rows: 20 } },
  parcels: { minutes: 2, adds: { delivered: 20 } },
  rungs: { minutes: 4, adds: { ladders: 4 }, reaches: { ladders: 3 } },
  hatch: { minutes: 3, adds: { hatched: 5 }, reaches: { hatched: 5 } },
};
/** How many rounds it takes to reach the next single-round goal that the first round doesn't reach. */
export const ROUNDS_A_MARK = 3;

export const minutesOf = (arcade: string | null): number => rounds[arcade ?? '']?.minutes ?? 5;

export interface PacedQuest {
  readonly period: 'once' | 'daily' | 'weekly';
  readonly metric: string;
  readonly mode: 'best' | 'sum';
  readonly goal: number;
  readonly points: number;
  /** The progress so far. Default: 0. */
  readonly progress?: number;
}

/**
 * Returns how many rounds each open quest of a game takes, in the given order: within a period the easier goals must come first.
 */
export function roundsOf<Q extends PacedQuest>(
  arcade: string | null,
  quests: readonly Q[],
): { readonly quest: Q; readonly rounds: number }[] {
  const { adds, reaches } = rounds[arcade ?? ''] ?? {};
  const marks = { once: 0, daily: 0, weekly: 0 };
  return quests.map((quest) => {
    const { goal, metric, mode, period, progress = 0 } = quest;
    if (mode === 'sum')
      return { quest, rounds: Math.max(1, Math.ceil((goal - progress) / (adds?.[metric] ?? 1))) };
    if (goal <= Math.max(reaches?.[metric] ?? 0, progress)) return { quest, rounds: 1 };
    return { quest, rounds: ROUNDS_A_MARK * ++marks[period] };
  });
}

/** The points that can still be paid: one-time quests from `welcome` first, everything else from `today`. */
export interface Room {
  readonly welcome: number;
  readonly today: number;
}

interface PlayedGame<Q> {
  readonly arcade: string;
  /** The open quests. */
  readonly quests: readonly Q[];
}

/** One game's part of the plan. */
interface Step<G, Q> {
  readonly game: G;
  readonly rounds: number;
  readonly minutes: number;
  /** What its quests pay. */
  readonly points: number;
  /** Easiest first. */
  readonly quests: readonly Q[];
}

/** Returns the room left after these quests are paid. */
function leftAfter(quests: readonly PacedQuest[], { welcome, today }: Room): Room {
  return quests.reduce<Room>(
    (room, { period, points }) => {
      const atOnce = period === 'once' ? Math.min(points, room.welcome) : 0;
      return { welcome: room.welcome - atOnce, today: Math.max(0, room.today - (points - atOnce)) };
    },
    { welcome, today },
  );
}

/**
 * Returns a step of `pathTo` as the API gives it (contract/arcade/play-path.ts). A quest shows no more points than the limits let
 * the whole step pay.
 */
export function asPlayStep<Q extends PacedQuest & Named, G extends Named>({
  game,
  quests,
  ...step
}: Step<G & PlayedGame<Q>, Q>) {
  return {
    game_id: game.id,
    game: game.name,
    arcade: game.arcade,
    label: `Play ${game.name}`,
    ...step,
    quests: quests.map(({ id, name, points }) => ({ id, name, points: Math.min(points, step.points) })),
  };
}

interface Named {
  readonly id: number;
  readonly name: string;
}

/**
 * Returns the fastest way to `missing` points. Repeatedly picks the game whose next quests pay the most per minute, until that is
 * enough or nothing more is paid. Each game is one step, in the order in which it was first picked.
 */
export function pathTo<Q extends PacedQuest, G extends object>(
  games: readonly (G & PlayedGame<Q>)[],
  missing: number,
  room: Room,
): Step<G & PlayedGame<Q>, Q>[] {
  const ahead = games.map((game) => ({
    game,
    open: roundsOf(game.arcade, game.quests).toSorted((a, b) => a.rounds - b.rounds),
  }));
  const steps = new Map<G, Step<G & PlayedGame<Q>, Q>>();
  let left = room;
  let sum = 0;
  while (sum < missing) {
    let best: { step: Step<G & PlayedGame<Q>, Q>; left: Room; gain: number; rate: number } | undefined;
    for (const { game, open } of ahead) {
      const before = steps.get(game);
      const { rounds: played = 0, quests: done = [], points = 0 } = before ?? {};
      const todo = open.filter(({ quest }) => !done.includes(quest));
      for (const { rounds } of todo) {
        const reached = todo.filter((one) => one.rounds <= rounds).map(({ quest }) => quest);
        const after = leftAfter(reached, left);
        const gain = left.welcome + left.today - after.welcome - after.today;
        const minutes = rounds * minutesOf(game.arcade);
        const rate = gain / (minutes - played * minutesOf(game.arcade));
        if (gain === 0 || (best && best.rate >= rate)) continue;
        const step = { game, rounds, minutes, points: points + gain, quests: [...done, ...reached] };
        best = { step, left: after, gain, rate };
      }
    }
    if (!best) break;
    steps.set(best.step.game, best.step);
    left = best.left;
    sum += best.gain;
  }
  return [...steps.values()];
}

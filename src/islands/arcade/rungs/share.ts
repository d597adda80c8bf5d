import { atPar, type Mark, PARS, type RungsState, strokesOf } from '../../../lib/arcade/rungs.ts';
import { longDate } from '../../../lib/format/dates.ts';
import { formatPoints } from '../../../lib/format/points.ts';
import type { Round } from '../round.ts';

/** As many strokes as each counts for. */
const strokes = { closer: '▮', astray: '▯', hint: '▿▿▿' } as const satisfies Record<Mark, string>;

/** The round as lines of strokes, one for each ladder, without a word of it: others may have it before them still. */
export function shareText(
  { daily, startedAt }: Pick<Round, 'daily' | 'startedAt'>,
  game: RungsState,
  address: string,
): string {
  const title = daily ? `Rungs daily challenge, ${longDate(new Date(startedAt).toISOString())}` : 'Rungs';
  const lines = game.climbed.map(
    (marks, index) =>
      `${marks.map((mark) => strokes[mark]).join('')} ${strokesOf(marks)} (par ${PARS[index]})`,
  );
  return [
    `${title}: ${formatPoints(game.score)}`,
    ...lines,
    `${game.climbed.length} of ${PARS.length} ladders, ${atPar(game)} at par`,
    address,
  ].join('\n');
}

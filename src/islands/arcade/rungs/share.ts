import { CLASSIC } from '../../../lib/arcade/arcade.ts';
import { atPar, type Mark, type RungsState, strokesOf } from '../../../lib/arcade/rungs.ts';
import { longDate } from '../../../lib/format/dates.ts';
import { formatPoints } from '../../../lib/format/points.ts';
import type { Round } from '../round.ts';

/** Each mark has as many strokes as it counts for. */
const strokes = { closer: '▮', astray: '▯', hint: '▿▿▿' } as const satisfies Record<Mark, string>;

/** Returns the round as lines of strokes, one per ladder. It contains no words, so it spoils nothing for other players. */
export function shareText(
  { daily, startedAt, rules }: Pick<Round, 'daily' | 'startedAt' | 'rules'>,
  game: RungsState,
): string {
  const { variant } = rules;
  const name = variant.id === CLASSIC ? 'Rungs' : `Rungs, ${variant.name}`;
  const title = daily ? `Rungs daily challenge, ${longDate(new Date(startedAt).toISOString())}` : name;
  const lines = game.climbed.map(
    (marks, index) =>
      `${marks.map((mark) => strokes[mark]).join('')} ${strokesOf(marks)} (par ${game.shape.pars[index]})`,
  );
  return [
    `${title}: ${formatPoints(game.score)}`,
    ...lines,
    `${game.climbed.length} of ${game.shape.pars.length} ladders, ${atPar(game)} at par`,
  ].join('\n');
}

import { CLASSIC } from '../../../lib/arcade/arcade.ts';
import { atPar, type Mark, type RungsState, strokesOf } from '../../../lib/arcade/rungs.ts';
import { longDate } from '../../../lib/format/dates.ts';
import { formatPoints } from '../../../lib/format/points.ts';
import type { Round } from '../round.ts';

const squares = { closer: '🟩', astray: '⬜', hint: '🟦' } as const satisfies Record<Mark, string>;

/** Returns a square for each step. A hint has as many as it counts for. */
export const squaresOf = (marks: readonly Mark[]): Mark[] =>
  marks.flatMap((mark) => Array.from({ length: strokesOf([mark]) }, () => mark));

/** Returns the round as rows of squares, one per ladder. It contains no words, so it spoils nothing for other players. */
export function shareText(
  { daily, startedAt, rules }: Pick<Round, 'daily' | 'startedAt' | 'rules'>,
  game: RungsState,
): string {
  const { variant } = rules;
  const name = variant.id === CLASSIC ? 'Rungs' : `Rungs, ${variant.name}`;
  const title = daily ? `Rungs daily challenge, ${longDate(new Date(startedAt).toISOString())}` : name;
  const lines = game.climbed.map(
    (marks, index) =>
      `${squaresOf(marks)
        .map((mark) => squares[mark])
        .join('')} ${strokesOf(marks)} (par ${game.shape.pars[index]})`,
  );
  return [
    `${title}: ${formatPoints(game.score)}`,
    ...lines,
    `${game.climbed.length} of ${game.shape.pars.length} ladders, ${atPar(game)} at par`,
  ].join('\n');
}

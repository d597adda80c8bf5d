import type { OperatorContest } from '../../../lib/contract/draws/operator-contests.ts';
import { exactTime } from '../../../lib/format/dates.ts';
import { formatPoints } from '../../../lib/format/points.ts';
import { pointsWords } from '../parts/words.tsx';

type Terms = Pick<OperatorContest, 'game' | 'summary' | 'rules' | 'prizes' | 'starts_at' | 'ends_at'>;

export const sumOf = (prizes: readonly number[]) => prizes.reduce((sum, points) => sum + points, 0);

/** What players read of a giveaway, as facts. */
export const termsOf = ({ game, summary, starts_at, ends_at, prizes }: Terms) =>
  [
    ['Game', game],
    ['Summary', summary, 'wide'],
    ['Starts', exactTime(starts_at)],
    ['Ends', exactTime(ends_at)],
    ['Prizes', `${prizes.map(formatPoints).join(', ')}: ${pointsWords(sumOf(prizes))}`],
  ] as const;

export function Rules({ of: { rules } }: { readonly of: Terms }) {
  return (
    <ol>
      {rules.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ol>
  );
}

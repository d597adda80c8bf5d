import type { Amount } from '../../lib/contract/rewards.ts';
import { Points } from '../ui/Points.tsx';

interface Props {
  readonly amount: Amount;
  /** Points to spend now. */
  readonly available: number;
}

/** What it costs, what there is, and what remains. */
export function Sum({ amount, available }: Props) {
  const left = available - amount.points;
  return (
    <dl className="sum">
      <dt>It costs</dt>
      <dd>
        <Points points={amount.points} />
      </dd>
      <dt>You have</dt>
      <dd>
        <Points points={available} />
      </dd>
      <dt className="total">{left < 0 ? 'Still missing' : 'Left after'}</dt>
      <dd className="total">
        <Points points={Math.abs(left)} />
      </dd>
    </dl>
  );
}

import { Points } from './Points.tsx';

interface Props {
  /** Points that it takes. */
  readonly cost: number;
  /** Points to spend now. */
  readonly available: number;
}

/** What it costs, what there is, and what remains. */
export function Sum({ cost, available }: Props) {
  const left = available - cost;
  return (
    <dl className="sum">
      <dt>It costs</dt>
      <dd>
        <Points points={cost} />
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

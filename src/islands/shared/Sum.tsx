import { Points } from './Points.tsx';

interface Props {
  /** Points that it takes; null where a host doesn't say. */
  readonly cost: number | null;
  /** Points to spend now; null where a host doesn't say. */
  readonly available: number | null;
  /** Without what there is, which the top bar shows. */
  readonly short?: boolean;
  /** For a button that it describes. */
  readonly id?: string;
}

/** What it costs, what there is, and what remains. */
export function Sum({ cost, available, short = false, id }: Props) {
  const left = available === null || cost === null ? null : available - cost;
  return (
    <dl className="sum" id={id}>
      <dt>Price</dt>
      <dd>{cost === null ? 'unknown' : <Points points={cost} />}</dd>
      {!short && (
        <>
          <dt>You have</dt>
          <dd>{available === null ? 'unknown' : <Points points={available} />}</dd>
        </>
      )}
      {left !== null && (
        <>
          <dt className="total">{left < 0 ? 'To go' : 'Balance after'}</dt>
          <dd className="total">
            <Points points={Math.abs(left)} />
          </dd>
        </>
      )}
    </dl>
  );
}

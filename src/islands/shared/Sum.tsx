import { Points } from './Points.tsx';

interface Props {
  /** The price in points. Null if the host doesn't send it. */
  readonly cost: number | null;
  /** The points available now. Null if the host doesn't send them. */
  readonly available: number | null;
  /** Leaves out the available points, which the top bar shows. */
  readonly short?: boolean;
  /** The id for a button that it describes. */
  readonly id?: string;
}

/** The price, the points available, and what remains. */
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

interface Props {
  /** The numbers that a draw is computed from: ['Our seed', 'a1b2…']. */
  readonly rows: readonly (readonly [term: string, value: string])[];
}

/** The numbers of a draw, to read, select and copy. */
export function Proof({ rows }: Props) {
  return (
    <dl className="proof">
      {rows.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            <code>{value}</code>
          </dd>
        </div>
      ))}
    </dl>
  );
}

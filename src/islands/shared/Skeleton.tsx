/** Keys for this many placeholders. */
export const places = (count: number) => Array.from({ length: count }, (_, at) => at);

interface Props {
  /** How many entries to expect. */
  count: number;
}

/** Placeholder for a card, at its size. */
export const CardPlace = () => <span className="skeleton card-size" />;

/** Placeholder for `ul.tickets`, at its size. */
export function TicketSkeleton({ count }: Props) {
  return (
    <ul className="tickets" aria-busy="true" aria-label="Loading">
      {places(count).map((at) => (
        <li key={at}>
          <span className="skeleton ticket-size" />
        </li>
      ))}
    </ul>
  );
}

/** Placeholder for `ul.cards`, at its size. */
export function CardSkeleton({ count }: Props) {
  return (
    <ul className="cards" aria-busy="true" aria-label="Loading">
      {places(count).map((at) => (
        <li key={at}>
          <CardPlace />
        </li>
      ))}
    </ul>
  );
}

/** Placeholder for `ul.rows` or a ledger, at its size. */
export function RowSkeleton({ count }: Props) {
  return (
    <ul className="rows" aria-busy="true" aria-label="Loading">
      {places(count).map((at) => (
        <li className="row" key={at}>
          <span className="skeleton square" />
          <span>
            <span className="skeleton line" />
            <span className="skeleton line short" />
          </span>
          <span className="skeleton line figure" />
        </li>
      ))}
    </ul>
  );
}

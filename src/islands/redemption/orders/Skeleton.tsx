const places = (count: number) => Array.from({ length: count }, (_, at) => at);

/** A placeholder for the orders, at their size. */
export function OrdersSkeleton({ count }: { readonly count: number }) {
  return (
    <ul className="order-list" aria-busy="true" aria-label="Loading your orders">
      {places(count).map((at) => (
        <li className="order" key={at}>
          <div className="order-face skeleton" />
          <div className="order-what">
            <span className="skeleton line" />
            <span className="skeleton line short" />
          </div>
          <span className="skeleton line figure" />
          <div className="order-state">
            <span className="skeleton line short" />
            <span className="skeleton line" />
          </div>
        </li>
      ))}
    </ul>
  );
}

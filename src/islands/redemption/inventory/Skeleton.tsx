const places = (count: number) => Array.from({ length: count }, (_, at) => at);

/** A placeholder for the items, at their size. */
export function ItemsSkeleton({ count }: { readonly count: number }) {
  return (
    <ul className="items" aria-busy="true" aria-label="Loading your items">
      {places(count).map((at) => (
        <li className="item-card" key={at}>
          <div className="item-face skeleton" />
          <div>
            <span className="skeleton line" />
            <span className="skeleton line short" />
            <span className="skeleton line short" />
          </div>
        </li>
      ))}
    </ul>
  );
}

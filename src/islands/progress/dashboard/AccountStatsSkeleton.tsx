/** A placeholder for points, streak and level, at their size. */
export function AccountStatsSkeleton() {
  return (
    <div className="account-stats" aria-busy="true">
      <span className="skeleton account-stats-size" />
      <span className="skeleton account-stats-size" />
      <span className="skeleton account-stats-size" />
    </div>
  );
}

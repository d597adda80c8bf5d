/** Stands where points, streak and level will, at their size. */
export function AccountStatsSkeleton() {
  return (
    <div className="account-stats" aria-busy="true">
      <span className="skeleton account-stats-size" />
      <span className="skeleton account-stats-size" />
      <span className="skeleton account-stats-size" />
    </div>
  );
}

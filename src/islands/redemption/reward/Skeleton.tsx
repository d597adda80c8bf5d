/** A placeholder for the reward, at its size. */
export function RewardSkeleton() {
  return (
    <div className="reward-view" aria-busy="true">
      <p className="unseen" role="status">
        Loading the reward
      </p>
      <div className="lead">
        <span className="skeleton line" />
        <span className="skeleton line" />
        <span className="skeleton line short" />
      </div>
      <span className="skeleton redeem-size" />
      <div className="about">
        <div>
          <span className="skeleton line" />
          <span className="skeleton line short" />
          <span className="skeleton line" />
        </div>
      </div>
    </div>
  );
}

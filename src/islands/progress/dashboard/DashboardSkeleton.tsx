import { Fold } from '../../shared/Fold.tsx';
import { RowSkeleton } from '../../shared/Skeleton.tsx';
import { AccountStatsSkeleton } from './AccountStatsSkeleton.tsx';

/**
 * A placeholder for the dashboard. The height of the first cards is known only with the last answer, so no part appears before
 * it.
 */
export function DashboardSkeleton({ weekly }: { readonly weekly: number }) {
  return (
    <div className="stack dashboard" aria-busy="true">
      <span className="skeleton today-size" />
      <BelowTodaySkeleton weekly={weekly} />
    </div>
  );
}

export function BelowTodaySkeleton({ weekly }: { readonly weekly: number }) {
  return (
    <>
      <AccountStatsSkeleton />
      <div className="two">
        <div>
          <div className="section-title">
            <h2>Weekly quests</h2>
          </div>
          <QuestsWaiting expected={weekly} />
        </div>
        <EarningsWaiting />
      </div>
      <LedgerWaiting />
    </>
  );
}

/** How many of the week's quests are shown before one asks for more. */
export const WEEKLY_SHOWN = 4;

export function QuestsWaiting({ expected }: { readonly expected: number }) {
  return (
    <div className="quests-size">
      <RowSkeleton count={Math.min(expected, WEEKLY_SHOWN)} />
    </div>
  );
}

export const GoalWaiting = () => <span className="skeleton goal-size" />;

export const ChartWaiting = () => <span className="skeleton chart-size" />;

export function EarningsWaiting() {
  return (
    <div aria-busy="true">
      <Fold id="earnings" title="Last 14 days" open="wide">
        <ChartWaiting />
      </Fold>
    </div>
  );
}

export function LedgerWaiting() {
  return (
    <section aria-label="Points history" aria-busy="true">
      <div className="section-title">
        <h2>Points history</h2>
      </div>
      <RowSkeleton count={6} />
    </section>
  );
}

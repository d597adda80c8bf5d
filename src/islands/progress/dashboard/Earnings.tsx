import { useStore } from '@nanostores/react';
import { formatPoints } from '../../../lib/format/points.ts';
import { Failed } from '../../shared/Failed.tsx';
import { Fold } from '../../shared/Fold.tsx';
import { lazy } from '../../shared/lazy.tsx';
import { shown } from '../../shared/stores/load.ts';
import { ChartWaiting, EarningsWaiting } from './DashboardSkeleton.tsx';
import { earningsByDay } from './earnings-by-day.ts';
import { $earnings, loadEarnings } from './home-store.ts';

const EarningsChart = lazy(async () => (await import('./EarningsChart.tsx')).EarningsChart, ChartWaiting);

/** With fewer days than this, the chart shows no more than the ledger. */
const FEWEST_DAYS = 3;

/** A chart of the points from the last two weeks, or from as many whole days as are known. */
export function Earnings() {
  const load = useStore($earnings, { ssr: 'initial' });
  const earnings = shown(load);
  if (!earnings && load.state === 'failed')
    return (
      <section aria-label="Recent earnings">
        <Failed title="We couldn’t load the chart" reason={load.error} onRetry={loadEarnings} />
      </section>
    );
  if (!earnings) return <EarningsWaiting />;
  const now = Date.now();
  const days = earningsByDay(earnings.entries, { complete: earnings.complete, now });
  const sum = days.reduce((all, { confirmed, pending }) => all + confirmed + pending, 0);
  if (days.length < FEWEST_DAYS || sum === 0) return null;
  return (
    <Fold
      id="earnings"
      title={`Last ${days.length} days`}
      state={`${formatPoints(sum)} points earned`}
      open="wide"
    >
      <EarningsChart days={days} now={now} />
    </Fold>
  );
}

import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { Failed } from '../../shared/Failed.tsx';
import { RowSkeleton } from '../../shared/Skeleton.tsx';
import { Deliveries } from './Deliveries.tsx';
import { $payouts, loadPayouts } from './store.ts';

/** The measured delivery times on their public page. */
export function MeasuredTimes() {
  const load = useStore($payouts, { ssr: 'initial' });
  useEffect(() => void loadPayouts(), []);
  if (load.state === 'failed')
    return <Failed title="We couldn’t load the times" reason={load.error} onRetry={loadPayouts} />;
  if (load.state !== 'ready') return <RowSkeleton count={3} />;
  return <Deliveries deliveries={load.value.deliveries} area="guest" />;
}

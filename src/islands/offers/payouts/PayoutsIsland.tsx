import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Payouts } from '../../../lib/contract/offers/offers.ts';
import { durationWords, shareWords } from '../../../lib/format/duration.ts';
import { Failed } from '../../shared/Failed.tsx';
import { shown } from '../../shared/stores/load.ts';
import { Deliveries } from './Deliveries.tsx';
import { $payouts, loadPayouts } from './store.ts';
import './payouts.css';

/** Measured payouts: how long each reward took to send, and what each partner credited and reversed. Open to everyone. */
export function PayoutsIsland({ area }: { readonly area: 'guest' | 'user' }) {
  const load = useStore($payouts, { ssr: 'initial' });
  useEffect(() => void loadPayouts(), []);
  const payouts = shown(load);
  // It comes last on its page, so its late arrival moves nothing.
  if (!payouts && load.state !== 'failed') return null;
  return (
    <section className="payouts" aria-labelledby="payouts-title">
      <h2 id="payouts-title">Payout stats (last 90 days)</h2>
      <p className="intro">From real orders and credits.</p>
      {payouts ? (
        <div className="two">
          <Partners partners={payouts.partners} />
          {payouts.deliveries.length > 0 && <Deliveries deliveries={payouts.deliveries} area={area} />}
        </div>
      ) : (
        load.state === 'failed' && (
          <Failed title="We couldn’t load the stats" reason={load.error} onRetry={loadPayouts} />
        )
      )}
    </section>
  );
}

function Partners({ partners }: Pick<Payouts, 'partners'>) {
  if (partners.length === 0) return <p className="muted">No partner offers right now.</p>;
  return (
    <table className="ledger">
      <caption>Partners</caption>
      <thead>
        <tr>
          <th scope="col">Partner</th>
          <th scope="col">Credited within</th>
          <th scope="col">Reversed</th>
        </tr>
      </thead>
      <tbody>
        {partners.map(({ name, demo, figures }) => (
          <tr key={name}>
            <th scope="row">
              {name}
              {demo && <small>demo</small>}
            </th>
            <td>
              {figures ? (
                <>
                  {durationWords(figures.median_seconds)}
                  <small>90%: {durationWords(figures.p90_seconds)}</small>
                </>
              ) : (
                'Not enough data'
              )}
            </td>
            <td className="num">
              {figures ? shareWords(figures.reversed, figures.credited) : 'Not enough data'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

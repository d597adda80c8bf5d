import type { Payouts } from '../../../lib/contract/offers/offers.ts';
import { durationWords } from '../../../lib/format/duration.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import { hrefs } from '../../../lib/routing/routes.ts';

/** How long each reward that our team sends took, from the order to its delivery. */
export function Deliveries({ deliveries, area }: Pick<Payouts, 'deliveries'> & { area: 'guest' | 'user' }) {
  if (deliveries.length === 0)
    return (
      <p className="muted">
        Codes come from our stock. We don’t have enough data yet for rewards our team sends.
      </p>
    );
  const href = area === 'user' ? hrefs.userReward : hrefs.guestReward;
  return (
    <table className="ledger">
      <caption>Rewards sent by our team (codes come from our stock)</caption>
      <thead>
        <tr>
          <th scope="col">Reward</th>
          <th scope="col" className="num">
            Orders
          </th>
          <th scope="col">Sent within</th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map(({ reward, orders, median_seconds, p90_seconds }) => (
          <tr key={reward.id}>
            <th scope="row">
              <a href={href(reward.id, reward.name)}>{reward.name}</a>
            </th>
            <td className="num">{formatNumber(orders)}</td>
            <td>
              {durationWords(median_seconds)}
              <small>90%: {durationWords(p90_seconds)}</small>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

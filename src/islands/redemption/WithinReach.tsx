import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { pointsInWords } from '../../lib/format/points.ts';
import { hrefs } from '../../lib/routing/routes.ts';
import { $user } from '../../lib/session/session.ts';
import { Points } from '../shared/Points.tsx';
import { shown } from '../shared/stores/load.ts';
import { $cheapest, loadCheapest } from './within-reach-store.ts';
import './within-reach.css';

/** How many rewards are listed. */
const FEW = 3;

/** What a player without an order can redeem now. Below the link to all rewards, which it doesn't move. */
export function WithinReach() {
  const available = useStore($user, { ssr: 'initial' })?.balance?.available ?? 0;
  const cheapest = shown(useStore($cheapest, { ssr: 'initial' }))?.data ?? [];
  const hasPoints = available > 0;
  useEffect(() => {
    if (hasPoints) void loadCheapest();
  }, [hasPoints]);
  const rewards = cheapest
    .filter(
      ({ points, paused, in_stock: inStock }) =>
        points !== null && points <= available && !paused && inStock !== false,
    )
    .slice(0, FEW);
  if (rewards.length === 0) return null;
  return (
    <div className="within-reach" role="status">
      <p>You have {pointsInWords(available)}, enough for:</p>
      <ul>
        {rewards.map(({ id, name, points }) => (
          <li key={id}>
            <a href={hrefs.userReward(id, name)}>{name}</a> <Points points={points} />
          </li>
        ))}
      </ul>
    </div>
  );
}

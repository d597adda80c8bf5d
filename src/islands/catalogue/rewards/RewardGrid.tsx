import type { RewardCard } from '../../../lib/contract/catalogue/rewards.ts';
import { formatPoints } from '../../../lib/format/points.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { Ticket } from '../../shared/Ticket.tsx';

interface Props {
  readonly rewards: readonly RewardCard[];
  readonly area: 'user' | 'guest';
  /** The points available. Null if unknown or for a guest. */
  readonly available: number | null;
}

export function RewardGrid({ rewards, area, available }: Props) {
  const href = area === 'user' ? hrefs.userReward : hrefs.guestReward;
  return (
    <ul className={area === 'user' ? 'tickets captioned' : 'tickets'}>
      {rewards.map((reward) => (
        <li key={reward.id}>
          <Ticket reward={reward} href={href(reward.id, reward.name)} note={noteOn(reward, available)} />
        </li>
      ))}
    </ul>
  );
}

/**
 * Says whether the player can afford it, or how many points are missing. No note for a player without points: the price says it
 * all.
 */
function noteOn({ points, in_stock: inStock, paused }: RewardCard, available: number | null) {
  if (!available || points === null || inStock === false || paused) return null;
  if (points <= available) return <span className="state ok">you can afford this</span>;
  return `${formatPoints(points - available)} pts to go`;
}

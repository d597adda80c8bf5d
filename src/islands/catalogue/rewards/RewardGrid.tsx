import type { RewardCard } from '../../../lib/contract/rewards.ts';
import { formatPoints } from '../../../lib/format/points.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { Ticket } from '../../shared/Ticket.tsx';

interface Props {
  readonly rewards: readonly RewardCard[];
  readonly area: 'user' | 'guest';
  /** Points to spend; null where nobody's are known. */
  readonly available: number | null;
}

export function RewardGrid({ rewards, area, available }: Props) {
  return (
    <ul className={area === 'user' ? 'tickets captioned' : 'tickets'}>
      {rewards.map((reward) => (
        <li key={reward.id}>
          <Ticket
            reward={reward}
            href={(area === 'user' ? hrefs.userReward : hrefs.guestReward)(reward.id, reward.name)}
          />
          {area === 'user' && (
            <p className="caption">
              {available !== null &&
                reward.points !== null &&
                reward.in_stock !== false &&
                !reward.paused && <Reach missing={reward.points - available} />}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Whether it can be had now, or how far it is. */
function Reach({ missing }: { readonly missing: number }) {
  if (missing <= 0) return <span className="state ok">you can afford this</span>;
  return <span className="num">{formatPoints(missing)} pts to go</span>;
}

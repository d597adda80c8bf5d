import type { RewardCard } from '../../../lib/contract/catalogue/rewards.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { Ticket } from '../../shared/Ticket.tsx';

interface Props {
  readonly rewards: readonly RewardCard[];
  readonly area: 'user' | 'guest';
}

export function SimilarRewards({ rewards, area }: Props) {
  const href = area === 'user' ? hrefs.userReward : hrefs.guestReward;
  return (
    <section className="similar" aria-labelledby="similar">
      <h2 id="similar">Similar rewards</h2>
      <ul className="tickets">
        {rewards.map((reward) => (
          <li key={reward.id}>
            <Ticket reward={reward} href={href(reward.id, reward.name)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

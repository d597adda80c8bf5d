import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { RewardInfo } from '../../../lib/contract/catalogue/rewards.ts';
import { $user } from '../../../lib/session/session.ts';
import { lazy } from '../../shared/lazy.tsx';
import { About, Trademark } from './About.tsx';
import { GuestRedeem } from './GuestRedeem.tsx';
import { Redeem } from './Redeem.tsx';
import { $purchase } from './reward-info-store.ts';

const Bought = lazy(async () => (await import('./PurchaseSteps.tsx')).Bought);
const RewardOpinions = lazy(async () => (await import('./RewardOpinions.tsx')).RewardOpinions);
const SimilarRewards = lazy(async () => {
  // Above them where both are shown: it would push them down.
  await import('./RewardOpinions.tsx');
  return (await import('./SimilarRewards.tsx')).SimilarRewards;
});

interface Props {
  readonly info: RewardInfo;
  readonly area: 'user' | 'guest';
  readonly way: ReactNode;
}

/** Everything about one reward: description, prices and requirements, how to use it, and opinions. */
export function RewardView({ info, area, way }: Props) {
  const user = useStore($user, { ssr: 'initial' }) ?? null;
  const purchase = useStore($purchase, { ssr: 'initial' });
  const { reward, similarRewards } = info;
  const player = area === 'user' ? user : null;
  const bought = player && purchase.state === 'bought' ? purchase : undefined;

  return (
    <div className="detail-view reward-view">
      {!bought && <p className="lead notched">{reward.description}</p>}

      {bought ? (
        <Bought reward={reward} bought={bought} />
      ) : player ? (
        <Redeem info={info} user={player} purchase={purchase} />
      ) : (
        <GuestRedeem reward={reward} signedIn={user !== null} />
      )}

      <div className="about">
        <About reward={reward} area={area} redeemed={bought !== undefined} way={!bought && way} />
        {/* A player who has just redeemed it can't rate it yet. We ask a day later. */}
        {!bought && <RewardOpinions info={info} me={user?.id ?? null} />}
      </div>

      {similarRewards.length > 0 && <SimilarRewards rewards={similarRewards} area={area} />}
      <Trademark reward={reward} />
    </div>
  );
}

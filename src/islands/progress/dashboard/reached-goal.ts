import { useStore } from '@nanostores/react';
import type { Reward } from '../../../lib/contract/catalogue/rewards.ts';
import { $user } from '../../../lib/session/session.ts';
import { shown } from '../../shared/stores/load.ts';
import { $goal } from './home-store.ts';

export type PricedReward = Reward & { readonly points: number };

/** Returns the player's goal if there are enough points for it and it can be redeemed now. */
export function useReachedGoal(): PricedReward | undefined {
  const user = useStore($user, { ssr: 'initial' });
  const reward = shown(useStore($goal, { ssr: 'initial' }))?.reward;
  const available = user?.balance?.available;
  if (!reward || reward.id !== user?.myreward || reward.points === null || available === undefined)
    return undefined;
  const { points, paused, in_stock: inStock } = reward;
  return available >= points && !paused && inStock !== false ? { ...reward, points } : undefined;
}

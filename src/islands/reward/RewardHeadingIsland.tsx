import { useStore } from '@nanostores/react';
import { matchRoute, routes } from '../../lib/routes.ts';
import { shown } from '../../lib/stores/load.ts';
import { $rewardInfo } from '../../lib/stores/reward.ts';
import { usePath } from '../ui/use-address.ts';

/** The page's heading: the reward's name, once it is known. */
export function RewardHeadingIsland({ area }: { readonly area: 'user' | 'guest' }) {
  const { pattern } = area === 'user' ? routes.userReward : routes.guestReward;
  const path = usePath(pattern) ?? '';
  const load = useStore($rewardInfo, { ssr: 'initial' });
  const { id } = matchRoute(pattern, path) ?? {};
  const reward = shown(load)?.reward;
  return <h1>{reward !== undefined && String(reward.id) === id ? reward.name : 'Reward'}</h1>;
}

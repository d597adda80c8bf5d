import { useStore } from '@nanostores/react';
import { matchRoute, routes } from '../../../lib/routing/routes.ts';
import { shown } from '../../../lib/stores/load.ts';
import { usePath } from '../../shared/use-address.ts';
import { $rewardInfo } from './store.ts';

const patterns = {
  user: routes.userReward.pattern,
  guest: routes.guestReward.pattern,
  shared: routes.reward.pattern,
} as const;

/** The page's heading: the reward's name, once it is known. */
export function RewardHeadingIsland({ area }: { readonly area: keyof typeof patterns }) {
  const pattern = patterns[area];
  const path = usePath(pattern) ?? '';
  const load = useStore($rewardInfo, { ssr: 'initial' });
  const { id } = matchRoute(pattern, path) ?? {};
  const reward = shown(load)?.reward;
  return <h1>{reward !== undefined && String(reward.id) === id ? reward.name : 'Reward'}</h1>;
}

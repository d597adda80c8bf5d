/** What a player who signed in came with: a round played as a guest, or a reward. */
import { internalTarget, matchRoute, routes } from '../../lib/routing/routes.ts';
import { keptUntil, storedGuestRound } from '../../lib/session/guest-round.ts';
import { keepGoal } from '../shared/stores/goal.ts';

/** Returns where to go after signing in. If the player came for a reward, it becomes their goal. Never rejects. */
export async function destinationAfterSignIn(target: string): Promise<string> {
  const destination = stageWithGuestRound(target) ?? target;
  const reward = rewardIn(destination);
  if (reward !== undefined) await keepGoal(reward);
  return destination;
}

/**
 * Returns the stage that saves the guest's round of this browser. The round only counts once that stage has sent it, and it
 * expires. Null if there is none, or if the player came from another page and wants to go back to it. The stage offers the reward
 * that they came from.
 */
function stageWithGuestRound(target: string): string | null {
  const round = storedGuestRound();
  if (!round || Date.now() >= keptUntil(round)) return null;
  const path = target.replace(/[?#].*$/, '');
  const reward = matchRoute(routes.userReward.pattern, path);
  if (target !== routes.userHome.pattern && !reward && !matchRoute(routes.play.pattern, path)) return null;
  const stage = new URL(round.path, location.origin);
  if (reward?.id) stage.searchParams.set('for', reward.id);
  return internalTarget(stage.pathname + stage.search);
}

/**
 * Returns the reward's id in an address, which may be that of a stage opened for the reward: '/user/reward/12/Steam-key' → 12,
 * '/games/merge/play/desktop?for=12' → 12
 */
function rewardIn(target: string): number | undefined {
  const { pathname, searchParams } = new URL(target, location.origin);
  const id = matchRoute(routes.userReward.pattern, pathname)?.id ?? searchParams.get('for') ?? '';
  return /^[1-9]\d{0,8}$/.test(id) ? Number(id) : undefined;
}

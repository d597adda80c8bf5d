import { extensions } from '../../lib/host.ts';
import { matchRoute, routes } from '../../lib/routing/routes.ts';
import { isSessionInMemory } from '../../lib/session/session.ts';

/**
 * Goes to the target after signing in. It loads a new document and replaces this one, so that the back button skips the finished
 * form.
 */
export async function leaveFor(target: string): Promise<void> {
  const reward = rewardIn(target);
  // A user who came for a reward gets it as a goal.
  if (extensions && reward !== undefined)
    await import('../shared/stores/goal.ts').then(({ keepGoal }) => keepGoal(reward)).catch(() => {});
  if (isSessionInMemory()) await swapFor(target);
  else location.replace(target);
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

/**
 * Goes there without a new document, for a session that is only in this page's memory. From here on, the app's router navigates.
 */
async function swapFor(target: string): Promise<void> {
  for (const [name, content] of [
    ['astro-view-transitions-enabled', 'true'],
    ['astro-view-transitions-fallback', 'swap'],
  ] as const) {
    const meta = document.createElement('meta');
    meta.name = name;
    meta.content = content;
    document.head.append(meta);
  }
  try {
    // Import it only now: when the router loads, it looks for the two tags and notes the current address.
    const { navigate } = await import('../../lib/routing/navigate.ts');
    await navigate(target, { history: 'replace' });
  } catch {
    location.replace(target);
  }
}

import { extensions } from '../../lib/host.ts';
import { matchRoute, routes } from '../../lib/routing/routes.ts';
import { isSessionInMemory } from '../../lib/session/session.ts';

/** To where one came from, once signed in: a document of its own in place of this one, since Back shouldn't lead to a form that is done. */
export async function leaveFor(target: string): Promise<void> {
  const reward = rewardIn(target);
  // Who came for a reward plays for it from here on.
  if (extensions && reward !== undefined)
    await import('../shared/stores/goal.ts').then(({ keepGoal }) => keepGoal(reward)).catch(() => {});
  if (isSessionInMemory()) await swapFor(target);
  else location.replace(target);
}

/** ('/user/reward/12/Steam-key') → 12, and of a stage that a reward's page led to: ('/games/merge/play/desktop?for=12') → 12 */
function rewardIn(target: string): number | undefined {
  const { pathname, searchParams } = new URL(target, location.origin);
  const id = matchRoute(routes.userReward.pattern, pathname)?.id ?? searchParams.get('for') ?? '';
  return /^[1-9]\d{0,8}$/.test(id) ? Number(id) : undefined;
}

/** Without a new document, for a session that only this page's memory holds: from here on it takes part in the app's own navigation. */
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
    // Not before: when it loads, it looks for those two and takes note of where it is.
    const { navigate } = await import('../../lib/routing/navigate.ts');
    await navigate(target, { history: 'replace' });
  } catch {
    location.replace(target);
  }
}

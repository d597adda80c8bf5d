import { extensions } from '../../lib/host.ts';
import { isSessionInMemory } from '../../lib/session/session.ts';

/**
 * Goes to the target after signing in. It loads a new document and replaces this one, so that the back button skips the finished
 * form.
 */
export async function leaveFor(target: string): Promise<void> {
  const way = extensions
    ? await import('./target.ts')
        .then(({ destinationAfterSignIn }) => destinationAfterSignIn(target))
        .catch(() => target)
    : target;
  if (isSessionInMemory()) await swapFor(way);
  else location.replace(way);
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

import { isSessionInMemory } from '../../lib/session/session.ts';

/** To where one came from, once signed in: a document of its own in place of this one, since Back shouldn't lead to a form that is done. */
export function leaveFor(target: string): void {
  if (isSessionInMemory()) void swapFor(target);
  else location.replace(target);
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

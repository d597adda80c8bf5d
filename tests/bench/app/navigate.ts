/** Goes from one page of the app areas to another with a link, like a visitor who rests on the link before pressing it. */
import type { Browser, Page } from '@playwright/test';

interface Stop {
  readonly path: string;
  /** What appears once the list has arrived, and on no other stop. */
  readonly content: string;
  /** The call that fetches it. */
  readonly call: string;
}

const stops: readonly Stop[] = [
  { path: '/user/games', content: '.own-game', call: '/api/user/games' },
  { path: '/user/rewards', content: 'main a[href^="/user/reward/"]', call: '/api/user/rewards' },
  { path: '/user/contests', content: 'main a[href^="/user/contest/"]', call: '/api/user/contests' },
];

interface Way {
  readonly path: string;
  /** For each round, the milliseconds from the press until the content was painted, minus the API's time. */
  readonly beyond: readonly number[];
}

/** Visits all stops `rounds` times. The first round only fills the caches. */
export async function navigations(
  browser: Browser,
  given: { siteUrl: string; apiUrl: string; session: Readonly<Record<string, string>>; rounds: number },
): Promise<Way[]> {
  const { siteUrl, apiUrl, session, rounds } = given;
  const found = stops.map(({ path }) => ({ path, beyond: [] as number[] }));
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  try {
    await page.addInitScript((stored) => {
      for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value);
    }, session);
    await page.goto(siteUrl + (stops.at(-1)?.path ?? ''));
    for (let round = 0; round <= rounds; round++)
      for (const [index, stop] of stops.entries()) {
        const took = await press(page, stop, apiUrl);
        if (round > 0) found[index]?.beyond.push(took);
      }
    return found;
  } finally {
    await page.close();
  }
}

async function press(page: Page, stop: Stop, apiUrl: string): Promise<number> {
  const link = page.getByRole('navigation', { name: 'Sections' }).locator(`a[href="${stop.path}"]`);
  await link.hover();
  await page.waitForLoadState('networkidle');
  return page.evaluate(
    ({ path, content, url }) =>
      new Promise<number>((done, fail) => {
        const link = document.querySelector<HTMLElement>(`nav a[href="${path}"]`);
        if (!link || document.querySelector(content)) return fail(new Error(`${path} is shown already`));
        performance.clearResourceTimings();
        const painted = new MessageChannel();
        const begun = performance.now();
        painted.port1.onmessage = () => {
          const took = performance.now() - begun;
          const calls = performance
            .getEntriesByType('resource')
            .filter(({ name }) => name.split('?')[0] === url);
          // There is none if the list is shown from before while it is refetched.
          done(took - (calls.at(-1)?.duration ?? 0));
        };
        const look = () =>
          location.pathname === path && document.querySelector(content)
            ? requestAnimationFrame(() => painted.port2.postMessage(null))
            : setTimeout(look);
        link.click();
        look();
      }),
    { path: stop.path, content: stop.content, url: apiUrl + stop.call },
  );
}

/** Goes from one page of the app areas to another with a link, like a visitor who rests on the link before pressing it. */
import { type BarePage, type Chrome, openPage } from './bare-page.ts';

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
  chrome: Chrome,
  given: { siteUrl: string; apiUrl: string; session: Readonly<Record<string, string>>; rounds: number },
): Promise<Way[]> {
  const { siteUrl, apiUrl, session, rounds } = given;
  const found = stops.map(({ path }) => ({ path, beyond: [] as number[] }));
  const page = await openPage(chrome, { width: 1280, height: 800, stored: session });
  try {
    const last = stops.at(-1);
    await page.goto(siteUrl + last?.path);
    await page.until(`document.querySelector(${JSON.stringify(last?.content)})`);
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

async function press(page: BarePage, { path, content, call }: Stop, apiUrl: string): Promise<number> {
  await page.settled();
  await page.touch(`document.querySelector('nav[aria-label="Sections"] a[href="${path}"]')`, 'point');
  await page.settled();
  return page.evaluate(`(${pressed})(${JSON.stringify({ path, content, url: apiUrl + call })})`);
}

/** Runs in the page. */
function pressed({ path, content, url }: { path: string; content: string; url: string }): Promise<number> {
  return new Promise((done, fail) => {
    const link = document.querySelector<HTMLElement>(`nav a[href="${path}"]`);
    if (!link || document.querySelector(content)) return fail(new Error(`${path} is shown already`));
    performance.clearResourceTimings();
    const painted = new MessageChannel();
    const begun = performance.now();
    painted.port1.onmessage = () => {
      const took = performance.now() - begun;
      const calls = performance.getEntriesByType('resource').filter(({ name }) => name.split('?')[0] === url);
      // There is none if the list is shown from before while it is refetched.
      done(took - (calls.at(-1)?.duration ?? 0));
    };
    const look = () =>
      location.pathname === path && document.querySelector(content)
        ? requestAnimationFrame(() => painted.port2.postMessage(null))
        : setTimeout(look);
    link.click();
    look();
  });
}

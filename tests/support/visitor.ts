/**
 * A browser that goes to a provider and back: it stores cookies, follows redirects, submits auto-submitting forms, and stops at
 * the site.
 */
import type { TestApi } from './api.ts';

/** The mark that a page stores for its visit. */
export const VISIT = 'v'.repeat(43);

interface Visitor {
  /** Cookies by host and name. */
  readonly cookies: Map<string, Map<string, string>>;
  /** Starts a sign-in, follows it until the site is reached, and returns the fragment there. */
  go(path: string): Promise<URLSearchParams>;
  /** Makes one request to the API in memory or to its real host, and returns where it leads. */
  step(url: string): Promise<string>;
}

export function visitor(api: TestApi): Visitor {
  const cookies: Visitor['cookies'] = new Map();

  function jarOf(host: string): Map<string, string> {
    const jar = cookies.get(host) ?? new Map<string, string>();
    cookies.set(host, jar);
    return jar;
  }

  /** From another site, so no cookie is sent. */
  async function submit(page: string): Promise<Response | null> {
    const action = /<form method="post" action="([^"]+)"/.exec(page)?.[1];
    if (action === undefined) return null;
    const inputs = [...page.matchAll(/name="([^"]+)" value="([^"]*)"/g)];
    const body = new URLSearchParams(inputs.map(([, name = '', value = '']) => [name, value]));
    return api.raw(action, { method: 'POST', body, redirect: 'manual' });
  }

  async function step(url: string): Promise<string> {
    const { host } = new URL(url);
    const jar = jarOf(host);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const init: RequestInit = { headers: { cookie }, redirect: 'manual' };
    const answer = host === 'api.test' ? await api.raw(url, init) : await fetch(url, init);
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(pair.slice(0, at));
      else jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    let location = answer.headers.get('location');
    if (location === null) {
      const page = await answer.text();
      location = (await submit(page))?.headers.get('location') ?? null;
      if (location === null) throw new Error(`${url} leads nowhere: ${answer.status} ${page}`);
    }
    return new URL(location, url).href;
  }

  return {
    cookies,
    step,
    async go(path) {
      let url = new URL(path, 'http://api.test').href;
      for (let steps = 0; steps < 12; steps++) {
        url = await step(url);
        if (new URL(url).host === 'site.test') return new URLSearchParams(new URL(url).hash.slice(1));
      }
      throw new Error(`still on the way: ${url}`);
    },
  };
}

/** Network faults between a page and the API, and the message that each must lead to. */
import type { Page, Route } from '@playwright/test';

export interface Fault {
  readonly name: string;
  /** The screen's message about it. */
  readonly reason: RegExp;
  /** Undefined: it is never answered. */
  readonly answer?: { readonly status: number; readonly contentType: string; readonly body: string };
}

const json = (status: number, body: unknown) => ({
  status,
  contentType: 'application/json',
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

export const faults = {
  broken: {
    name: '500',
    reason: /Something went wrong on our side/,
    answer: json(500, {
      message: 'Something went wrong on our side. Nothing has changed.',
      code: 'internal',
    }),
  },
  malformed: {
    name: 'malformed JSON',
    reason: /Something went wrong with the response/,
    answer: json(200, '{"data": [{"id": 1, "na'),
  },
  silent: { name: 'no answer in time', reason: /This is taking too long/ },
  html: {
    name: 'HTML for JSON',
    reason: /Something went wrong with the response/,
    answer: {
      status: 200,
      contentType: 'text/html',
      body: '<!doctype html><title>Welcome to the proxy</title>',
    },
  },
  unauthorized: {
    name: '401',
    reason: /Your session has ended/,
    answer: json(401, { message: 'Your session has ended. Please log in again.', code: 'unauthenticated' }),
  },
} as const satisfies Record<string, Fault>;

/** No connection, simulated by the browser itself. */
export const OFFLINE = /You’re offline\./;

/** A little more than the default of PUBLIC_API_TIMEOUT. */
export const GIVEN_UP_AFTER_MS = 20_500;

export interface FaultyApi {
  /** From now on the chosen calls end like this; null: they are answered normally. */
  fail(fault: Fault | null): void;
  /** How many calls the current fault has affected. */
  met(): number;
}

/** Intercepts calls between a page and the API. `only`: the calls that may fail, by path and query. */
export async function standBetween(page: Page, apiUrl: string, only = /./): Promise<FaultyApi> {
  let fault: Fault | null = null;
  let met = 0;

  async function answer(route: Route): Promise<void> {
    const request = route.request();
    const { pathname, search } = new URL(request.url());
    if (fault === null || !only.test(pathname + search)) return route.continue();
    met += 1;
    if (fault.answer === undefined) return;
    const given = fault.answer;
    const origin = (await request.headerValue('origin')) ?? '*';
    const { contentType } = given;
    await route.fulfill({
      status: given.status,
      body: given.body,
      headers: { 'access-control-allow-origin': origin, 'content-type': contentType },
    });
  }

  await page.route(`${apiUrl}/api/**`, (route) => answer(route).catch(() => {}));
  return {
    fail(next) {
      fault = next;
      met = 0;
    },
    met: () => met,
  };
}

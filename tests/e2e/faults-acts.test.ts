/**
 * Faults while somebody acts: a refusal in words that loses nothing, the same button again once the fault is gone, and a double
 * press that counts once, as the API itself tells it. A new act is a new row. These are the main ones on their screens: every call that
 * changes something meets the same faults, and a session that is gone, in tests/islands/acts.test.ts.
 */
import type { Locator, Page } from '@playwright/test';
import { test as base, expect } from '../support/e2e.ts';
import { type Fault, faults, GIVEN_UP_AFTER_MS, OFFLINE, standBetween } from '../support/faults.ts';
import type { Product } from '../support/product.ts';
import { type Entered, join, logInDemo, storedSession } from '../support/sign-in.ts';

interface Place {
  readonly page: Page;
  readonly main: Locator;
  /** What the API itself says of something, asked by the same account. */
  ask(path: string): Promise<unknown>;
}

interface Act {
  readonly who: 'nobody' | 'newcomer' | 'demo';
  readonly path: string;
  /** The call that it makes. */
  readonly call: RegExp;
  /** Up to the button. */
  readonly prepare?: (place: Place) => Promise<unknown>;
  readonly button: string | RegExp;
  /** The same button after a failure, where it has another name by then. */
  readonly again?: string | RegExp;
  /** What stands there once it is done. */
  readonly done: string | RegExp;
  /** What must have happened exactly once: the figure by which the API's account of it grows. */
  readonly counted?: (place: Place) => Promise<number>;
}

const total = async ({ ask }: Place, path: string) => pick(await ask(path), 'total');

/** { a: { b: 3 } } by 'a', 'b' → 3 */
function pick(value: unknown, ...path: string[]): number {
  let at: unknown = value;
  for (const name of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined;
  return Number(at);
}

const password = 'a long enough password';

async function fillDate({ page }: Place): Promise<void> {
  await page.getByLabel('Day').fill('31');
  await page.getByLabel('Month').selectOption('May');
  await page.getByLabel('Year').fill('1999');
}

/** In this order: the demo account has told its age before it opens a case. */
const acts: Readonly<Record<string, Act>> = {
  'logging in': {
    who: 'nobody',
    path: '/login?from=/user/rewards',
    call: /login-user/,
    prepare: async ({ page }) => {
      await page.getByLabel('E-mail address').fill('demo@playtally.example');
      await page.getByLabel('Password', { exact: true }).fill('demo-password-1');
    },
    button: 'Log in',
    done: /page \d of 3/,
  },
  'signing up': {
    who: 'nobody',
    path: '/login#sign-up',
    call: /registration-user/,
    prepare: async (place) => {
      await place.page.getByLabel('E-mail address').fill(`presser-${Date.now()}@test.example`);
      await place.page.getByLabel('Password', { exact: true }).fill(password);
      await fillDate(place);
    },
    button: 'Sign up',
    done: 'What are you playing for?',
  },
  'asking for a new password': {
    who: 'nobody',
    path: '/forgotpassword',
    call: /password\/email/,
    prepare: ({ page }) => page.getByLabel('E-mail address').fill(`nobody-${Date.now()}@test.example`),
    button: 'Send me the link',
    done: 'Look in your mail',
  },
  'rating a reward': {
    who: 'newcomer',
    path: '/user/reward/12/x',
    call: /rate-reward/,
    button: '4 of 5, very good',
    done: /You rated it/,
    counted: async ({ ask }) => pick(await ask('/api/user/rewards/12'), 'reward', 'rate_count'),
  },
  'rating a game': {
    who: 'newcomer',
    path: '/user/game/1',
    call: /rate-game/,
    button: '4 of 5, very good',
    done: /You rated it/,
    counted: async ({ ask }) => pick(await ask('/api/user/games/1'), 'game', 'rate_count'),
  },
  'rating an article': {
    who: 'newcomer',
    path: '/user/article/1',
    call: /rate-article/,
    button: '4 of 5, very good',
    done: /You rated it/,
    counted: async ({ ask }) => pick(await ask('/api/user/articles/1'), 'article', 'rate_count'),
  },
  'writing about a reward': {
    who: 'newcomer',
    path: '/user/reward/12/x',
    call: /create-opinion/,
    prepare: ({ main }) => main.getByRole('textbox').fill('The key came at once.'),
    button: 'Publish',
    done: 'The key came at once.',
    counted: async ({ ask }) => pick(await ask('/api/user/rewards/12'), 'opinions', 'total'),
  },
  'changing what one wrote': {
    who: 'newcomer',
    path: '/user/reward/12/x',
    call: /opinions\/\d+$/,
    prepare: async ({ main }) => {
      await main.getByRole('button', { name: 'Edit', exact: true }).click();
      await main.getByLabel('Your words').fill('The key came a minute later.');
    },
    button: 'Save',
    done: 'The key came a minute later.',
  },
  'taking away what one wrote': {
    who: 'newcomer',
    path: '/user/reward/12/x',
    call: /opinions\/\d+$/,
    prepare: ({ main }) => main.getByRole('button', { name: 'Take away', exact: true }).click(),
    button: 'Take it away',
    done: /opinions?/i,
    counted: async ({ ask }) => -pick(await ask('/api/user/rewards/12'), 'opinions', 'total'),
  },
  'writing about a game': {
    who: 'newcomer',
    path: '/user/game/1',
    call: /add-opinion/,
    prepare: ({ main }) => main.getByRole('textbox').fill('A calm one for the train.'),
    button: 'Publish',
    done: 'A calm one for the train.',
    counted: async ({ ask }) => pick(await ask('/api/user/games/1'), 'opinions', 'total'),
  },
  'writing to support': {
    who: 'newcomer',
    path: '/user/contact',
    call: /user\/messages$/,
    prepare: async ({ main }) => {
      await main.getByLabel('What is it about?').selectOption('other');
      await main.getByLabel('Subject').fill('A question');
      await main.getByLabel('Your message').fill('Where do I find my rounds?');
    },
    button: 'Send to support',
    done: 'Your message is with support',
    counted: (place) => total(place, '/api/user/messages'),
  },
  'commenting an article': {
    who: 'newcomer',
    path: '/user/article/1',
    call: /add-comment/,
    prepare: ({ main }) => main.getByRole('textbox').fill('This helped.'),
    button: 'Publish',
    done: 'This helped.',
    counted: async ({ ask }) => pick(await ask('/api/user/articles/1'), 'opinions', 'total'),
  },
  'liking an opinion': {
    who: 'newcomer',
    path: '/user/reward/84/x',
    call: /like-or-dislike/,
    button: /^Like what sample-player wrote/,
    done: /Liked/,
    counted: async ({ ask }) => pick(await ask('/api/user/rewards/84'), 'likedOpinions', 'length'),
  },
  'reporting an opinion': {
    who: 'newcomer',
    path: '/user/reward/84/x',
    call: /opinions\/\d+\/report/,
    prepare: async ({ main }) => {
      await main
        .getByRole('button', { name: /^Report what sample-player wrote/ })
        .first()
        .click();
      await main.getByLabel('What is wrong with it?').selectOption('It advertises something');
    },
    button: 'Send the report',
    done: /^Reported\./,
  },
  'liking an opinion on a game': {
    who: 'newcomer',
    path: '/user/game/1',
    call: /like-or-dislike/,
    button: /^Like what sample-player wrote/,
    done: /Liked/,
    counted: async ({ ask }) => pick(await ask('/api/user/games/1'), 'userLikedOpinions', 'length'),
  },
  'choosing a goal': {
    who: 'newcomer',
    path: '/user/reward/12/x',
    call: /reward-completion-check/,
    button: 'Make this my goal',
    done: 'This is your goal.',
  },
  'saving where it goes': {
    who: 'newcomer',
    path: '/user/reward/84/x',
    call: /delivery-details/,
    prepare: ({ main }) => main.getByLabel(/username/i).fill('lantern_keeper'),
    button: 'Save',
    done: 'lantern_keeper',
  },
  'entering a contest': {
    who: 'newcomer',
    path: '/user/contests?sort-by=ending',
    call: /contests\/\d+\/enter/,
    prepare: ({ main }) =>
      main
        .getByRole('link', { name: /Merge sevens/ })
        .first()
        .click(),
    button: 'Enter for free',
    again: 'Try again',
    done: 'You are in.',
    counted: async ({ ask }) => {
      const list = await ask('/api/user/contests?sort-by=ending');
      return JSON.stringify(list).split('"entered":true').length - 1;
    },
  },
  'saving a birth date': {
    who: 'newcomer',
    path: '/user/case/1/Tile-drawer',
    call: /birth-date/,
    prepare: fillDate,
    button: 'Save birth date',
    done: /10 of 10 left today/,
  },
  'saving who one is': {
    who: 'newcomer',
    path: '/user/settings',
    call: /settings\/profile/,
    prepare: ({ main }) => main.getByLabel('Name', { exact: true }).fill(`keeper-${Date.now() % 1e8}`),
    button: 'Save',
    done: 'Saved',
  },
  'changing the password': {
    who: 'newcomer',
    path: '/user/settings',
    call: /settings\/password/,
    prepare: async ({ main }) => {
      await main.getByLabel('Password as it is now').fill(password);
      await main.getByLabel('New password', { exact: true }).fill(`${password} indeed`);
      await main.getByLabel('New password again').fill(`${password} indeed`);
    },
    button: 'Change the password',
    done: /^Changed\./,
  },
  'beginning a second factor': {
    who: 'demo',
    path: '/user/settings',
    call: /second-factor\/setup/,
    prepare: ({ main }) => main.getByLabel('Your password').fill('demo-password-1'),
    button: 'Set it up',
    done: /^Scan the picture/,
  },
  'opening a case': {
    who: 'demo',
    path: '/user/case/1/Tile-drawer',
    call: /cases\/1\/open/,
    button: /^Open for/,
    again: 'Try again',
    done: 'Verify in your browser',
    counted: (place) => total(place, '/api/user/case-openings'),
  },
  redeeming: {
    who: 'demo',
    path: '/user/reward/12/x',
    call: /buyAmount/,
    prepare: ({ main }) => main.getByRole('button', { name: 'Redeem', exact: true }).click(),
    button: /^Redeem for/,
    again: /again|retry/i,
    done: 'Here is your code',
    counted: (place) => total(place, '/api/user/orders'),
  },
  'starting a round': {
    who: 'newcomer',
    path: '/games/merge/play/desktop',
    call: /sessions$/,
    button: 'Start round',
    again: 'Try again',
    done: /Score/,
  },
  'finishing a round': {
    who: 'newcomer',
    path: '/games/merge/play/desktop',
    call: /sessions\/[^/]+\/finish/,
    prepare: async ({ page }) => {
      await page.getByRole('button', { name: 'Start round' }).click();
      await page.getByRole('button', { name: 'Pause' }).waitFor();
      for (const way of ['Left', 'Up', 'Right', 'Down']) await page.keyboard.press(`Arrow${way}`);
    },
    button: 'Finish and count it',
    again: 'Try again',
    done: 'Counted',
  },
};

// A trace of so many pages would take longer than the faults themselves; a failure has its screenshot.
base.use({ trace: 'off' });

let newcomer: Promise<Entered> | undefined;
let demo: Promise<Entered> | undefined;

function sessionOf(who: 'newcomer' | 'demo', product: Product): Promise<Entered> {
  if (who === 'demo') {
    demo ??= logInDemo(product).then(async (entered) => {
      // Saved once for good; another file may have been first.
      await fetch(`${product.apiUrl}/api/user/birth-date`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${entered.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ birth_date: '1999-05-31' }),
      });
      return entered;
    });
    return demo;
  }
  newcomer ??= join(product, { email: `newcomer-${Date.now()}@test.example`, password });
  return newcomer;
}

const test = base.extend<{ who: Act['who'] }>({
  who: ['nobody', { option: true }],
  storageState: async ({ product, who }, use) => {
    await use(who === 'nobody' ? undefined : storedSession(product, await sessionOf(who, product)));
  },
  expectedErrors: [/WebSocket connection to .* failed/],
});

/** Nothing on the page is on its way, nor is the part that comes later and asks for more. */
async function stands(page: Page, { path }: Act): Promise<void> {
  if (/^.user.(game|reward|article)\//.test(path)) await expect(page.locator('#opinions')).toBeVisible();
  if (path === '/user/settings') await expect(page.locator('#devices')).toBeVisible();
  await expect(page.locator('main').locator('[aria-busy="true"]')).toHaveCount(0);
}

for (const [name, act] of Object.entries(acts))
  test.describe(name, () => {
    test.use({ who: act.who });

    test('fails in words, works again, and counts once however often it is pressed', async ({
      page,
      product,
    }) => {
      const token = act.who === 'nobody' ? '' : (await sessionOf(act.who, product)).token;
      const place: Place = {
        page,
        main: page.getByRole('main'),
        ask: async (path) => {
          const headers: HeadersInit = token === '' ? {} : { authorization: `Bearer ${token}` };
          return (await fetch(product.apiUrl + path, { headers })).json();
        },
      };
      await page.clock.install();
      const api = await standBetween(page, product.apiUrl, act.call);
      await page.goto(act.path);
      // A press before the page's script is there does nothing, and is none.
      await expect(page.locator('main astro-island[ssr]')).toHaveCount(0);
      // What the page itself is still waiting for would be given up with the act that gets no answer.
      await stands(page, act);
      await act.prepare?.(place);
      const before = (await act.counted?.(place)) ?? 0;

      const button = page.getByRole('button', { name: act.button }).first();
      const again = act.again === undefined ? button : page.getByRole('button', { name: act.again }).first();
      const fail = async (pressed: Locator, fault: Fault) => {
        api.fail(fault);
        await pressed.click();
        // Two faults have the same reason: what is told is of this one only once the call has met it.
        await expect.poll(api.met).toBe(1);
        if (fault === faults.silent) await page.clock.fastForward(GIVEN_UP_AFTER_MS);
        await expect(place.page.getByText(fault.reason).first()).toBeVisible();
        expect(api.met()).toBe(1);
      };
      await fail(button, faults.broken);
      await fail(again, faults.silent);
      await fail(again, faults.html);
      await fail(again, faults.malformed);
      api.fail(null);
      await page.context().setOffline(true);
      // Another part of the page may say the same. A form with a check of who is a person fails at that, before its call.
      const failed =
        act.who === 'nobody' || page.waitForEvent('requestfailed', (request) => act.call.test(request.url()));
      await again.click();
      await failed;
      await expect(page.getByText(OFFLINE).first()).toBeVisible();
      await page.context().setOffline(false);
      await page.waitForFunction(() => navigator.onLine);
      // What else asks anew by itself by now may move what is pressed.
      await stands(page, act);

      const answered: string[] = [];
      page.on('requestfinished', (request) => {
        if (act.call.test(request.url()) && request.method() !== 'OPTIONS') answered.push(request.url());
      });
      api.fail(null);
      await again.dblclick();
      await expect(place.main.getByText(act.done).first()).toBeVisible();
      await expect(place.main.getByRole('textbox').filter({ hasText: act.done })).toHaveCount(0);
      await expect(place.page.getByRole('alert').filter({ hasText: /\w/ })).toHaveCount(0);
      await expect.poll(() => answered.length).toBe(1);
      if (act.counted) await expect.poll(() => act.counted?.(place)).toBe(before + 1);
    });
  });

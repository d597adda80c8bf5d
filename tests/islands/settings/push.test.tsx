/** Push notifications in the settings and as an order offers them, in a browser whose answers are made up. */
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SentOffer } from '../../../src/islands/redemption/orders/SentOffer.tsx';
import { Push } from '../../../src/islands/settings/Push.tsx';
import { answerOffer } from '../../../src/lib/contract/notifications/offers.ts';
import {
  getPush,
  type Push as Pushed,
  saveQuietHours,
  subscribePush,
  unsubscribePush,
} from '../../../src/lib/contract/notifications/push.ts';
import { signIn } from '../../support/fixtures.ts';
import { hostOfEachTest, refusal } from '../../support/host.ts';
import { field, press, pressFound } from '../../support/screen.ts';

const host = hostOfEachTest();
const ENDPOINT = 'https://push.test.example/me';
const keys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) };
let known: Pushed;
let subscription: { endpoint: string } | null;

/** The browser as these tests need it. `denies`: its user's answer. */
function browser({ permission = 'default', denies = false, breaks = false } = {}) {
  const mine = {
    endpoint: ENDPOINT,
    toJSON: () => ({ endpoint: ENDPOINT, keys }),
    unsubscribe: async () => {
      subscription = null;
    },
  };
  const pushManager = {
    getSubscription: async () => subscription && mine,
    subscribe: async () => {
      if (breaks) throw new DOMException('no push service', 'AbortError');
      subscription = mine;
      return mine;
    },
  };
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', {
    permission,
    requestPermission: async () => (denies ? 'denied' : 'granted'),
  });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      register: async () => {},
      ready: Promise.resolve({ pushManager }),
      getRegistration: async () => ({ pushManager }),
    },
  });
}

beforeEach(() => {
  known = { public_key: 'key', devices: [], quiet: null, offered: false };
  subscription = null;
  host.on(getPush, () => known);
  host.on(subscribePush, ({ body }) => {
    known = { ...known, devices: [body.endpoint], quiet: { from: 22, until: 8 } };
    return known;
  });
  host.on(unsubscribePush, () => {
    known = { ...known, devices: [] };
    return known;
  });
  host.on(saveQuietHours, ({ body }) => {
    known = { ...known, quiet: body.quiet };
    return known;
  });
  signIn();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

const show = () => render(<Push>the kinds</Push>);

test('are turned on for this device, then get quiet hours, and are turned off', async () => {
  browser();
  show();
  await pressFound('Turn on notifications');
  await screen.findByText(/^This device shows the notifications/);
  expect(host.asked(subscribePush).at(-1)?.body).toMatchObject({ endpoint: ENDPOINT, keys });
  expect(field('Until').value).toBe('8');
  fireEvent.change(field('Until'), { target: { value: '9' } });
  await waitFor(() => expect(known.quiet).toEqual({ from: 22, until: 9 }));
  const hours = screen.getByRole<HTMLInputElement>('checkbox', { name: /^Quiet hours/ });
  await waitFor(() => expect(hours.disabled).toBe(false));
  fireEvent.click(hours);
  await waitFor(() => expect(screen.queryByLabelText('Until')).toBeNull());
  await pressFound('Turn off notifications');
  await screen.findByText(/even when no page is open/);
  expect([known.devices, subscription]).toEqual([[], null]);
});

test.each([
  ['denies them', { denies: true }, 'Your browser blocks notifications from this site.'],
  ['fails', { breaks: true }, 'Your browser couldn’t turn on notifications. Please try again.'],
])('if the browser %s, the reason is shown and nothing is saved', async (_, how, reason) => {
  browser(how);
  show();
  await pressFound('Turn on notifications');
  expect((await screen.findByRole('alert')).textContent).toBe(reason);
  expect(known.devices).toEqual([]);
});

test.each([
  ['has denied them before', 'Chrome', () => browser({ permission: 'denied' }), /^Your browser blocks/],
  ['has none', 'Chrome', () => {}, /^This browser can’t show notifications/],
  ['is an iPhone’s', 'iPhone', () => {}, /add .* to your home screen first/],
])('a browser that %s says what to do instead', async (_, agent, setUp, words) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);
  setUp();
  show();
  await screen.findByText(words);
  expect(screen.queryByRole('button', { name: /notifications/ })).toBeNull();
});

test('can be loaded again after a failure', async () => {
  browser();
  host.on(getPush, () => refusal(500, 'internal'));
  show();
  await screen.findByText('We couldn’t load your devices');
  host.on(getPush, () => known);
  press('Retry');
  await screen.findByRole('button', { name: 'Turn on notifications' });
});

describe('offered with an order', () => {
  beforeEach(() => {
    known = { ...known, offered: true };
    host.on(answerOffer, ({ body }) => ({ accepted: body.accepts }));
  });

  test.each([
    ['turned on for orders on this device', 'Notify me', true, /^We’ll tell you on this device/],
    ['declined for good', 'No thanks', false, /^Okay, we won’t ask again/],
  ])('are %s with one press', async (_, name, accepts, words) => {
    browser();
    render(<SentOffer />);
    await pressFound(name);
    await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(words));
    expect(document.activeElement).toBe(screen.getByRole('status'));
    expect(host.bodies(answerOffer)).toEqual([{ kind: 'order', accepts }]);
    expect(host.asked(subscribePush)).toHaveLength(accepts ? 1 : 0);
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('stay offered, with the reason, if the browser denies them', async () => {
    browser({ denies: true });
    render(<SentOffer />);
    await pressFound('Notify me');
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Your browser blocks notifications/);
    expect(host.bodies(answerOffer)).toEqual([]);
    expect(screen.getByRole('button', { name: 'No thanks' })).toBeTruthy();
  });

  test.each([
    ['the player has chosen before', () => browser(), false],
    ['the browser has none', () => {}, true],
  ])('are not offered if %s', async (_, setUp, offered) => {
    known = { ...known, offered };
    setUp();
    const { container } = render(<SentOffer />);
    await waitFor(() => expect(host.asked(getPush)).toHaveLength(1));
    await vi.dynamicImportSettled();
    expect(container.textContent).toBe('');
  });
});

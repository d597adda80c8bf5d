import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { SettingsIsland } from '../../../src/islands/settings/SettingsIsland.tsx';
import { $deletionDue } from '../../../src/islands/settings/store.ts';
import { changeEmail } from '../../../src/lib/contract/auth/confirmation.ts';
import { listPasskeys, removeLogin } from '../../../src/lib/contract/auth/passkeys.ts';
import {
  deleteAccount,
  exportAccount,
  forgetDetail,
  listDevices,
  revokeDevice,
  revokeOtherDevices,
  saveNotification,
} from '../../../src/lib/contract/settings/settings.ts';
import { $session, patchUser } from '../../../src/lib/session/session.ts';
import { aUser, balance, signIn } from '../../support/fixtures.ts';
import { brokenLine, fieldError, hostOfEachTest, notFound, type Reply, refusal } from '../../support/host.ts';
import {
  button,
  field,
  focusOn,
  focusOnHeading,
  press,
  pressByKeyboard,
  pressFound,
  type,
  visit,
} from '../../support/screen.ts';
import { answerSettings } from '../../support/settings-answers.ts';

const host = hostOfEachTest();
let account = answerSettings(host);
afterEach(() => vi.restoreAllMocks());

async function open(change: Parameters<typeof answerSettings>[1] = {}) {
  account = answerSettings(host, change);
  signIn(account.settings.user);
  render(<SettingsIsland />);
  await screen.findByRole('heading', { name: 'Delete account' });
}
const section = (name: string) => within(screen.getByRole('region', { name }));
const dialogOf = async (name?: string) => within(await screen.findByRole('dialog', name ? { name } : {}));
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const down = () => refusal(500, 'internal');
const PASSWORD = 'correct horse 7';

test('devices that couldn’t be loaded show the reason and a retry', async () => {
  account = answerSettings(host);
  host.on(listDevices, down);
  signIn();
  render(<SettingsIsland />);
  await screen.findByText('We couldn’t load your devices');
  host.on(listDevices, () => ({ devices: [] }));
  press('Retry', section('Devices'));
  await screen.findByText('No other devices');
});

test('a login with a provider is listed, and removed with the password', async () => {
  const at = '2026-11-20T10:00:00.000Z';
  const google = { provider: 'google', name: 'Google', linked_at: at, last_used_at: at };
  const list = { passkeys: [], logins: [google], offered: false, asks_code: false };
  host.on(listPasskeys, () => list);
  const sent: string[] = [];
  host.on(removeLogin, ({ params, body }) => {
    sent.push(params.provider ?? '');
    return body.password === PASSWORD ? { ...list, logins: [] } : fieldError('password', 'That’s not yours.');
  });
  await open();
  await pressFound('Remove Google');
  const dialog = await dialogOf('Remove Google?');
  type('Your password', 'wrong horse 7', dialog);
  press('Remove', dialog);
  await dialog.findByText('That’s not yours.');
  type('Your password', PASSWORD, dialog);
  press('Remove', dialog);
  await waitFor(() => expect(screen.queryByText('Google')).toBeNull());
  expect(sent).toEqual(['google', 'google']);
});

test('only the section in the address is open, and the others show a summary and keep their input', async () => {
  visit('/user/settings#devices');
  await open();
  const isOpen = (name: string) =>
    screen.getByRole('heading', { name }).closest('details')?.hasAttribute('open');
  const stateOf = (name: string) => screen.getByRole('heading', { name }).nextElementSibling?.textContent;
  expect(['Devices', 'Password', 'Profile'].map(isOpen)).toEqual([true, false, false]);
  await waitFor(() => expect(stateOf('Devices')).toMatch(/^\d logged in$/));
  expect(stateOf('Notifications')).toBe('2 on the site, 1 by email');
  visit('/user/settings#password');
  fireEvent(window, new Event('hashchange'));
  expect(['Devices', 'Password', 'Profile'].map(isOpen)).toEqual([false, true, false]);
  type('New password', 'half typed');
  fireEvent.click(screen.getByRole('heading', { name: 'Profile' }));
  expect(['Devices', 'Password', 'Profile'].map(isOpen)).toEqual([false, false, true]);
  expect(field('New password').value).toBe('half typed');
  visit('/user/settings');
});

test('the theme is switched by the same button as on every page', async () => {
  await open();
  expect(section('Theme').getByRole('button').hasAttribute('data-theme-switch')).toBe(true);
});

describe('notifications', () => {
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
  const orders = () => [box('Orders on the site').checked, box('Orders by email').checked];
  const UNSAVED = 'We couldn’t save that. Our side is down for a moment.';

  test('are chosen one by one and saved immediately, or go back and say why; kinds that are never mailed or shown have no choice', async () => {
    await open();
    expect([box('Orders by email').checked, box('News on the site').checked]).toEqual([true, false]);
    expect(screen.queryByRole('checkbox', { name: 'Quests and points by email' })).toBeNull();
    expect(screen.queryByRole('checkbox', { name: 'Weekly summary on the site' })).toBeNull();
    fireEvent.click(box('Orders by email'));
    await waitFor(() =>
      expect(host.bodies(saveNotification)).toEqual([{ kind: 'order', site: true, mail: false, push: null }]),
    );
    expect(box('Orders by email').checked).toBe(false);
    expect(screen.queryByRole('alert')).toBeNull();
    host.on(saveNotification, down);
    fireEvent.click(box('News on the site'));
    await screen.findByText(UNSAVED);
    expect(box('News on the site').checked).toBe(false);
  });

  /** Makes two choices, and answers them one by one. */
  async function chooseTwice() {
    const answers: ((answer: Reply<typeof saveNotification>) => void)[] = [];
    host.on(saveNotification, () => new Promise((resolve) => answers.push(resolve)));
    fireEvent.click(box('Orders on the site'));
    fireEvent.click(box('Orders by email'));
    expect(orders()).toEqual([false, false]);
    return async (at: number, answer: Reply<typeof saveNotification>) => {
      await waitFor(() => expect(answers).toHaveLength(at + 1));
      answers[at]?.(answer);
    };
  }
  const saved = (site: boolean, mail: boolean) => ({
    ...account.settings,
    notifications: [{ kind: 'order' as const, site, mail, push: null }],
  });

  test('send two choices of a kind one after the other, and show only the newest’s result', async () => {
    await open();
    const give = await chooseTwice();
    await give(0, saved(false, true));
    await waitFor(() =>
      expect(host.bodies(saveNotification)).toEqual([
        { kind: 'order', site: false, mail: true, push: null },
        { kind: 'order', site: false, mail: false, push: null },
      ]),
    );
    expect(orders()).toEqual([false, false]);
    await give(1, down());
    await screen.findByText(UNSAVED);
    // As saved by the first choice.
    expect(orders()).toEqual([false, true]);
  });

  test('don’t undo a newer choice if an older one fails', async () => {
    await open();
    const give = await chooseTwice();
    await give(0, down());
    await screen.findByRole('alert');
    expect(orders()).toEqual([false, false]);
    await give(1, saved(false, false));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(orders()).toEqual([false, false]);
  });
});

describe('devices', () => {
  const ALL = 'Log out all others';
  const leave = (dialog: ReturnType<typeof section>) => {
    type('Your password', PASSWORD, dialog);
    press('Log out', dialog);
  };

  test('show last use and end, this device first and without a button', async () => {
    await open();
    const [mine, second, third] = await section('Devices').findAllByRole('listitem');
    expect(mine?.textContent).toMatch(/Chrome on Linux.*this device/);
    expect(mine?.querySelector('button')).toBeNull();
    expect(second?.textContent).toContain('logs out on 28 November 2026 if you don’t use it');
    expect(third?.textContent).toMatch(/logs out on 1 December 2026(Log out|$)/);
    expect(second?.querySelectorAll('time')).toHaveLength(2);
  });

  test('can be signed out one at a time, which moves the focus to the heading', async () => {
    await open();
    pressByKeyboard(await screen.findByRole('button', { name: 'Log out Firefox on Windows 2' }));
    const dialog = await dialogOf('Log out this device?');
    expect(screen.getByRole('dialog', { description: /^Firefox on Windows 2 ?, last used/ })).toBeTruthy();
    press('Log out', dialog);
    await dialog.findByText('Please enter your password.');
    expect(document.activeElement).toBe(field('Your password', dialog));
    leave(dialog);
    await waitFor(() => expect(section('Devices').getAllByRole('listitem')).toHaveLength(2));
    expect(host.asked(revokeDevice).map(({ path, body }) => [path, body])).toEqual([
      ['/api/user/devices/2/end', { password: PASSWORD }],
    ]);
    await focusOnHeading('Devices');
  });

  test('can all be signed out, and then the list says that there are no others', async () => {
    await open();
    await pressFound(ALL);
    leave(await dialogOf('Log out all other devices?'));
    await screen.findByText('No other devices');
    expect(host.bodies(revokeOtherDevices)).toEqual([{ password: PASSWORD }]);
    expect($session.get().state).toBe('signed-in');
  });

  test('show the current list if one is gone already, and show a failure', async () => {
    await open();
    await pressFound('Log out Firefox on Windows 3');
    const dialog = await dialogOf();
    host.on(revokeDevice, brokenLine);
    leave(dialog);
    expect((await dialog.findByRole('alert')).textContent).toContain('We couldn’t log it out.');
    host.on(revokeDevice, () => fieldError('password', "That isn't your password."));
    leave(dialog);
    await dialog.findByText("That isn't your password.");
    host.on(revokeDevice, notFound);
    leave(dialog);
    await noDialog();
    expect(host.asked(listDevices)).toHaveLength(2);
  });

  test('ask for nothing without a password, and on a rejection say to log in again', async () => {
    await open({ has_password: false });
    host.on(revokeOtherDevices, () => fieldError('password', 'Log in again.'));
    await pressFound(ALL);
    const dialog = await dialogOf();
    expect(dialog.queryByLabelText('Your password')).toBeNull();
    press('Log out', dialog);
    expect((await dialog.findByRole('alert')).textContent).toContain('Log in again.');
    expect(host.bodies(revokeOtherDevices)).toEqual([{}]);
  });
});

test('delivery details are shown, and deleted on request', async () => {
  await open({
    delivery: [
      {
        field: 'roblox_username',
        label: 'Roblox username',
        value: 'Mira_k',
        kept_until: '2027-11-20T10:00:00.000Z',
      },
    ],
  });
  const where = section('Delivery details');
  expect(where.getByRole('listitem').textContent).toMatch(/Roblox username Mira_k.*20 November 2027/);
  host.on(forgetDetail, brokenLine);
  press('Delete Roblox username', where);
  expect((await where.findByRole('alert')).textContent).toContain('We couldn’t delete it.');
  host.on(forgetDetail, () => ({ user: account.settings.user, delivery: [] }));
  press('Delete Roblox username', where);
  await where.findByText(/Nothing saved yet/);
  expect(where.queryByRole('alert')).toBeNull();
  expect(document.activeElement?.textContent).toContain('Delivery details');
});

test('the export saves a file of everything; a failure says why', async () => {
  const files: Promise<string>[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) files.push(blob.text());
    return 'blob:here';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  await open();
  host.on(exportAccount, () => Response.json({ made_at: '2026-11-20T10:00:00.000Z', profile: { id: 5 } }));
  const your = section('Your data');
  press('Everything (JSON)', your);
  await your.findByText(/^playtally-account-.*\.json is in your downloads\.$/);
  expect(JSON.parse((await files[0]) ?? '')).toMatchObject({ profile: { id: 5 } });
  host.on(exportAccount, () => refusal(429, 'too_many_requests', 'Please wait ten minutes.'));
  press('Everything (JSON)', your);
  await waitFor(() => expect(your.getByRole('status').textContent).toMatch(/wait|often|many/i));
  expect(files).toHaveLength(1);
});

describe('the deletion', () => {
  const DELETE = 'Delete in 14 days';
  const TITLE = 'We’ll delete your account';
  function ask() {
    press('Delete my account');
    return dialogOf();
  }

  test('shows its delay and what is lost before it starts, and ends the session afterwards', async () => {
    const user = aUser({ email_confirmed: true, balance: balance({ pending: 500 }) });
    await open({ user });
    expect(section('Delete account').getByText(/delete your account 14 days after you ask/)).toBeTruthy();
    host.on(deleteAccount, () => ({ due_at: '2026-12-04T10:00:00.000Z' }));
    const dialog = await ask();
    expect(
      screen.getByRole('dialog', { description: /14 days to change your mind.*lose 6,500 points/ }),
    ).toBeTruthy();
    fireEvent.click(dialog.getByRole('radio', { name: 'Delete them' }));
    type('Your password', PASSWORD, dialog);
    press(DELETE, dialog);
    press(DELETE, dialog);
    await focusOnHeading(TITLE);
    expect(host.bodies(deleteAccount)).toEqual([{ proof: PASSWORD, writings: 'remove' }]);
    expect(screen.getByText(/4 December 2026/)).toBeTruthy();
    expect(screen.getByText(/We’ve also emailed you this/)).toBeTruthy();
    expect($session.get().state).toBe('signed-out');
  });

  test('promises no mail to an account without a confirmed address', async () => {
    await open({ user: aUser({ email: null, email_confirmed: false }), has_password: false });
    host.on(deleteAccount, () => ({ due_at: '2026-12-04T10:00:00.000Z' }));
    const dialog = await ask();
    type('Enter player to continue', 'player', dialog);
    press(DELETE, dialog);
    await focusOnHeading(TITLE);
    expect(screen.queryByText(/emailed you/)).toBeNull();
  });

  test('without the password, or with a wrong one, does nothing and says so next to the field', async () => {
    await open();
    const dialog = await ask();
    const proof = field('Your password', dialog);
    press(DELETE, dialog);
    await dialog.findByText('Please fill this in.');
    expect(document.activeElement).toBe(proof);
    expect(host.asked(deleteAccount)).toEqual([]);
    host.on(deleteAccount, () => fieldError('proof', 'That isn’t your password.'));
    type('Your password', 'wrong horse 7', dialog);
    press(DELETE, dialog);
    await dialog.findByText('That isn’t your password.');
    expect(proof.value).toBe('wrong horse 7');
    expect($session.get().state).toBe('signed-in');
    press('Keep my account', dialog);
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'What we delete' })).toBeNull());
  });

  test('shows the current points, and no earlier attempt', async () => {
    await open();
    const dialog = await ask();
    expect(dialog.getByText('You’ll lose 6,000 points')).toBeTruthy();
    act(() => patchUser({ balance: balance({ available: 7000 }) }));
    expect(dialog.getByText('You’ll lose 7,000 points')).toBeTruthy();
    press(DELETE, dialog);
    await dialog.findByText('Please fill this in.');
    press('Keep my account', dialog);
    await noDialog();
    const again = await ask();
    await again.findByText('You’ll lose 7,000 points');
    expect(again.queryByText('Please fill this in.')).toBeNull();
  });

  test('of an account without a password is confirmed by its address', async () => {
    await open({ has_password: false });
    expect(field('Enter player@example.com to continue', await ask())).toBeTruthy();
  });

  test('is shown until the page is left, and signing in afterwards cancels it', async () => {
    $deletionDue.set('2026-12-04T10:00:00.000Z');
    render(<SettingsIsland />);
    await screen.findByRole('heading', { name: TITLE });
    cleanup();
    await open({ deletion: { days: 14, undone_at: '2026-11-19T10:00:00.000Z' } });
    expect(screen.queryByRole('heading', { name: TITLE })).toBeNull();
    section('Delete account').getByText(/logging in on 19 November 2026/);
  });
});

describe('an address that isn’t confirmed', () => {
  const SAVE = 'Save and send link';
  const notice = () => section('Confirm your email address');
  const isWrong = (label: string) =>
    waitFor(() => expect(field(label, notice()).getAttribute('aria-invalid')).toBe('true'));
  const answerEmail = () =>
    host.on(changeEmail, ({ body }) => ({ user: { ...account.settings.user, email: body.email } }));

  test('is shown first, and can be fixed', async () => {
    await open({ user: aUser({ email_confirmed: false }) });
    expect(notice().getByText('player@example.com')).toBeTruthy();
    pressByKeyboard(button('Wrong address? Change it', notice()));
    await focusOn(() => field('Email address', notice()));
    type('Email address', 'nowhere', notice());
    press(SAVE);
    await isWrong('Email address');
    answerEmail();
    type('Email address', 'mira@example.com', notice());
    press(SAVE);
    await isWrong('Your password');
    expect(host.asked(changeEmail)).toEqual([]);
    type('Your password', PASSWORD, notice());
    press(SAVE);
    await notice().findByText('Saved. Check your inbox for the link.');
    expect(host.bodies(changeEmail)).toEqual([{ email: 'mira@example.com', password: PASSWORD }]);
    expect(notice().getByText('mira@example.com')).toBeTruthy();
  });

  test('isn’t shown for an account with a confirmed address', async () => {
    await open();
    expect(screen.queryByRole('region', { name: /isn’t confirmed/ })).toBeNull();
  });
});

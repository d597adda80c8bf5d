import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SettingsIsland } from '../../src/islands/settings/SettingsIsland.tsx';
import { connectApi } from '../../src/lib/api/client.ts';
import { $deletionDue, $deletionForm, $emailForm } from '../../src/lib/stores/account-settings.ts';
import { $session, patchUser } from '../../src/lib/stores/session.ts';
import { aUser, brokenLine, fieldRefusal, refusal, storeUser } from '../support/reward-host.ts';
import { settingsHost } from '../support/settings-host.ts';

let host = settingsHost();

beforeEach(() => {
  $deletionForm.set({ state: 'open' });
  $emailForm.set({ state: 'open' });
  $deletionDue.set(null);
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function open(...given: Parameters<typeof settingsHost>) {
  host = settingsHost(...given);
  connectApi({ fetch: host.fetch });
  storeUser(host.settings.user);
  render(<SettingsIsland />);
  await screen.findByRole('heading', { name: 'Delete the account' });
}
const section = (name: string) => within(screen.getByRole('region', { name }));
const bodies = (call: string) => host.calls(call).map(({ body }) => body);

// First, since what was loaded before is shown until the next answer.
test('devices that could not be loaded have their reason and another try', async () => {
  host = settingsHost();
  host.on('GET /api/user/devices', () => refusal(500, 'internal', 'Something went wrong.'));
  connectApi({ fetch: host.fetch });
  storeUser(host.settings.user);
  render(<SettingsIsland />);
  await screen.findByText('The devices could not be loaded');
  host.on('GET /api/user/devices', () => ({ devices: [] }));
  fireEvent.click(section('Devices').getByRole('button', { name: 'Retry' }));
  await screen.findByText('You are signed in nowhere else.');
});

describe('notices', () => {
  const NOTICES = 'PUT /api/user/settings/notifications';
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });

  test('are chosen one by one and saved at once; what is never mailed has no choice', async () => {
    await open();
    expect([box('Orders by mail').checked, box('News on the site').checked]).toEqual([true, false]);
    expect(screen.queryByRole('checkbox', { name: 'Quests and points by mail' })).toBeNull();
    fireEvent.click(box('Orders by mail'));
    await waitFor(() => expect(bodies(NOTICES)).toEqual([{ kind: 'order', site: true, mail: false }]));
    expect(box('Orders by mail').checked).toBe(false);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('a choice that can’t be saved goes back, and says why', async () => {
    await open();
    host.on(NOTICES, () => refusal(500, 'internal', 'Our side is down for a moment.'));
    fireEvent.click(box('News on the site'));
    await screen.findByText('That wasn’t saved. Our side is down for a moment.');
    expect(box('News on the site').checked).toBe(false);
  });

  /** Answers of the choices, to be given one by one. */
  function held() {
    const answers: ((answer: Response | object) => void)[] = [];
    host.on(NOTICES, () => new Promise((resolve) => answers.push(resolve)));
    return async (at: number, answer: Response | object) => {
      await waitFor(() => expect(answers).toHaveLength(at + 1));
      answers[at]?.(answer);
    };
  }
  const refused = () => refusal(500, 'internal', 'Our side is down for a moment.');
  const saved = (site: boolean, mail: boolean) => ({
    ...host.settings,
    notifications: [{ kind: 'order', site, mail }],
  });
  const orders = () => [box('Orders on the site').checked, box('Orders by mail').checked];

  test('two choices of a kind are sent one after the other, and only the newest’s end is shown', async () => {
    await open();
    const answer = held();
    fireEvent.click(box('Orders on the site'));
    fireEvent.click(box('Orders by mail'));
    expect(orders()).toEqual([false, false]);
    await answer(0, saved(false, true));
    await waitFor(() =>
      expect(bodies(NOTICES)).toEqual([
        { kind: 'order', site: false, mail: true },
        { kind: 'order', site: false, mail: false },
      ]),
    );
    expect(orders()).toEqual([false, false]);
    await answer(1, refused());
    await screen.findByText('That wasn’t saved. Our side is down for a moment.');
    // As the first one was saved.
    expect(orders()).toEqual([false, true]);
  });

  test('a choice that fails takes nothing of a newer one back', async () => {
    await open();
    const answer = held();
    fireEvent.click(box('Orders on the site'));
    fireEvent.click(box('Orders by mail'));
    await answer(0, refused());
    await screen.findByRole('alert');
    expect(orders()).toEqual([false, false]);
    await answer(1, saved(false, false));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(orders()).toEqual([false, false]);
  });
});

test('the look is switched by the button that every page knows', async () => {
  await open();
  const button = section('Dark or light').getByRole('button');
  expect(button.hasAttribute('data-theme-switch')).toBe(true);
});

describe('devices', () => {
  const PASSWORD = 'correct horse 7';
  const leave = (dialog: ReturnType<typeof section>) => {
    fireEvent.change(dialog.getByLabelText('Your password'), { target: { value: PASSWORD } });
    fireEvent.click(dialog.getByRole('button', { name: 'Sign out' }));
  };

  test('stand with their last use and when they end, this one first and without a button', async () => {
    await open();
    const [mine, second, third] = await section('Devices').findAllByRole('listitem');
    expect(mine?.textContent).toMatch(/Chrome on Linux.*this one/);
    expect(within(mine ?? document.body).queryByRole('button')).toBeNull();
    expect(second?.textContent).toContain('signed out on 28 November 2026 unless it is used before');
    expect(third?.textContent).toMatch(
      /signed out on 1 December 2026$|signed out on 1 December 2026Sign out/,
    );
    expect(second?.querySelectorAll('time')).toHaveLength(2);
  });

  test('one is signed out by itself, and the focus goes to the heading', async () => {
    await open();
    const opener = await screen.findByRole('button', { name: 'Sign out Firefox on Windows 2' });
    opener.focus();
    fireEvent.click(opener);
    const dialog = within(await screen.findByRole('dialog', { name: 'Sign out one device?' }));
    expect(dialog.getByText('Firefox on Windows 2').tagName).toBe('B');
    fireEvent.click(dialog.getByRole('button', { name: 'Sign out' }));
    await dialog.findByText('Please enter your password.');
    expect(document.activeElement).toBe(dialog.getByLabelText('Your password'));
    leave(dialog);
    await waitFor(() => expect(section('Devices').getAllByRole('listitem')).toHaveLength(2));
    expect(bodies('POST /api/user/devices/2/end')).toEqual([{ password: PASSWORD }]);
    const heading = screen.getByRole('heading', { name: 'Devices' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });

  test('all others go at once, and then it says that there are none', async () => {
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Sign out all others' }));
    leave(within(await screen.findByRole('dialog', { name: 'Sign out all others?' })));
    await screen.findByText('You are signed in nowhere else.');
    expect(bodies('POST /api/user/devices/end')).toEqual([{ password: PASSWORD }]);
    expect($session.get().state).toBe('signed-in');
  });

  test('one that is gone already leaves the list as it is now; a failure says so', async () => {
    await open();
    host.on('POST /api/user/devices/3/end', brokenLine);
    fireEvent.click(await screen.findByRole('button', { name: 'Sign out Firefox on Windows 3' }));
    const dialog = within(await screen.findByRole('dialog'));
    leave(dialog);
    expect((await dialog.findByRole('alert')).textContent).toContain('It wasn’t signed out.');
    host.on('POST /api/user/devices/3/end', () => fieldRefusal('password', "That isn't your password."));
    leave(dialog);
    await dialog.findByText("That isn't your password.");
    host.on('POST /api/user/devices/3/end', () =>
      refusal(404, 'not_found', 'There is nothing at this address.'),
    );
    leave(dialog);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(host.calls('GET /api/user/devices')).toHaveLength(2);
  });

  test('without a password nothing is asked for, and a refusal says to log in again', async () => {
    await open({ has_password: false });
    host.on('POST /api/user/devices/end', () => fieldRefusal('password', 'Log in again.'));
    fireEvent.click(await screen.findByRole('button', { name: 'Sign out all others' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByLabelText('Your password')).toBeNull();
    fireEvent.click(dialog.getByRole('button', { name: 'Sign out' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('Log in again.');
    expect(bodies('POST /api/user/devices/end')).toEqual([{}]);
  });
});

describe('where rewards go', () => {
  const saved = {
    field: 'roblox_username',
    label: 'Roblox username',
    value: 'Mira_k',
    kept_until: '2027-11-20T10:00:00.000Z',
  };

  test('is shown, and forgotten when asked', async () => {
    await open({ delivery: [saved] });
    const where = section('Where rewards go');
    expect(where.getByRole('listitem').textContent).toMatch(/Roblox username Mira_k.*20 November 2027/);
    host.on('DELETE /api/user/delivery-details/roblox_username', brokenLine);
    fireEvent.click(where.getByRole('button', { name: 'Forget Roblox username' }));
    expect((await where.findByRole('alert')).textContent).toContain('It wasn’t forgotten.');
    host.on('DELETE /api/user/delivery-details/roblox_username', () => ({
      user: host.settings.user,
      delivery: [],
    }));
    fireEvent.click(where.getByRole('button', { name: 'Forget Roblox username' }));
    await where.findByText(/Nothing is saved/);
    expect(where.queryByRole('alert')).toBeNull();
    expect(document.activeElement?.textContent).toContain('Where rewards go');
  });
});

describe('the export', () => {
  test('saves a file of everything, and another of the ledger; a failure says why', async () => {
    const files: { name: string; text: Promise<string> }[] = [];
    let blob = new Blob();
    vi.spyOn(URL, 'createObjectURL').mockImplementation((given) => {
      blob = given as Blob;
      return 'blob:here';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      files.push({ name: this.download, text: blob.text() });
    });
    await open();
    host.on('GET /api/user/export', () => ({ made_at: '2026-11-20T10:00:00.000Z', profile: { id: 5 } }));
    const your = section('Your data');
    fireEvent.click(your.getByRole('button', { name: 'All of it, as JSON' }));
    await your.findByText(/^playtally-account-.*\.json is in your downloads\.$/);
    expect(JSON.parse((await files[0]?.text) ?? '')).toMatchObject({ profile: { id: 5 } });
    host.on('GET /api/user/export', () => refusal(429, 'too_many_requests', 'Please wait ten minutes.'));
    fireEvent.click(your.getByRole('button', { name: 'All of it, as JSON' }));
    await waitFor(() => expect(your.getByRole('status').textContent).toMatch(/wait|often|many/i));
    expect(files).toHaveLength(1);
  });
});

describe('the deletion', () => {
  const DELETION = 'POST /api/user/deletion';

  async function ask() {
    fireEvent.click(screen.getByRole('button', { name: 'Delete my account' }));
    return within(await screen.findByRole('dialog'));
  }

  test('tells its delay and what it costs before it is done, and ends the session after', async () => {
    await open({
      user: aUser({
        email_confirmed: true,
        balance: { available: 6000, pending: 500, reserved: 0, debt: 0 },
      }),
    });
    expect(section('Delete the account').getByText(/erased 14 days after you ask/)).toBeTruthy();
    host.on(DELETION, () => ({ due_at: '2026-12-04T10:00:00.000Z' }));
    const dialog = await ask();
    expect(dialog.getByText('6,500 points lapse')).toBeTruthy();
    fireEvent.click(dialog.getByRole('radio', { name: 'Remove it' }));
    fireEvent.change(dialog.getByLabelText('Your password'), { target: { value: 'correct horse 7' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Delete in 14 days' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Delete in 14 days' }));
    const heading = await screen.findByRole('heading', { name: 'Your account will be deleted' });
    expect(bodies(DELETION)).toEqual([{ proof: 'correct horse 7', writings: 'remove' }]);
    expect(screen.getByText(/4 December 2026/)).toBeTruthy();
    expect(document.activeElement).toBe(heading);
    expect($session.get().state).toBe('signed-out');
  });

  test('without the password, or by a wrong one, does nothing and says so beside the field', async () => {
    await open();
    const dialog = await ask();
    const proof = dialog.getByLabelText<HTMLInputElement>('Your password');
    fireEvent.click(dialog.getByRole('button', { name: 'Delete in 14 days' }));
    await dialog.findByText('Please fill this in.');
    expect(document.activeElement).toBe(proof);
    expect(bodies(DELETION)).toEqual([]);
    host.on(DELETION, () => fieldRefusal('proof', 'That isn’t your password.'));
    fireEvent.change(proof, { target: { value: 'wrong horse 7' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Delete in 14 days' }));
    await dialog.findByText('That isn’t your password.');
    expect(proof.value).toBe('wrong horse 7');
    expect($session.get().state).toBe('signed-in');
    fireEvent.click(dialog.getByRole('button', { name: 'Keep it' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'What goes' })).toBeNull());
  });

  test('tells of the points that one has by now, and of no earlier try', async () => {
    await open();
    let dialog = await ask();
    expect(dialog.getByText('6,000 points lapse')).toBeTruthy();
    act(() => patchUser({ balance: { available: 7000, pending: 0, reserved: 0, debt: 0 } }));
    expect(dialog.getByText('7,000 points lapse')).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Delete in 14 days' }));
    await dialog.findByText('Please fill this in.');
    fireEvent.click(dialog.getByRole('button', { name: 'Keep it' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    dialog = await ask();
    await dialog.findByText('7,000 points lapse');
    expect(dialog.queryByText('Please fill this in.')).toBeNull();
  });

  test('of an account without a password is confirmed by its address', async () => {
    await open({ has_password: false });
    const dialog = await ask();
    expect(dialog.getByLabelText('Enter player@example.com to go on')).toBeTruthy();
  });

  test('is told of until the page is left: whoever is signed in after has called it off', async () => {
    $deletionDue.set('2026-12-04T10:00:00.000Z');
    render(<SettingsIsland />);
    await screen.findByRole('heading', { name: 'Your account will be deleted' });
    cleanup();
    await open();
    expect(screen.queryByRole('heading', { name: 'Your account will be deleted' })).toBeNull();
  });

  test('that was called off by signing in is told', async () => {
    await open({ deletion: { days: 14, undone_at: '2026-11-19T10:00:00.000Z' } });
    expect(
      section('Delete the account').getByText(/Signing in on 19 November 2026 called it off/),
    ).toBeTruthy();
  });
});

describe('an address that isn’t confirmed', () => {
  test('is told first, and can be mended', async () => {
    await open({ user: aUser({ email_confirmed: false }) });
    const notice = section('Your e-mail address isn’t confirmed');
    expect(notice.getByText('player@example.com')).toBeTruthy();
    const mend = notice.getByRole('button', { name: 'The address is wrong' });
    mend.focus();
    fireEvent.click(mend);
    const address = notice.getByLabelText<HTMLInputElement>('E-mail address');
    await waitFor(() => expect(document.activeElement).toBe(address));
    fireEvent.change(address, { target: { value: 'nowhere' } });
    fireEvent.click(notice.getByRole('button', { name: 'Save and mail me a link' }));
    await waitFor(() => expect(address.getAttribute('aria-invalid')).toBe('true'));
    expect(bodies('PUT /api/user/settings/email')).toEqual([]);
    host.on('PUT /api/user/settings/email', ({ body }) => ({
      user: { ...host.settings.user, ...(body as object) },
    }));
    fireEvent.change(address, { target: { value: 'mira@example.com' } });
    fireEvent.click(notice.getByRole('button', { name: 'Save and mail me a link' }));
    const secret = notice.getByLabelText<HTMLInputElement>('Your password');
    await waitFor(() => expect(secret.getAttribute('aria-invalid')).toBe('true'));
    expect(bodies('PUT /api/user/settings/email')).toEqual([]);
    fireEvent.change(secret, { target: { value: 'a long password' } });
    fireEvent.click(notice.getByRole('button', { name: 'Save and mail me a link' }));
    await notice.findByText('Saved. The link is on its way.');
    expect(bodies('PUT /api/user/settings/email')).toEqual([
      { email: 'mira@example.com', password: 'a long password' },
    ]);
    expect(notice.getByText('mira@example.com')).toBeTruthy();
  });

  test('of an account without a password is given without one', async () => {
    await open({ user: aUser({ email: null, email_confirmed: false }), has_password: false });
    const notice = section('Your e-mail address isn’t confirmed');
    expect(notice.queryByLabelText('Your password')).toBeNull();
    host.on('PUT /api/user/settings/email', ({ body }) => ({
      user: { ...host.settings.user, ...(body as object) },
    }));
    fireEvent.change(notice.getByLabelText('E-mail address'), { target: { value: 'mira@example.com' } });
    fireEvent.click(notice.getByRole('button', { name: 'Save and mail me a link' }));
    await notice.findByText('Saved. The link is on its way.');
    expect(bodies('PUT /api/user/settings/email')).toEqual([{ email: 'mira@example.com' }]);
  });

  test('is said of no account whose address is', async () => {
    await open();
    expect(screen.queryByRole('region', { name: /isn’t confirmed/ })).toBeNull();
  });
});

import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { SettingsIsland } from '../../src/islands/settings/SettingsIsland.tsx';
import { connectApi } from '../../src/lib/api/client.ts';
import type { SecondFactor } from '../../src/lib/contract/second-factor.ts';
import { brokenLine, fieldRefusal, refusal, storeUser } from '../support/reward-host.ts';
import { settingsHost } from '../support/settings-host.ts';

const CODE = 'Code of your authenticator app';
const ON = { on_since: '2026-11-03T10:00:00.000Z', recovery_codes_left: 7 } as const;
const AT = '/api/user/second-factor';

let host = settingsHost();
afterEach(() => {
  vi.restoreAllMocks();
});

const panel = () => within(screen.getByRole('region', { name: 'Codes from an app' }));
const type = (name: string, value: string) =>
  fireEvent.change(panel().getByLabelText(name), { target: { value } });
const press = (name: string) => fireEvent.click(panel().getByRole('button', { name }));
const bodies = (call: string) => host.calls(`POST ${AT}/${call}`).map(({ body }) => body);

async function open(factor: Partial<SecondFactor> = {}, prepare = () => {}) {
  host = settingsHost();
  host.factor = { ...host.factor, ...factor };
  prepare();
  connectApi({ fetch: host.fetch });
  storeUser(host.settings.user);
  render(<SettingsIsland />);
  await screen.findByRole('heading', { name: 'Codes from an app' });
}

/** As far as the app and its first code. */
async function setUp() {
  await open();
  fireEvent.change(await screen.findByLabelText('Your password'), { target: { value: 'correct horse 7' } });
  press('Set it up');
  await screen.findByLabelText(CODE);
}

test('could not be loaded: says why, and can be asked for again', async () => {
  await open({}, () => host.on(`GET ${AT}`, () => refusal(500, 'internal', 'Our side is down.')));
  await screen.findByText('Whether they are on could not be loaded');
  host.on(`GET ${AT}`, () => ({ second_factor: host.factor }));
  press('Retry');
  await screen.findByRole('button', { name: 'Set it up' });
});

test('is set up by the password, the app and a first code, and shows the recovery codes once', async () => {
  await open();
  await screen.findByLabelText('Your password');
  press('Set it up');
  await panel().findByText('Please enter your password.');
  expect(document.activeElement).toBe(panel().getByLabelText('Your password'));
  host.on(`POST ${AT}/setup`, () => fieldRefusal('password', "That isn't your password."));
  type('Your password', 'another horse 8');
  press('Set it up');
  await panel().findByText("That isn't your password.");
  cleanup();

  await setUp();
  expect(bodies('setup')).toEqual([{ password: 'correct horse 7' }]);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Codes from an app' }));
  expect(panel().getByRole('img', { name: 'QR code' })).toBeTruthy();
  expect(panel().getByText('ABCD 2345')).toBeTruthy();
  expect(panel().getByRole('link', { name: 'open the app on this device' }).getAttribute('href')).toMatch(
    /^otpauth:/,
  );
  press('Turn on');
  await panel().findByText(/has six digits/);
  expect(bodies('confirm')).toEqual([]);
  type(CODE, '123456');
  press('Turn on');
  await panel().findByRole('heading', { name: 'Your recovery codes' });
  expect(panel().getAllByRole('listitem')).toHaveLength(10);
  expect(panel().getByText(/It is on. 2 other devices are still signed in/)).toBeTruthy();
  press('I have kept them');
  await panel().findByText(/10 recovery codes are left/);
  expect(document.body.textContent).not.toContain('AAAAA-BBBBA');
});

test('the recovery codes are copied and downloaded, all of them', async () => {
  await setUp();
  type(CODE, '123456');
  press('Turn on');
  await panel().findByRole('heading', { name: 'Your recovery codes' });
  const copied: string[] = [];
  vi.stubGlobal('navigator', {
    ...navigator,
    clipboard: { writeText: async (text: string) => copied.push(text) },
  });
  press('Copy all');
  await panel().findByText('Copied');
  expect(copied[0]?.split('\n')).toHaveLength(10);
  vi.unstubAllGlobals();
  const made: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${made.push(blob as Blob)}`);
  press('Download');
  await panel().findByText('playtally-recovery-codes.txt is in your downloads.');
  expect((await made[0]?.text())?.match(/AAAAA-BBBB./g)).toHaveLength(10);
});

test('nothing is on before the first code, and the secret is gone once the page is left', async () => {
  await setUp();
  press('Leave it off');
  await panel().findByRole('button', { name: 'Set it up' });
  expect(document.body.textContent).not.toContain('ABCD 2345');
  type('Your password', 'correct horse 7');
  press('Set it up');
  await screen.findByText('ABCD 2345');
  cleanup();
  await open();
  await screen.findByRole('button', { name: 'Set it up' });
  expect(document.body.textContent).not.toContain('ABCD 2345');
});

test.each([
  ['password', /sign in by Google or Steam alone/],
  ['confirmed_email', /Confirm your e-mail address first/],
] as const)('without a %s says what comes first, and has no form', async (needs, words) => {
  await open({ needs });
  await panel().findByText(words);
  expect(panel().queryByRole('button')).toBeNull();
});

test('on, says since when and how many recovery codes are left, and warns of the last ones', async () => {
  await open(ON);
  await panel().findByText(/On since/);
  expect(panel().getByText('7 recovery codes are left.')).toBeTruthy();
  expect(panel().queryByText(/Make new ones while/)).toBeNull();
  cleanup();
  await open({ ...ON, recovery_codes_left: 1 });
  await panel().findByText('1 recovery code is left.');
  expect(panel().getByText(/Make new ones while you have the app/)).toBeTruthy();
});

test('new recovery codes take password and code, and stand in place of those from before', async () => {
  await open(ON);
  fireEvent.click(await screen.findByRole('button', { name: 'New recovery codes' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New recovery codes' }));
  // A recovery code makes no others.
  expect(dialog.queryByRole('button', { name: /recovery code/ })).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: 'Make new ones' }));
  await dialog.findByText('Please enter your password.');
  fireEvent.change(dialog.getByLabelText('Your password'), { target: { value: 'correct horse 7' } });
  fireEvent.change(dialog.getByLabelText(CODE), { target: { value: '123456' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Make new ones' }));
  await panel().findByRole('heading', { name: 'Your recovery codes' });
  expect(bodies('recovery-codes')).toEqual([{ password: 'correct horse 7', code: '123456' }]);
});

test('it is turned off by a recovery code as well; what went wrong is said, and nothing is lost', async () => {
  await open(ON);
  fireEvent.click(await screen.findByRole('button', { name: 'Turn off' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Turn the codes off' }));
  fireEvent.change(dialog.getByLabelText('Your password'), { target: { value: 'correct horse 7' } });
  fireEvent.click(dialog.getByRole('button', { name: 'App lost? Use a recovery code' }));
  fireEvent.change(dialog.getByLabelText('Recovery code'), { target: { value: 'k7qx2-ab4df' } });
  host.on(`POST ${AT}/off`, brokenLine);
  const off = dialog.getByRole('button', { name: 'Turn off' });
  fireEvent.click(off);
  expect((await dialog.findByRole('alert')).textContent).toContain('be reached');
  host.on(`POST ${AT}/off`, () => ({
    second_factor: { ...host.factor, on_since: null, recovery_codes_left: 0 },
  }));
  fireEvent.click(off);
  fireEvent.click(off);
  await panel().findByText(/Turned off/);
  expect(bodies('off')).toEqual(Array(2).fill({ password: 'correct horse 7', code: 'k7qx2-ab4df' }));
  expect(panel().getByRole('button', { name: 'Set it up' })).toBeTruthy();
});

test('reported lost, says from when on it comes off, and is kept on by one press', async () => {
  await open({ ...ON, lost: { since: '2026-11-20T10:00:00.000Z', due_at: '2026-11-27T10:00:00.000Z' } });
  await panel().findByText(
    /Somebody reported app and recovery codes as lost. From 27 November 2026 at 10:00 UTC/,
  );
  host.on(`POST ${AT}/keep`, brokenLine);
  press('Keep the codes on');
  expect((await panel().findByRole('alert')).textContent).toContain('be reached');
  host.on(`POST ${AT}/keep`, () => ({ second_factor: { ...host.factor, lost: null } }));
  press('Keep the codes on');
  press('Keep the codes on');
  await waitFor(() => expect(panel().queryByText(/reported app and recovery codes/)).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Codes from an app' }));
  expect(bodies('keep')).toHaveLength(2);
});

test('where the site asks for one, says why nothing else is open, has the focus, and can’t be turned off', async () => {
  await open({ required: true });
  await panel().findByText(/This site asks every player for a code at each log-in/);
  const title = screen.getByRole('heading', { name: 'Codes from an app' });
  await waitFor(() => expect(document.activeElement).toBe(title));
  type('Your password', 'correct horse 7');
  press('Set it up');
  await screen.findByLabelText(CODE);
  type(CODE, '123456');
  press('Turn on');
  await panel().findByRole('heading', { name: 'Your recovery codes' });
  press('I have kept them');
  await panel().findByText(/10 recovery codes are left/);
  expect(panel().queryByText(/asks every player/)).toBeNull();
  expect(panel().queryByRole('button', { name: 'Turn off' })).toBeNull();
  cleanup();
  // By a provider alone: the second step is theirs.
  await open({ required: true, needs: 'password' });
  await panel().findByText(/sign in by Google or Steam alone/);
  expect(panel().queryByText(/asks every player/)).toBeNull();
});

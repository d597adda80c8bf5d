import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { SettingsIsland } from '../../../src/islands/settings/SettingsIsland.tsx';
import {
  confirmApp,
  getSecondFactor,
  keepFactor,
  renewRecoveryCodes,
  type SecondFactor,
  setUpApp,
  turnOffApp,
} from '../../../src/lib/contract/auth/second-factor.ts';
import { signIn } from '../../support/fixtures.ts';
import { brokenLine, fieldError, hostOfEachTest, refusal } from '../../support/host.ts';
import {
  button,
  field,
  findButton,
  focusOn,
  linkTo,
  press as pressAnywhere,
  type as typeAnywhere,
} from '../../support/screen.ts';
import { answerSettings } from '../../support/settings-answers.ts';

const TITLE = 'Two-factor authentication';
const CODE = 'Code from your authenticator app';
const PASSWORD = 'correct horse 7';
const ON = { on_since: '2026-11-03T10:00:00.000Z', recovery_codes_left: 7 } as const;

const host = hostOfEachTest();
let account = answerSettings(host);
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const panel = () => within(screen.getByRole('region', { name: TITLE }));
const title = () => screen.getByRole('heading', { name: TITLE });
const type = (label: string, value: string) => typeAnywhere(label, value, panel());
const press = (name: string) => pressAnywhere(name, panel());

async function open(factor: Partial<SecondFactor> = {}, prepare = () => {}) {
  cleanup();
  account = answerSettings(host, {}, factor);
  prepare();
  signIn(account.settings.user);
  render(<SettingsIsland />);
  await screen.findByRole('heading', { name: TITLE });
}
/** Goes as far as the app and its first code. */
async function setUp(factor: Partial<SecondFactor> = {}) {
  await open(factor);
  await screen.findByLabelText('Your password');
  type('Your password', PASSWORD);
  press('Set it up');
  await screen.findByLabelText(CODE);
}
/** Continues to the recovery codes. */
async function turnOn(factor: Partial<SecondFactor> = {}) {
  await setUp(factor);
  type(CODE, '123456');
  press('Turn on');
  await panel().findByRole('heading', { name: 'Your recovery codes' });
}

test('says why it couldn’t be loaded, and can be retried', async () => {
  await open({}, () => host.on(getSecondFactor, () => refusal(500, 'internal')));
  await screen.findByText('We couldn’t load your two-factor settings');
  host.on(getSecondFactor, () => ({ second_factor: account.factor }));
  press('Retry');
  await findButton('Set it up');
});

test('is set up with the password, the app and a first code, and shows the recovery codes once', async () => {
  await open();
  await screen.findByLabelText('Your password');
  press('Set it up');
  await panel().findByText('Please enter your password.');
  expect(document.activeElement).toBe(field('Your password', panel()));
  host.on(setUpApp, () => fieldError('password', "That isn't your password."));
  type('Your password', 'another horse 8');
  press('Set it up');
  await panel().findByText("That isn't your password.");

  await setUp();
  expect(host.bodies(setUpApp).at(-1)).toEqual({ password: PASSWORD });
  expect(document.activeElement).toBe(title());
  expect(panel().getByRole('img', { name: 'QR code' })).toBeTruthy();
  expect(panel().getByText('ABCD 2345')).toBeTruthy();
  expect(linkTo('open the app on this device', panel())).toMatch(/^otpauth:/);
  press('Turn on');
  await panel().findByText(/Enter the six digits/);
  expect(host.asked(confirmApp)).toEqual([]);
  type(CODE, '123456');
  press('Turn on');
  await panel().findByRole('heading', { name: 'Your recovery codes' });
  expect(panel().getAllByRole('listitem')).toHaveLength(10);
  expect(
    panel().getByText(/Two-factor authentication is on. 2 other devices are still logged in/),
  ).toBeTruthy();
  press('I’ve saved them');
  await panel().findByText(/10 recovery codes left/);
  expect(document.body.textContent).not.toContain('AAAAA-BBBBA');
});

test('the recovery codes are copied and downloaded, all of them', async () => {
  await turnOn();
  const writeText = vi.fn(async (_: string) => {});
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  press('Copy all');
  await panel().findByText('Copied');
  expect(writeText.mock.lastCall?.[0].split('\n')).toHaveLength(10);
  const made: Promise<string>[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) made.push(blob.text());
    return 'blob:here';
  });
  press('Download');
  await panel().findByText('playtally-recovery-codes.txt is in your downloads.');
  expect((await made[0])?.match(/AAAAA-BBBB./g)).toHaveLength(10);
});

test('is off until the first code, and forgets the secret once the page is left', async () => {
  await setUp();
  press('Not now');
  await findButton('Set it up');
  expect(document.body.textContent).not.toContain('ABCD 2345');
  await setUp();
  expect(screen.getByText('ABCD 2345')).toBeTruthy();
  await open();
  await findButton('Set it up');
  expect(document.body.textContent).not.toContain('ABCD 2345');
});

test.each([
  ['password', /log in with another service/],
  ['confirmed_email', /You need a confirmed email address first/],
] as const)('without a %s says what to do first, and shows no form', async (needs, words) => {
  await open({ needs });
  await panel().findByText(words);
  expect(panel().queryByRole('button')).toBeNull();
});

test('says when it was turned on and how many recovery codes are left, and warns about the last ones', async () => {
  await open(ON);
  await panel().findByText(/On since/);
  expect(panel().getByText('7 recovery codes left.')).toBeTruthy();
  expect(panel().queryByText(/Get new codes while/)).toBeNull();
  await open({ ...ON, recovery_codes_left: 1 });
  await panel().findByText('1 recovery code left.');
  expect(panel().getByText(/Get new codes while you have the app/)).toBeTruthy();
});

test('replaces recovery codes with password and code', async () => {
  await open(ON);
  await findButton('New recovery codes');
  press('New recovery codes');
  const dialog = within(
    await screen.findByRole('dialog', {
      name: 'New recovery codes',
      description: /Your old ones stop working/,
    }),
  );
  // A recovery code can't make new ones.
  expect(dialog.queryByRole('button', { name: /recovery code/ })).toBeNull();
  pressAnywhere('Get new codes', dialog);
  await dialog.findByText('Please enter your password.');
  typeAnywhere('Your password', PASSWORD, dialog);
  typeAnywhere(CODE, '123456', dialog);
  pressAnywhere('Get new codes', dialog);
  await panel().findByRole('heading', { name: 'Your recovery codes' });
  expect(host.bodies(renewRecoveryCodes)).toEqual([{ password: PASSWORD, code: '123456' }]);
});

test('can be turned off with a recovery code too, and on an error keeps the input and says why', async () => {
  await open(ON);
  fireEvent.click(await findButton('Turn off'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Turn off two-factor authentication' }));
  typeAnywhere('Your password', PASSWORD, dialog);
  pressAnywhere('Lost your app? Use a recovery code', dialog);
  typeAnywhere('Recovery code', 'k7qx2-ab4df', dialog);
  host.on(turnOffApp, brokenLine);
  const off = button('Turn off', dialog);
  fireEvent.click(off);
  expect((await dialog.findByRole('alert')).textContent).toContain('can’t connect');
  host.on(turnOffApp, () => ({
    second_factor: { ...account.factor, on_since: null, recovery_codes_left: 0 },
  }));
  fireEvent.click(off);
  fireEvent.click(off);
  await panel().findByText(/Turned off/);
  expect(host.bodies(turnOffApp)).toEqual(Array(2).fill({ password: PASSWORD, code: 'k7qx2-ab4df' }));
  expect(button('Set it up', panel())).toBeTruthy();
});

test('when reported lost, says when it will be removed, and is kept with one press', async () => {
  await open({ ...ON, lost: { since: '2026-11-20T10:00:00.000Z', due_at: '2026-11-27T10:00:00.000Z' } });
  const reported = /Someone reported your app and recovery codes as lost. From 27 November 2026 at 10:00 UTC/;
  await panel().findByText(reported);
  host.on(keepFactor, brokenLine);
  press('Keep it on');
  expect((await panel().findByRole('alert')).textContent).toContain('can’t connect');
  host.on(keepFactor, () => ({ second_factor: { ...account.factor, lost: null } }));
  press('Keep it on');
  press('Keep it on');
  await waitFor(() => expect(panel().queryByText(reported)).toBeNull());
  expect(document.activeElement).toBe(title());
  expect(host.asked(keepFactor)).toHaveLength(2);
});

test('when the site requires it, says why nothing else is open, takes the focus, and can’t be turned off', async () => {
  const required = /Every player needs two-factor authentication here/;
  await open({ required: true });
  await panel().findByText(required);
  await focusOn(title);
  expect(title().closest('details')?.hasAttribute('open')).toBe(true);
  await turnOn({ required: true });
  press('I’ve saved them');
  await panel().findByText(/10 recovery codes left/);
  expect(panel().queryByText(/Every player needs/)).toBeNull();
  expect(panel().queryByRole('button', { name: 'Turn off' })).toBeNull();
  // An account with only a provider: the second step is the provider's.
  await open({ required: true, needs: 'password' });
  await panel().findByText(/log in with another service/);
  expect(panel().queryByText(/Every player needs/)).toBeNull();
});

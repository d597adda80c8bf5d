import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { SettingsIsland } from '../../../src/islands/settings/SettingsIsland.tsx';
import { $deletionForm, $passwordForm } from '../../../src/islands/settings/store.ts';
import { getCountries, saveBirthDate } from '../../../src/lib/contract/account/account.ts';
import { changePassword, deleteAccount, saveProfile } from '../../../src/lib/contract/settings/settings.ts';
import { $session } from '../../../src/lib/session/session.ts';
import { aUser, signIn } from '../../support/fixtures.ts';
import { brokenLine, fieldError, hostOfEachTest } from '../../support/host.ts';
import {
  button,
  field,
  findButton,
  focusOn,
  linkTo,
  press,
  pressByKeyboard,
  saidOf,
  type,
  visit,
} from '../../support/screen.ts';
import { answerSettings } from '../../support/settings-answers.ts';

const host = hostOfEachTest();
let account = answerSettings(host);
beforeEach(() => {
  visit('/user/settings');
});

function show(change: Parameters<typeof answerSettings>[1] = {}) {
  account = answerSettings(host, change);
  signIn(account.settings.user);
  render(<SettingsIsland />);
}
async function open(change?: Parameters<typeof answerSettings>[1]) {
  show(change);
  await screen.findByRole('heading', { name: 'Profile' });
  await screen.findByRole('heading', { name: 'Delete account' });
}
const section = (name: string) => within(screen.getByRole('region', { name }));
const isSaid = (label: string, words: string) => waitFor(() => expect(saidOf(label)).toContain(words));

describe('name, country and creature', () => {
  const OWN = 'The one made from your name';

  test('are saved together, confirmed, and are in the session', async () => {
    await open();
    await waitFor(() => expect(field('Country').value).toBe('NL'));
    type('Name', 'Mira K');
    type('Country', 'CI');
    press('Choose another');
    fireEvent.click(await screen.findByRole('radio', { name: 'Avatar 3' }));
    fireEvent.click(screen.getByRole('checkbox', { name: /Private profile/ }));
    press('Save');
    press('Save');
    await screen.findByText('Saved');
    expect(host.bodies(saveProfile)).toEqual([
      { name: 'Mira K', country: 'CI', avatar: 'player-3', private: true },
    ]);
    expect($session.get()).toMatchObject({ user: { name: 'Mira K', country: 'CI', avatar: 'player-3' } });
    // It can be saved again once it is changed.
    type('Name', 'Mira L');
    press('Save');
    await waitFor(() => expect(host.asked(saveProfile)).toHaveLength(2));
  });

  test('move the focus to the creatures, and onwards when its button disappears', async () => {
    await open();
    pressByKeyboard('Choose another');
    await focusOn(() => screen.queryByRole('radio', { name: OWN }));
    const others = button('More');
    fireEvent.click(others);
    pressByKeyboard('Previous');
    await focusOn(() => others);
  });

  test('report a wrong name next to its field before anything is sent, and focus it', async () => {
    await open();
    type('Name', '-x');
    press('Save');
    await focusOn(() => field('Name'));
    expect(field('Name').getAttribute('aria-invalid')).toBe('true');
    expect(saidOf('Name')).toContain('Use 3 to 24 letters');
    expect(host.asked(saveProfile)).toEqual([]);
  });

  test('show a rejected value next to its field and a lost connection under the form, and keep the input', async () => {
    await open();
    host.on(saveProfile, () => fieldError('country', 'Please choose a country of the list.'));
    type('Name', 'Mira K');
    press('Save');
    await isSaid('Country', 'Please choose a country of the list.');
    host.on(saveProfile, brokenLine);
    press('Save');
    await section('Profile').findByRole('alert');
    expect(field('Name').value).toBe('Mira K');
  });

  test('allow no country, and the creature of the name', async () => {
    await open({ user: aUser({ email_confirmed: true, country: 'NL', avatar: 'otter-3' }) });
    type('Country', '');
    press('Choose another');
    fireEvent.click(await screen.findByRole('radio', { name: OWN }));
    press('Save');
    await screen.findByText('Saved');
    expect(host.bodies(saveProfile)).toEqual([
      { name: 'player', country: null, avatar: null, private: false },
    ]);
  });

  test('keep the saved country selected if the countries can’t be loaded', async () => {
    show();
    host.on(getCountries, brokenLine);
    await screen.findByRole('heading', { name: 'Profile' });
    await isSaid('Country', 'couldn’t load');
    expect(field('Country').value).toBe('NL');
  });
});

describe('a section that is closed', () => {
  const row = (name: string) => {
    const summary = screen.getByRole('region', { name }).querySelector('summary');
    if (!summary) throw new Error(`${name} has no row`);
    return summary;
  };
  const turn = (name: string, open: boolean) => {
    const details = row(name).closest('details');
    if (details) details.open = open;
    fireEvent(details ?? document, new Event('toggle'));
  };
  const isUnsaved = (name: string, unsaved: boolean) =>
    waitFor(() => expect(row(name).textContent?.includes('Not saved')).toBe(unsaved));

  test.each([
    ['Profile', 'Name', 'Mira K', 'player'],
    ['Profile', 'Country', 'CI', 'NL'],
    ['Date of birth', 'Day', '31', ''],
    ['Date of birth', 'Month', '5', ''],
    ['Password', 'Current password', 'correct horse 7', ''],
    ['Two-factor authentication', 'Your password', 'correct horse 7', ''],
  ])('%s says that %s isn’t saved, until it is as it was', async (name, label, value, before) => {
    await open({ user: aUser({ email_confirmed: true, birth_date: null, country: 'NL' }) });
    await screen.findByRole('option', { name: 'Netherlands' });
    await section(name).findByLabelText(label);
    type(label, value, section(name));
    turn(name, false);
    await isUnsaved(name, true);
    for (const other of ['Profile', 'Date of birth', 'Password'].filter((other) => other !== name))
      await isUnsaved(other, false);
    turn(name, true);
    await isUnsaved(name, false);
    expect(field(label, section(name)).value, 'nothing is lost').toBe(value);
    type(label, before, section(name));
    turn(name, false);
    await isUnsaved(name, false);
  });

  test('no longer says so once it is saved, also if it was closed before', async () => {
    await open({ user: aUser({ email_confirmed: true, country: 'NL' }) });
    await screen.findByRole('option', { name: 'Netherlands' });
    type('Name', 'Mira K');
    type('Country', 'CI');
    press('Choose another');
    fireEvent.click(await screen.findByRole('radio', { name: 'Avatar 3' }));
    fireEvent.click(screen.getByRole('checkbox', { name: /Private profile/ }));
    const profile = Promise.withResolvers<void>();
    host.on(saveProfile, async ({ body }) => {
      await profile.promise;
      return { ...account.settings, user: { ...account.settings.user, ...body } };
    });
    press('Save');
    turn('Profile', false);
    await isUnsaved('Profile', true);
    profile.resolve();
    await screen.findByText('Saved');
    await isUnsaved('Profile', false);
    for (const label of ['Current password', 'New password', 'Confirm new password'])
      type(label, 'battery staple 8');
    const password = Promise.withResolvers<void>();
    host.on(changePassword, async () => {
      await password.promise;
      return { signed_out: 0 };
    });
    press('Change password');
    turn('Password', false);
    await isUnsaved('Password', true);
    password.resolve();
    await screen.findByText(/^Changed/);
    await isUnsaved('Password', false);
  });
});

describe('the birth date', () => {
  test('is asked without a hint at the required age, and saved once', async () => {
    await open({ user: aUser({ email_confirmed: true, birth_date: null }) });
    const asked = await section('Date of birth').findByRole('group', { name: 'Date of birth' });
    for (const control of asked.querySelectorAll<HTMLInputElement>('input, select'))
      expect(control.value, control.name).toBe('');
    expect(section('Date of birth').getByText(/age limit/).parentElement?.textContent).not.toMatch(
      /13|18|old/,
    );
    const save = () => press('Save date of birth');
    save();
    await waitFor(() => expect(asked.textContent).toContain('Please enter a day, a month and a year'));
    expect(document.activeElement).toBe(field('Day'));
    type('Day', '31');
    type('Month', '5');
    type('Year', '2001');
    host.on(saveBirthDate, () => fieldError('birth_date', 'Please check the year.'));
    save();
    await waitFor(() => expect(asked.textContent).toContain('Please check the year.'));
    host.on(saveBirthDate, ({ body }) => ({ user: { ...account.settings.user, ...body } }));
    save();
    await screen.findByText('31 May 2001');
    expect(host.bodies(saveBirthDate).at(-1)).toEqual({ birth_date: '2001-05-31' });
    expect($session.get()).toMatchObject({ user: { birth_date: '2001-05-31' } });
    expect(screen.queryByRole('button', { name: 'Save date of birth' })).toBeNull();
  });

  test('that is saved is shown, and can’t be changed', async () => {
    await open();
    expect(screen.getByText('2 April 1990')).toBeTruthy();
    expect(screen.queryByLabelText('Day')).toBeNull();
  });
});

describe('the password', () => {
  const NOW = 'Current password';
  const WRONG = 'That isn’t your password as it is now.';
  const fields = [NOW, 'New password', 'Confirm new password'] as const;
  function change(...given: readonly [old: string, next: string, again: string]) {
    for (const [at, label] of fields.entries()) type(label, given[at] ?? '');
    press('Change password');
  }

  test('changes, says how many devices were signed out, and leaves nothing in the fields', async () => {
    await open();
    expect(field('New password').type).toBe('password');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Show passwords' }));
    expect(field('New password').type).toBe('text');
    change('correct horse 7', 'battery staple 8', 'battery staple 8');
    press('Change password');
    await screen.findByText('Changed. We logged out 2 other devices.');
    expect(host.bodies(changePassword)).toEqual([
      {
        old_password: 'correct horse 7',
        password: 'battery staple 8',
        password_confirmation: 'battery staple 8',
      },
    ]);
    for (const label of fields) expect(field(label).value).toBe('');
    host.on(changePassword, () => ({ signed_out: 0 }));
    change('battery staple 8', 'correct horse 7', 'correct horse 7');
    await screen.findByText('Changed. No other devices were logged in.');
  });

  test('is checked in the browser first, each fault next to its field', async () => {
    await open();
    change('', 'short', 'shorter');
    await focusOn(() => field(NOW));
    expect(saidOf(NOW)).toContain('current password');
    expect(saidOf('New password')).toContain('at least 10 characters');
    change('correct horse 7', 'battery staple 8', 'battery staple 9');
    await isSaid('Confirm new password', 'don’t match');
    expect(host.asked(changePassword)).toEqual([]);
  });

  test('reports a wrong old one next to its field, and resets all forms at the next visit', async () => {
    await open();
    host.on(changePassword, () => fieldError('old_password', WRONG));
    change('wrong horse 7', 'battery staple 8', 'battery staple 8');
    await isSaid(NOW, WRONG);
    expect(document.activeElement).toBe(field(NOW));
    expect(field('New password').value).toBe('battery staple 8');
    press('Save');
    await screen.findByText('Saved');
    host.on(deleteAccount, () => fieldError('proof', 'That isn’t your password.'));
    press('Delete my account');
    const dialog = within(await screen.findByRole('dialog'));
    type('Your password', 'wrong horse 7', dialog);
    press('Delete in 14 days');
    await dialog.findByText('That isn’t your password.');
    cleanup();
    render(<SettingsIsland />);
    await screen.findByRole('heading', { name: 'Delete account' });
    expect(screen.queryByText('Saved')).toBeNull();
    expect(saidOf(NOW)).not.toContain(WRONG);
    expect(document.activeElement).toBe(document.body);
    expect($deletionForm.get().state).toBe('open');
  });

  test('that is being changed when the page is left still shows that at the next visit', async () => {
    await open();
    host.hold(changePassword);
    change('correct horse 7', 'battery staple 8', 'battery staple 8');
    await waitFor(() => expect($passwordForm.get().state).toBe('sending'));
    cleanup();
    expect($passwordForm.get().state).toBe('sending');
  });

  test('is set with a mailed link if the account has none', async () => {
    await open({ has_password: false });
    await findButton('Save');
    expect(screen.queryByLabelText(NOW)).toBeNull();
    expect(linkTo('Request a link')).toBe('/forgotpassword');
  });
});

import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SettingsIsland } from '../../src/islands/settings/SettingsIsland.tsx';
import { connectApi } from '../../src/lib/api/client.ts';
import {
  $deletionDue,
  $deletionForm,
  $emailForm,
  $passwordForm,
  $profileForm,
} from '../../src/lib/stores/account-settings.ts';
import { $countries } from '../../src/lib/stores/countries.ts';
import { $session } from '../../src/lib/stores/session.ts';
import { aUser, brokenLine, fieldRefusal, refusal, storeUser } from '../support/reward-host.ts';
import { settingsHost } from '../support/settings-host.ts';

let host = settingsHost();

beforeEach(() => {
  for (const $form of [$profileForm, $passwordForm, $emailForm, $deletionForm]) $form.set({ state: 'open' });
  $deletionDue.set(null);
  $countries.set([]);
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function open(...given: Parameters<typeof settingsHost>) {
  host = settingsHost(...given);
  connectApi({ fetch: host.fetch });
  storeUser(host.settings.user);
  render(<SettingsIsland />);
  await screen.findByRole('heading', { name: 'You' });
  await screen.findByRole('heading', { name: 'Delete the account' });
}
const section = (name: string) => within(screen.getByRole('region', { name }));
const field = (name: string, where = screen as Pick<typeof screen, 'getByLabelText'>) =>
  where.getByLabelText<HTMLInputElement>(name);
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
/** What a control is described by: its hint and its error. */
function saidOf(name: string) {
  const ids = (field(name).getAttribute('aria-describedby') ?? '').split(' ');
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
}
const press = (name: string | RegExp, where = screen as Pick<typeof screen, 'getByRole'>) =>
  fireEvent.click(where.getByRole('button', { name }));
const bodies = (call: string) => host.calls(call).map(({ body }) => body);

test('the pre-rendered page holds a place for the settings, and no inline styles', () => {
  const html = renderToString(<SettingsIsland />);
  expect(html).toContain('aria-busy="true"');
  expect(html).not.toMatch(/\sstyle=/);
});

test('what could not be loaded has its reason and another try', async () => {
  host = settingsHost();
  const answer = host.settings;
  host.on('GET /api/user/settings', () => refusal(500, 'internal', 'Something went wrong.'));
  connectApi({ fetch: host.fetch });
  storeUser(answer.user);
  render(<SettingsIsland />);
  await screen.findByText('Your settings could not be loaded');
  host.on('GET /api/user/settings', () => answer);
  press('Retry');
  await screen.findByRole('heading', { name: 'You' });
});

describe('name, country and creature', () => {
  const PROFILE = 'PUT /api/user/settings/profile';

  test('are saved together, said so, and stand in the session', async () => {
    await open();
    await waitFor(() => expect(field('Country').value).toBe('NL'));
    type('Name', 'Mira K');
    type('Country', 'CI');
    press('Choose another');
    fireEvent.click(await screen.findByRole('radio', { name: 'Creature 3' }));
    fireEvent.click(screen.getByRole('checkbox', { name: /Private profile/ }));
    press('Save');
    press('Save');
    await screen.findByText('Saved');
    expect(bodies(PROFILE)).toEqual([{ name: 'Mira K', country: 'CI', avatar: 'player-3', private: true }]);
    expect($session.get()).toMatchObject({ user: { name: 'Mira K', country: 'CI', avatar: 'player-3' } });
    // Touched again it can be saved again.
    type('Name', 'Mira L');
    press('Save');
    await waitFor(() => expect(bodies(PROFILE)).toHaveLength(2));
  });

  test('lead the focus to the creatures, and on where a button among them goes', async () => {
    await open();
    const choose = screen.getByRole('button', { name: 'Choose another' });
    choose.focus();
    fireEvent.click(choose);
    const first = await screen.findByRole('radio', { name: 'The creature of your name' });
    await waitFor(() => expect(document.activeElement).toBe(first));
    const others = screen.getByRole('button', { name: 'Others' });
    fireEvent.click(others);
    const before = screen.getByRole('button', { name: 'Those before' });
    before.focus();
    fireEvent.click(before);
    await waitFor(() => expect(document.activeElement).toBe(others));
  });

  test('a wrong name is told beside its field before anything is sent, with the focus there', async () => {
    await open();
    type('Name', '-x');
    press('Save');
    await waitFor(() => expect(document.activeElement).toBe(field('Name')));
    expect(field('Name').getAttribute('aria-invalid')).toBe('true');
    expect(saidOf('Name')).toContain('A name has 3 to 24 letters');
    expect(host.calls(PROFILE)).toEqual([]);
  });

  test('what the server refuses stands beside its field; a broken line is told under the form, and nothing typed is lost', async () => {
    await open();
    host.on(PROFILE, () => fieldRefusal('country', 'Please choose a country of the list.'));
    type('Name', 'Mira K');
    press('Save');
    await waitFor(() => expect(saidOf('Country')).toContain('Please choose a country of the list.'));
    host.on(PROFILE, brokenLine);
    press('Save');
    await section('You').findByRole('alert');
    expect(field('Name').value).toBe('Mira K');
  });

  test('no country and the creature of the name are choices too', async () => {
    await open({ user: aUser({ email_confirmed: true, country: 'NL', avatar: 'otter-3' }) });
    type('Country', '');
    press('Choose another');
    fireEvent.click(await screen.findByRole('radio', { name: 'The creature of your name' }));
    press('Save');
    await screen.findByText('Saved');
    expect(bodies(PROFILE)).toEqual([{ name: 'player', country: null, avatar: null, private: false }]);
  });

  test('where the countries can’t be had, the saved one stays chosen', async () => {
    host = settingsHost();
    host.on('GET /api/user/get-countries', brokenLine);
    connectApi({ fetch: host.fetch });
    storeUser(host.settings.user);
    render(<SettingsIsland />);
    await screen.findByRole('heading', { name: 'You' });
    await waitFor(() => expect(saidOf('Country')).toContain('could not be had'));
    expect(field('Country').value).toBe('NL');
  });
});

describe('the birth date', () => {
  test('is asked without a hint at an age that would do, and saved once', async () => {
    await open({ user: aUser({ email_confirmed: true, birth_date: null }) });
    const asked = await section('You').findByRole('group', { name: 'Birth date' });
    for (const control of asked.querySelectorAll<HTMLInputElement>('input, select'))
      expect(control.value, control.name).toBe('');
    expect(section('You').getByText(/age limit/).parentElement?.textContent).not.toMatch(/13|18|old/);
    press('Save birth date');
    await waitFor(() => expect(asked.textContent).toContain('Please enter a day, a month and a year'));
    expect(document.activeElement).toBe(field('Day'));
    type('Day', '31');
    type('Month', '5');
    type('Year', '2001');
    host.on('PUT /api/user/birth-date', () => fieldRefusal('birth_date', 'Please check the year.'));
    press('Save birth date');
    await waitFor(() => expect(asked.textContent).toContain('Please check the year.'));
    host.on('PUT /api/user/birth-date', () => ({
      user: { ...host.settings.user, birth_date: '2001-05-31' },
    }));
    press('Save birth date');
    await waitFor(() =>
      expect(host.calls('PUT /api/user/birth-date').at(-1)?.body).toEqual({ birth_date: '2001-05-31' }),
    );
    await waitFor(() => expect($session.get()).toMatchObject({ user: { birth_date: '2001-05-31' } }));
    await screen.findByText('31 May 2001');
    expect(screen.queryByRole('button', { name: 'Save birth date' })).toBeNull();
  });

  test('that is saved is shown, and can’t be changed', async () => {
    await open();
    expect(screen.getByText('2 April 1990')).toBeTruthy();
    expect(screen.queryByLabelText('Day')).toBeNull();
  });
});

describe('the password', () => {
  const PASSWORD = 'PUT /api/user/settings/password';
  const NOW = 'Password as it is now';
  const fill = (old: string, next: string, again = next) => {
    type(NOW, old);
    type('New password', next);
    type('New password again', again);
  };

  test('changes, says how many devices were signed out, and leaves nothing in the fields', async () => {
    await open();
    fill('correct horse 7', 'battery staple 8');
    press('Change the password');
    press('Change the password');
    await screen.findByText('Changed. 2 other devices were signed out.');
    expect(bodies(PASSWORD)).toEqual([
      {
        old_password: 'correct horse 7',
        password: 'battery staple 8',
        password_confirmation: 'battery staple 8',
      },
    ]);
    for (const name of [NOW, 'New password', 'New password again']) expect(field(name).value).toBe('');
  });

  test('is checked here first, each fault beside its field', async () => {
    await open();
    fill('', 'short', 'shorter');
    press('Change the password');
    await waitFor(() => expect(document.activeElement).toBe(field(NOW)));
    expect(saidOf(NOW)).toContain('as it is now');
    expect(saidOf('New password')).toContain('at least 10 characters');
    fill('correct horse 7', 'battery staple 8', 'battery staple 9');
    press('Change the password');
    await waitFor(() => expect(saidOf('New password again')).toContain('same password'));
    expect(host.calls(PASSWORD)).toEqual([]);
  });

  test('a wrong old one is told beside it, and can be mended', async () => {
    await open();
    host.on(PASSWORD, () => fieldRefusal('old_password', 'That isn’t your password as it is now.'));
    fill('wrong horse 7', 'battery staple 8');
    press('Change the password');
    await waitFor(() => expect(saidOf(NOW)).toContain('That isn’t your password'));
    expect(document.activeElement).toBe(field(NOW));
    expect(field('New password').value).toBe('battery staple 8');
  });

  test('and the other forms are as new at the next visit, without what became of them at the last', async () => {
    await open();
    host.on(PASSWORD, () => fieldRefusal('old_password', 'That isn’t your password as it is now.'));
    fill('wrong horse 7', 'battery staple 8');
    press('Change the password');
    await waitFor(() => expect(saidOf(NOW)).toContain('That isn’t your password'));
    press('Save');
    await screen.findByText('Saved');
    host.on('POST /api/user/deletion', () => fieldRefusal('proof', 'That isn’t your password.'));
    press('Delete my account');
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByLabelText('Your password'), { target: { value: 'wrong horse 7' } });
    press('Delete in 14 days');
    await dialog.findByText('That isn’t your password.');
    cleanup();
    render(<SettingsIsland />);
    await screen.findByRole('heading', { name: 'Delete the account' });
    expect(screen.queryByText('Saved')).toBeNull();
    expect(saidOf(NOW)).not.toContain('That isn’t your password');
    expect(document.activeElement).toBe(document.body);
    expect($deletionForm.get().state).toBe('open');
  });

  test('that is being changed as the page is left is so at the next visit', async () => {
    await open();
    host.on(PASSWORD, () => new Promise<never>(() => {}));
    fill('correct horse 7', 'battery staple 8');
    press('Change the password');
    await waitFor(() => expect($passwordForm.get().state).toBe('sending'));
    cleanup();
    expect($passwordForm.get().state).toBe('sending');
  });

  test('can be looked at while it is typed', async () => {
    await open();
    expect(field('New password').type).toBe('password');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Show what I type' }));
    expect(field('New password').type).toBe('text');
  });

  test('of an account without one is had by a link', async () => {
    await open({ has_password: false });
    expect(screen.queryByLabelText(NOW)).toBeNull();
    expect(screen.getByRole('link', { name: 'Ask for a link' }).getAttribute('href')).toBe('/forgotpassword');
  });
});

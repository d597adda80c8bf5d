/** The account's settings, and the forms that change them. */
import { atom } from 'nanostores';
import { request } from '../../lib/client/client.ts';
import type { Body } from '../../lib/contract/call.ts';
import * as calls from '../../lib/contract/settings/settings.ts';
import { forgetSession, patchUser } from '../../lib/session/session.ts';
import { trySaveBirthDate } from '../shared/stores/birth-date.ts';
import { type FormState, submitForm, wrongBy } from '../shared/stores/form.ts';
import { asApiError, createLoader } from '../shared/stores/load.ts';

const loader = createLoader<calls.Settings>();
export const $accountSettings = loader.$load;
export const changeAccountSettings = loader.change;

export function loadAccountSettings(): Promise<void> {
  return loader.run(async () => {
    const settings = await request(calls.getSettings, {});
    patchUser(settings.user);
    return settings;
  });
}

/**
 * Drops the settings when they are left. The forms start with the stored values, which may be old or another user's on the next
 * visit.
 */
export function dropAccountSettings(): void {
  loader.reset();
  devices.reset();
  for (const $form of [$profileForm, $passwordForm, $deletionForm]) askAnew($form);
  $deletionDue.set(null);
}

export const $profileForm = atom<FormState>({ state: 'open' });
export const $passwordForm = atom<FormState>({ state: 'open' });

/** Reopens a form that was done, when its fields are touched again. */
export function reopen($form: typeof $profileForm): void {
  if ($form.get().state === 'done') $form.set({ state: 'open' });
}

/** Clears a form's last result, unless it is being sent. */
export function askAnew($form: typeof $profileForm): void {
  reopen($form);
  if ($form.get().state === 'refused') $form.set({ state: 'open' });
}

/** Saves name, country, creature and privacy. Never rejects: see `$profileForm`. */
export async function saveProfile(form: calls.ProfileForm): Promise<void> {
  reopen($profileForm);
  await submitForm($profileForm, wrongBy(calls.profileForm, form), async () => {
    const { user } = await request(calls.saveProfile, { body: form });
    patchUser(user);
    loader.change((settings) => ({ ...settings, user }));
  });
}

/** Saves the birth date, which is possible once. Returns an error message, or undefined on success. */
export async function saveOwnBirthDate(date: string): Promise<string | undefined> {
  const wrong = await trySaveBirthDate(date);
  if (wrong === undefined)
    loader.change((settings) => ({ ...settings, user: { ...settings.user, birth_date: date } }));
  return wrong;
}

/** How many devices the last password change signed out. */
export const $signedOut = atom(0);

/** Changes the password. Never rejects: see `$passwordForm`. */
export async function savePassword(form: Body<typeof calls.changePassword>): Promise<void> {
  reopen($passwordForm);
  const change = async () => {
    $signedOut.set((await request(calls.changePassword, { body: form })).signed_out);
    if (devices.$load.get().state === 'ready') void loadDevices();
  };
  await submitForm($passwordForm, wrongBy(calls.passwordForm, form), change, Object.keys(form));
}

/** Deletes a saved delivery detail. Returns an error message, or undefined on success. */
export async function forgetDetail(field: string): Promise<string | undefined> {
  try {
    const { user, delivery } = await request(calls.forgetDetail, { params: { field } });
    patchUser(user);
    loader.change((settings) => ({ ...settings, user, delivery }));
    return undefined;
  } catch (error) {
    return asApiError(error).message;
  }
}

const devices = createLoader<readonly calls.Device[]>();
export const $devices = devices.$load;

export function loadDevices(): Promise<void> {
  return devices.run(async () => (await request(calls.listDevices, {})).devices, true);
}

export const $deviceForm = atom<FormState>({ state: 'open' });

/** Clears the last result before asking about a device. */
export function askForDevice(): void {
  $deviceForm.set({ state: 'open' });
}

/** Signs one device out, or all others if `id` is null. Needs the password, if there is one. Never rejects: see `$deviceForm`. */
export async function signOutDevice(id: number | null, password: string | undefined): Promise<void> {
  const wrong: Record<string, string> = password === '' ? { password: 'Please enter your password.' } : {};
  await submitForm($deviceForm, wrong, async () => {
    try {
      const left = await (id === null
        ? request(calls.revokeOtherDevices, { body: { password } })
        : request(calls.revokeDevice, { params: { id }, body: { password } }));
      devices.change(() => left.devices);
    } catch (error) {
      // It was signed out elsewhere in the meantime.
      if (asApiError(error).code !== 'not_found') throw error;
      await loadDevices();
    }
  });
}

export const $deletionForm = atom<FormState>({ state: 'open' });
/** When the account will be erased, after the deletion was requested here. */
export const $deletionDue = atom<string | null>(null);

/** Requests the deletion and ends the session here. Never rejects: see `$deletionForm`. */
export async function deleteAccount(proof: string, writings: 'keep' | 'remove'): Promise<void> {
  const wrong: Record<string, string> = proof === '' ? { proof: 'Please fill this in.' } : {};
  await submitForm($deletionForm, wrong, async () => {
    $deletionDue.set((await request(calls.deleteAccount, { body: { proof, writings } })).due_at);
    forgetSession();
  });
}

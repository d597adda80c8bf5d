/** The account's settings: what they are, and the forms that change them. */
import { atom } from 'nanostores';
import { request } from '../../lib/client/client.ts';
import type { Body } from '../../lib/contract/call.ts';
import { changeEmail, type EmailForm, emailForm } from '../../lib/contract/confirmation.ts';
import * as calls from '../../lib/contract/settings.ts';
import {
  type Device,
  type NotificationSetting,
  type ProfileForm,
  passwordForm,
  profileForm,
  type Settings,
} from '../../lib/contract/settings.ts';
import { forgetSession, patchUser } from '../../lib/session/session.ts';
import { trySaveBirthDate } from '../shared/stores/birth-date.ts';
import { type FormState, submitForm, wrongBy } from '../shared/stores/form.ts';
import { asApiError, createLoader, shown } from '../shared/stores/load.ts';

const loader = createLoader<Settings>();
export const $accountSettings = loader.$load;

export function loadAccountSettings(): Promise<void> {
  return loader.run(async () => {
    const settings = await request(calls.getSettings, {});
    patchUser(settings.user);
    return settings;
  });
}

/** When they are left: the forms begin with what they find here, and at the next visit that may be old, or another's. */
export function dropAccountSettings(): void {
  loader.reset();
  devices.reset();
  for (const $form of [$profileForm, $passwordForm, $emailForm, $deletionForm]) askAnew($form);
  $deletionDue.set(null);
}

export const $profileForm = atom<FormState>({ state: 'open' });
export const $passwordForm = atom<FormState>({ state: 'open' });
export const $emailForm = atom<FormState>({ state: 'open' });

/** Back to an open form, once its fields are touched again after it was done. */
export function reopen($form: typeof $profileForm): void {
  if ($form.get().state === 'done') $form.set({ state: 'open' });
}

/** Without what became of it before, unless it is under way. */
export function askAnew($form: typeof $profileForm): void {
  reopen($form);
  if ($form.get().state === 'refused') $form.set({ state: 'open' });
}

/** Saves name, country, creature and privacy. Never rejects: see `$profileForm`. */
export async function saveProfile(form: ProfileForm): Promise<void> {
  reopen($profileForm);
  await submitForm($profileForm, wrongBy(profileForm, form), async () => {
    const { user } = await request(calls.saveProfile, { body: form });
    patchUser(user);
    loader.change((settings) => ({ ...settings, user }));
  });
}

/** Saves the birth date, once; answers in words why it could not be, or nothing when it was. */
export async function saveOwnBirthDate(date: string): Promise<string | undefined> {
  const wrong = await trySaveBirthDate(date);
  if (wrong === undefined)
    loader.change((settings) => ({ ...settings, user: { ...settings.user, birth_date: date } }));
  return wrong;
}

/** Gives the account another address, as long as none is confirmed. Never rejects: see `$emailForm`. */
export async function saveEmail(form: EmailForm): Promise<void> {
  reopen($emailForm);
  await submitForm($emailForm, wrongBy(emailForm, form), async () => {
    const { user } = await request(changeEmail, { body: form });
    patchUser(user);
    loader.change((settings) => ({ ...settings, user }));
  });
}

/** How many devices the last change of the password signed out. */
export const $signedOut = atom(0);

/** Never rejects: see `$passwordForm`. */
export async function savePassword(form: Body<typeof calls.changePassword>): Promise<void> {
  reopen($passwordForm);
  const change = async () => {
    $signedOut.set((await request(calls.changePassword, { body: form })).signed_out);
    if (devices.$load.get().state === 'ready') void loadDevices();
  };
  await submitForm($passwordForm, wrongBy(passwordForm, form), change, Object.keys(form));
}

/** By kind: what the server has once the newest choice is answered. */
const choosing = new Map<NotificationSetting['kind'], Promise<NotificationSetting | undefined>>();

/**
 * Shown immediately as chosen, and back as the server has it where it can't be saved: the answer says why then. Choices of one kind are sent
 * one after the other, and only the end of the newest one is shown.
 */
export async function chooseNotification(choice: NotificationSetting): Promise<string | undefined> {
  const { kind } = choice;
  const put = (one: NotificationSetting) =>
    loader.change((settings) => ({
      ...settings,
      notifications: settings.notifications.map((old) => (old.kind === kind ? one : old)),
    }));
  const its = (all: readonly NotificationSetting[] | undefined) => all?.find((one) => one.kind === kind);
  const before = choosing.get(kind) ?? its(shown($accountSettings.get())?.notifications);
  let refused: string | undefined;
  const save = async () => {
    const had = await before;
    try {
      return its((await request(calls.saveNotification, { body: choice })).notifications) ?? choice;
    } catch (error) {
      refused = asApiError(error).message;
      return had;
    }
  };
  const mine = save();
  choosing.set(kind, mine);
  put(choice);
  const has = await mine;
  if (choosing.get(kind) === mine) {
    choosing.delete(kind);
    if (has) put(has);
  }
  return refused;
}

/** Forgets where rewards of one kind go; answers in words why it could not be, or nothing when it was. */
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

const devices = createLoader<readonly Device[]>();
export const $devices = devices.$load;

export function loadDevices(): Promise<void> {
  return devices.run(async () => (await request(calls.listDevices, {})).devices, true);
}

export const $deviceForm = atom<FormState>({ state: 'open' });

/** Before one is asked for, whatever became of the last. */
export function askForDevice(): void {
  $deviceForm.set({ state: 'open' });
}

/** Signs one device out, or all others for `null`; by the password, where there is one. Never rejects: see `$deviceForm`. */
export async function signOutDevice(id: number | null, password: string | undefined): Promise<void> {
  const wrong: Record<string, string> = password === '' ? { password: 'Please enter your password.' } : {};
  await submitForm($deviceForm, wrong, async () => {
    try {
      const left = await (id === null
        ? request(calls.revokeOtherDevices, { body: { password } })
        : request(calls.revokeDevice, { params: { id }, body: { password } }));
      devices.change(() => left.devices);
    } catch (error) {
      // Signed out somewhere else meanwhile.
      if (asApiError(error).code !== 'not_found') throw error;
      await loadDevices();
    }
  });
}

/** A file of everything that is held about the account; or in words why it can't be had. */
export async function accountFile(): Promise<{ name: string; text: string } | { error: string }> {
  try {
    const file = await request(calls.exportAccount, {});
    const name = `playtally-account-${new Date().toISOString().slice(0, 10)}.json`;
    return { name, text: `${JSON.stringify(file, null, 2)}\n` };
  } catch (error) {
    return { error: asApiError(error).message };
  }
}

export const $deletionForm = atom<FormState>({ state: 'open' });
/** When the account will be erased, once its deletion was asked for here. */
export const $deletionDue = atom<string | null>(null);

/** Asks for the deletion and ends the session here. Never rejects: see `$deletionForm`. */
export async function deleteAccount(proof: string, writings: 'keep' | 'remove'): Promise<void> {
  const wrong: Record<string, string> = proof === '' ? { proof: 'Please fill this in.' } : {};
  await submitForm($deletionForm, wrong, async () => {
    $deletionDue.set((await request(calls.deleteAccount, { body: { proof, writings } })).due_at);
    forgetSession();
  });
}

/** The account's passkeys, for the settings. */
import { atom } from 'nanostores';
import { request } from '../../lib/client/client.ts';
import * as calls from '../../lib/contract/auth/passkeys.ts';
import type { Body } from '../../lib/contract/call.ts';
import { type FormState, submitForm } from '../shared/stores/form.ts';
import { createLoader } from '../shared/stores/load.ts';

const loader = createLoader<calls.Passkeys>();
export const $passkeys = loader.$load;

export function loadPasskeys(): Promise<void> {
  return loader.run(() => request(calls.listPasskeys, {}), true);
}

/** One form for all actions, because only one is open at a time. */
export const $passkeyForm = atom<FormState>({ state: 'open' });

/** Resets the form before another one opens. */
export function openPasskeyForm(): void {
  $passkeyForm.set({ state: 'open' });
}

/** Proves that the owner is asking. Only includes what the account has. */
export type Proof = Body<typeof calls.startPasskey>;

const wrongIn = ({ password }: Proof): Record<string, string> =>
  password === '' ? { password: 'Please enter your password.' } : {};

/** Creates a passkey on this device. Never rejects: see `$passkeyForm`. */
export function addPasskey(proof: Proof): Promise<void> {
  return submitForm($passkeyForm, wrongIn(proof), async () => {
    const { attempt, options } = await request(calls.startPasskey, { body: proof });
    const { createdPasskey } = await import('../shared/stores/passkeys.ts');
    const passkey = await createdPasskey(options);
    const now = await request(calls.addPasskey, { body: { attempt, passkey } });
    loader.change(() => now);
  });
}

export function renamePasskey(id: number, name: string): Promise<void> {
  const wrong: Record<string, string> = name.trim() === '' ? { name: 'Please enter a name.' } : {};
  return submitForm($passkeyForm, wrong, async () => {
    const now = await request(calls.renamePasskey, { params: { id }, body: { name } });
    loader.change(() => now);
  });
}

const remove = (proof: Proof, send: () => Promise<calls.Passkeys>): Promise<void> =>
  submitForm($passkeyForm, wrongIn(proof), async () => {
    const now = await send();
    loader.change(() => now);
  });

export const removePasskey = (id: number, body: Proof) =>
  remove(body, () => request(calls.removePasskey, { params: { id }, body }));

export const removeLogin = (provider: string, body: Proof) =>
  remove(body, () => request(calls.removeLogin, { params: { provider }, body }));

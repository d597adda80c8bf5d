/** The account's second factor, for the settings: its state, and the steps that change it. */
import { atom } from 'nanostores';
import { request } from '../../lib/client/client.ts';
import type { AppSecret } from '../../lib/contract/auth/credentials.ts';
import * as calls from '../../lib/contract/auth/second-factor.ts';
import { type FormState, submitForm, wrongBy } from '../shared/stores/form.ts';
import { createLoader } from '../shared/stores/load.ts';

const loader = createLoader<calls.SecondFactor>();
export const $secondFactor = loader.$load;

export function loadSecondFactor(): Promise<void> {
  return loader.run(async () => (await request(calls.getSecondFactor, {})).second_factor, true);
}

/** The current step. Its secrets are shown only once, and only here. */
export type Step =
  | { readonly at: 'none' }
  /** The user is adding the secret to the app. */
  | { readonly at: 'app'; readonly secret: AppSecret }
  /** The user is storing the recovery codes. */
  | { readonly at: 'codes'; readonly codes: readonly string[] }
  /** It has just been turned off. */
  | { readonly at: 'off' };
export const $step = atom<Step>({ at: 'none' });

/** One form for all actions, because only one is open at a time. */
export const $factorForm = atom<FormState>({ state: 'open' });

/** Ends the step, also when the settings are left. Secrets aren't shown again. */
export function endStep(): void {
  $step.set({ at: 'none' });
  openForm();
}

/** Resets the form before another one opens. */
export function openForm(): void {
  $factorForm.set({ state: 'open' });
}

function goOn(step: Step, factor?: calls.SecondFactor): void {
  if (factor) loader.change(() => factor);
  $step.set(step);
}

async function submit(wrong: Record<string, string>, send: () => Promise<void>): Promise<void> {
  await submitForm($factorForm, wrong, send);
  if ($factorForm.get().state === 'done') openForm();
}

/** First step: fetches the secret for the app. Never rejects: see `$factorForm`. */
export function setUpApp(password: string): Promise<void> {
  return submit(wrongBy(calls.setUpAppForm, { password }), async () => {
    goOn({ at: 'app', secret: await request(calls.setUpApp, { body: { password } }) });
  });
}

/** Second step: a first code turns the second factor on. */
export function confirmApp(code: string): Promise<void> {
  return submit(wrongBy(calls.confirmAppForm, { code }), async () => {
    const { recovery_codes: codes, second_factor } = await request(calls.confirmApp, { body: { code } });
    goOn({ at: 'codes', codes }, second_factor);
  });
}

interface Proof {
  readonly password: string;
  readonly code: string;
}

export function renewRecoveryCodes(given: Proof): Promise<void> {
  return submit(wrongBy(calls.renewRecoveryForm, given), async () => {
    const { recovery_codes: codes, second_factor } = await request(calls.renewRecoveryCodes, { body: given });
    goOn({ at: 'codes', codes }, second_factor);
  });
}

export function turnOffApp(given: Proof): Promise<void> {
  return submit(wrongBy(calls.turnOffAppForm, given), async () => {
    goOn({ at: 'off' }, (await request(calls.turnOffApp, { body: given })).second_factor);
  });
}

/** Stops the wait that began when the app and codes were reported lost. */
export function keepFactor(): Promise<void> {
  return submit({}, async () => goOn({ at: 'none' }, (await request(calls.keepFactor, {})).second_factor));
}

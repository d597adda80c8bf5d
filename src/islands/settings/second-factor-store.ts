/** The account's second factor in the settings: how it stands, and the steps that change it. */
import { atom } from 'nanostores';
import * as api from '../../lib/api/second-factor.ts';
import type { AppSecret } from '../../lib/contract/credentials.ts';
import {
  confirmAppForm,
  renewRecoveryForm,
  type SecondFactor,
  setUpAppForm,
  turnOffAppForm,
} from '../../lib/contract/second-factor.ts';
import { type FormState, submitForm, wrongBy } from '../../lib/stores/form.ts';
import { createLoader } from '../../lib/stores/load.ts';

const loader = createLoader<SecondFactor>();
export const $secondFactor = loader.$load;

export function loadSecondFactor(): Promise<void> {
  return loader.run(api.getSecondFactor, true);
}

/** What is under way: each of it is shown once, and only here. */
export type Step =
  | { readonly at: 'none' }
  /** The app is being given its secret. */
  | { readonly at: 'app'; readonly secret: AppSecret }
  /** The recovery codes are being kept. */
  | { readonly at: 'codes'; readonly codes: readonly string[] }
  /** It was just turned off. */
  | { readonly at: 'off' };
export const $step = atom<Step>({ at: 'none' });

/** One form for all of it: there is one at a time. */
export const $factorForm = atom<FormState>({ state: 'open' });

/** When the settings are left, and when a step is over: what was shown isn't shown again. */
export function endStep(): void {
  $step.set({ at: 'none' });
  openForm();
}

/** For another form than the one before. */
export function openForm(): void {
  $factorForm.set({ state: 'open' });
}

function goOn(step: Step, factor?: SecondFactor): void {
  if (factor) loader.change(() => factor);
  $step.set(step);
}

async function submit(wrong: Record<string, string>, send: () => Promise<void>): Promise<void> {
  await submitForm($factorForm, wrong, send);
  if ($factorForm.get().state === 'done') openForm();
}

/** First half: the secret for the app. Never rejects: see `$factorForm`. */
export function setUpApp(password: string): Promise<void> {
  return submit(wrongBy(setUpAppForm, { password }), async () => {
    goOn({ at: 'app', secret: await api.setUpApp(password) });
  });
}

/** Second half: a first code turns it on. */
export function confirmApp(code: string): Promise<void> {
  return submit(wrongBy(confirmAppForm, { code }), async () => {
    const { codes, factor } = await api.confirmApp(code);
    goOn({ at: 'codes', codes }, factor);
  });
}

interface Proof {
  readonly password: string;
  readonly code: string;
}

export function renewRecoveryCodes(given: Proof): Promise<void> {
  return submit(wrongBy(renewRecoveryForm, given), async () => {
    const { codes, factor } = await api.renewRecoveryCodes(given);
    goOn({ at: 'codes', codes }, factor);
  });
}

export function turnOffApp(given: Proof): Promise<void> {
  return submit(wrongBy(turnOffAppForm, given), async () => {
    goOn({ at: 'off' }, await api.turnOffApp(given));
  });
}

/** Stops the wait that began when app and codes were reported lost. */
export function keepFactor(): Promise<void> {
  return submit({}, async () => goOn({ at: 'none' }, await api.keepFactor()));
}

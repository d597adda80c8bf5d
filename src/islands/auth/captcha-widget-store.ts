/**
 * The altcha custom element, set up for a strict Content-Security-Policy: its worker is one of our files. About 30 kB, so only
 * src/islands/auth/captcha-store.ts imports it, once a form needs it. Source: altcha's README, "Using altcha/external".
 */
import 'altcha/external';
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker';
import { isObject } from '../../lib/contract/answer.ts';
import { CAPTCHA_MINUTES } from '../../lib/contract/limits.ts';

const words = {
  label: 'I’m not a robot',
  verifying: 'Checking…',
  verified: 'Checked',
};

export type CaptchaEvent =
  | { readonly state: 'idle' }
  | { readonly state: 'working' }
  | { readonly state: 'solved'; readonly value: string }
  | { readonly state: 'failed'; readonly message?: string };

export interface CaptchaWidget {
  readonly element: HTMLElement;
  /** Starts the work. The result goes to `report`. */
  start(): void;
  /** Drops a used solution. */
  reset(): void;
}

/**
 * Returns a challenge that has just arrived, to expire by this device's clock. The widget goes by that clock, and if it is fast,
 * no solution would ever count. The server goes by its own.
 */
export function byOwnClock(challenge: unknown): unknown {
  if (!isObject(challenge) || !isObject(challenge.parameters)) return challenge;
  const { parameters } = challenge;
  const expiresAt = Math.floor(Date.now() / 1000) + 60 * CAPTCHA_MINUTES;
  return { ...challenge, parameters: { ...parameters, expiresAt, signed: parameters.expiresAt } };
}

/** Returns a solution with its challenge as the server signed it. */
function asSigned(payload: string): string {
  const given: unknown = JSON.parse(atob(payload));
  if (!isObject(given) || !isObject(given.challenge) || !isObject(given.challenge.parameters)) return payload;
  const { signed, ...parameters } = given.challenge.parameters;
  const challenge = { ...given.challenge, parameters: { ...parameters, expiresAt: signed } };
  return btoa(JSON.stringify({ ...given, challenge }));
}

/** Creates a widget that isn't on the page yet. It gets challenges from `fetchChallenge` and reports every state change. */
export function createWidget(
  fetchChallenge: () => Promise<unknown>,
  report: (event: CaptchaEvent) => void,
): CaptchaWidget {
  const { $altcha } = globalThis;
  $altcha.algorithms.set('PBKDF2/SHA-256', () => new Pbkdf2Worker());
  $altcha.i18n.set('en', { ...$altcha.i18n.get('en'), ...words });
  $altcha.defaults.set({
    // This address is never requested: `fetch` replaces the request, so that our own client makes the call.
    challenge: '/api/captcha',
    fetch: async () => Response.json(await fetchChallenge()),
    // The work starts when the user first touches the form, and is usually done before the form is complete.
    auto: 'onfocus',
    minDuration: 0,
    humanInteractionSignature: false,
    hideFooter: true,
    hideLogo: true,
  });
  const element = document.createElement('altcha-widget');
  let isStarting = false;
  /** Starts unless it is already running. A second start would cancel the first, which would then report a failure. */
  function start() {
    if (isStarting || element.getState() === 'verifying') return;
    isStarting = true;
    void element.verify();
  }
  element.addEventListener('statechange', (event) => {
    isStarting = false;
    if (event instanceof CustomEvent) report(eventOf(event.detail));
  });
  // From now on, the element's methods exist.
  element.addEventListener('load', () => {
    report({ state: 'idle' });
    // The user may have focused the form before this file was loaded.
    if (element.closest('form')?.contains(document.activeElement)) start();
  });
  return {
    element,
    start,
    reset: () => element.reset(),
  };
}

function eventOf(detail: { state?: unknown; payload?: unknown }): CaptchaEvent {
  if (detail.state === 'verifying') return { state: 'working' };
  if (detail.state === 'verified' && typeof detail.payload === 'string')
    return { state: 'solved', value: asSigned(detail.payload) };
  return { state: detail.state === 'error' ? 'failed' : 'idle' };
}

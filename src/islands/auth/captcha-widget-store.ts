/**
 * The captcha's custom element, set up for a strict Content-Security-Policy: its worker is a file of ours. About 30 kB, so
 * only src/islands/auth/captcha-store.ts imports it, once a form asks for it. Source: altcha's own README, "Using altcha/external".
 */
import 'altcha/external';
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker';

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
  /** Starts the work; the result is passed to `report`. */
  start(): void;
  /** Forgets a solution that was used. */
  reset(): void;
}

/** A widget that isn't on the page yet. It gets its challenges by `fetchChallenge` and reports each change of its state. */
export function createWidget(
  fetchChallenge: () => Promise<unknown>,
  report: (event: CaptchaEvent) => void,
): CaptchaWidget {
  const { $altcha } = globalThis;
  $altcha.algorithms.set('PBKDF2/SHA-256', () => new Pbkdf2Worker());
  $altcha.i18n.set('en', { ...$altcha.i18n.get('en'), ...words });
  $altcha.defaults.set({
    // Never fetched by this address: `fetch` replaces it, so that the one client makes the call.
    challenge: '/api/captcha',
    fetch: async () => Response.json(await fetchChallenge()),
    // Work starts with the first touch of the form, and is done before the form is.
    auto: 'onfocus',
    minDuration: 0,
    humanInteractionSignature: false,
    hideFooter: true,
    hideLogo: true,
  });
  const element = document.createElement('altcha-widget');
  let isStarting = false;
  /** Once at a time: a second start takes the first one's work away, which then reports that it failed. */
  function start() {
    if (isStarting || element.getState() === 'verifying') return;
    isStarting = true;
    void element.verify();
  }
  element.addEventListener('statechange', (event) => {
    isStarting = false;
    if (event instanceof CustomEvent) report(eventOf(event.detail));
  });
  // Its methods are there from here on.
  element.addEventListener('load', () => {
    report({ state: 'idle' });
    // The form may have been touched before this file had arrived.
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
    return { state: 'solved', value: detail.payload };
  return { state: detail.state === 'error' ? 'failed' : 'idle' };
}

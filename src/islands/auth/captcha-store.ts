/**
 * The captcha of the sign-in forms: a proof of work that the browser computes while the form is being filled in, or the widget of
 * a service that the host has chosen.
 */
import { atom } from 'nanostores';
import { ApiError, request } from '../../lib/client/client.ts';
import { captchaServices, getCaptcha } from '../../lib/contract/auth/sign-in.ts';
import type { Answer } from '../../lib/contract/call.ts';
import { extensions } from '../../lib/host.ts';
import { captchaService, captchaSiteKey } from '../../lib/session/settings.ts';
import type { CaptchaService } from './captcha-service-store.ts';
import type { CaptchaEvent, CaptchaWidget } from './captcha-widget-store.ts';

export type Captcha =
  /** No form shows a captcha. */
  | { readonly state: 'none' }
  | { readonly state: 'loading' }
  /** The host doesn't require one. */
  | { readonly state: 'off' }
  /** Shown but not started, or its solution has expired. */
  | { readonly state: 'idle' }
  | { readonly state: 'working' }
  | { readonly state: 'solved'; readonly value: string }
  | { readonly state: 'failed'; readonly message: string };

export const $captcha = atom<Captcha>({ state: 'none' });

/** The captcha in use, once known. The texts depend on it. */
export const $captchaKind = atom<'altcha' | CaptchaService | null>(null);

const FAILED = 'We couldn’t check that you’re not a robot. Please try again.';
const BLOCKED =
  'We couldn’t load the robot check. If your browser blocks it, allow it for this page and try again.';
/** The value for a host without a captcha, because the field must not be empty. */
const OFF = 'off';

/** What the host requires: more work while many people are guessing passwords. */
let effort: 'normal' | 'hard' = 'normal';

interface Shown {
  readonly place: HTMLElement;
  widget?: CaptchaWidget;
}
let shown: Shown | undefined;

/** Shows the captcha in `place`, which must be inside the form. Returns a function that removes it. */
export function showCaptcha(place: HTMLElement): () => void {
  shown = { place };
  void fill(shown);
  return () => {
    shown = undefined;
    place.replaceChildren();
    $captcha.set({ state: 'none' });
  };
}

/** Fetches a challenge. The answer also says which captcha is used, if any, so the widget loads only after that. */
async function fill(mine: Shown): Promise<void> {
  $captcha.set({ state: 'loading' });
  try {
    const first = extensions ? await request(getCaptcha, {}) : builtCaptcha();
    if (mine !== shown) return;
    if (!first.service && !('parameters' in first)) return $captcha.set({ state: 'off' });
    $captchaKind.set(first.service ?? 'altcha');
    const widget = await widgetFor(first, (event) => {
      if (mine === shown) $captcha.set(event.state === 'failed' ? { message: FAILED, ...event } : event);
    });
    if (mine !== shown) return;
    mine.widget = widget;
    mine.place.replaceChildren(widget.element);
  } catch (error) {
    if (mine !== shown) return;
    // A host without this call has no captcha of ours.
    if (error instanceof ApiError && error.code === 'not_offered') return $captcha.set({ state: 'off' });
    const message = error instanceof ApiError ? error.message : BLOCKED;
    $captcha.set({ state: 'failed', message });
  }
}

/** Returns the captcha that is set at build time, for hosts without the call. */
function builtCaptcha(): Answer<typeof getCaptcha> {
  const service = captchaServices.find((name) => name === captchaService);
  return service ? { service, site_key: captchaSiteKey } : {};
}

async function widgetFor(
  first: Answer<typeof getCaptcha>,
  report: (event: CaptchaEvent) => void,
): Promise<CaptchaWidget> {
  if (first.service) {
    const { createServiceWidget } = await import('./captcha-service-store.ts');
    return createServiceWidget(first.service, first.site_key ?? '', report);
  }
  const { byOwnClock, createWidget } = await import('./captcha-widget-store.ts');
  let given: unknown = byOwnClock(first);
  /** Why there is no challenge, because the widget doesn't report that. */
  let lost: string | undefined;
  return createWidget(
    async () => {
      lost = undefined;
      const waiting = given;
      given = undefined;
      if (waiting !== undefined) return waiting;
      return byOwnClock(
        await request(getCaptcha, effort === 'hard' ? { query: { effort } } : {}).catch(note),
      );
    },
    (event) => report(event.state === 'failed' && lost !== undefined ? { ...event, message: lost } : event),
  );
  function note(error: unknown): never {
    if (error instanceof ApiError) lost = error.message;
    throw error;
  }
}

/** Returns the value to send, solving the captcha first if needed. Rejects with an ApiError with `fields.captcha`. */
export async function captchaValue(): Promise<string> {
  let now = await settled();
  // At most three steps: refetch after a failure, then start, then wait.
  for (let tries = 0; tries < 3; tries++) {
    if (now.state === 'off') return OFF;
    if (now.state === 'solved') return now.value;
    if (now.state === 'none' || (now.state === 'failed' && tries > 0)) break;
    begin();
    now = await settled(now);
  }
  const message = now.state === 'failed' ? now.message : FAILED;
  throw new ApiError('captcha', message, { fields: { captcha: message } });
}

function begin(): void {
  if (shown?.widget) shown.widget.start();
  else if (shown) void fill(shown);
}

/** Makes the next solutions require more work. */
export function hardenCaptcha(): void {
  effort = 'hard';
  renewCaptcha();
}

/** Requests a new solution. A solution works only once, so a rejected form needs a new one. */
export function renewCaptcha(): void {
  shown?.widget?.reset();
}

/** Resolves to the next state that isn't `past` and isn't loading or working. */
function settled(past?: Captcha): Promise<Captcha> {
  const isEnd = (state: Captcha) => state !== past && state.state !== 'loading' && state.state !== 'working';
  const now = $captcha.get();
  if (isEnd(now)) return Promise.resolve(now);
  return new Promise((resolve) => {
    const stop = $captcha.listen((next) => {
      if (!isEnd(next)) return;
      stop();
      resolve(next);
    });
  });
}

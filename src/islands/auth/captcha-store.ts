/**
 * The bot check of the sign-in forms: a proof of work that the browser does while the form is filled in, or the widget of the service
 * that the host has chosen.
 */
import { atom } from 'nanostores';
import { ApiError, request } from '../../lib/client/client.ts';
import type { Answer } from '../../lib/contract/call.ts';
import { captchaServices, getCaptcha } from '../../lib/contract/sign-in.ts';
import { extensions } from '../../lib/host.ts';
import { captchaService, captchaSiteKey } from '../../lib/session/settings.ts';
import type { CaptchaService } from './captcha-service-store.ts';
import type { CaptchaEvent, CaptchaWidget } from './captcha-widget-store.ts';

export type Captcha =
  /** No form shows it. */
  | { readonly state: 'none' }
  | { readonly state: 'loading' }
  /** The host asks for none. */
  | { readonly state: 'off' }
  /** Shown and not begun, or its solution has expired. */
  | { readonly state: 'idle' }
  | { readonly state: 'working' }
  | { readonly state: 'solved'; readonly value: string }
  | { readonly state: 'failed'; readonly message: string };

export const $captcha = atom<Captcha>({ state: 'none' });

/** Whose check it is, once the host has said so: words about it differ. */
export const $captchaKind = atom<'altcha' | CaptchaService | null>(null);

const FAILED = 'We couldn’t check that you’re not a robot. Please try again.';
const BLOCKED =
  'We couldn’t load the robot check. If your browser blocks it, allow it for this page and try again.';
/** What a host that doesn't check gets: it must not be empty. */
const OFF = 'off';

/** What the host asked for last: more work where many guess at an account. */
let effort: 'normal' | 'hard' = 'normal';

interface Shown {
  readonly place: HTMLElement;
  widget?: CaptchaWidget;
}
let shown: Shown | undefined;

/** Shows the check in `place`, which must be inside the form. Returns how to remove it. */
export function showCaptcha(place: HTMLElement): () => void {
  shown = { place };
  void fill(shown);
  return () => {
    shown = undefined;
    place.replaceChildren();
    $captcha.set({ state: 'none' });
  };
}

/** Asks for a challenge, which also says whose check it is, if there is any; only then a widget is worth loading. */
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
    // A host without this call of ours has no check of ours either.
    if (error instanceof ApiError && error.code === 'not_offered') return $captcha.set({ state: 'off' });
    const message = error instanceof ApiError ? error.message : BLOCKED;
    $captcha.set({ state: 'failed', message });
  }
}

/** As the site was built, where no call says. */
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
  const { createWidget } = await import('./captcha-widget-store.ts');
  let given: object | undefined = first;
  /** Why there is no challenge to work on, which the widget itself doesn't report. */
  let lost: string | undefined;
  return createWidget(
    async () => {
      lost = undefined;
      const challenge =
        given ?? (await request(getCaptcha, effort === 'hard' ? { query: { effort } } : {}).catch(note));
      given = undefined;
      return challenge;
    },
    (event) => report(event.state === 'failed' && lost !== undefined ? { ...event, message: lost } : event),
  );
  function note(error: unknown): never {
    if (error instanceof ApiError) lost = error.message;
    throw error;
  }
}

/** The value to send, working for it where that isn't done yet. Rejects with an ApiError with `fields.captcha`. */
export async function captchaValue(): Promise<string> {
  let now = await settled();
  // At most: what failed is fetched again, then it is idle, then it is worked on.
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

/** The next solutions take more work. */
export function hardenCaptcha(): void {
  effort = 'hard';
  renewCaptcha();
}

/** A solution counts once: after a refused submit the next one needs another. */
export function renewCaptcha(): void {
  shown?.widget?.reset();
}

/** The next state that isn't `past`, nor a wait. */
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

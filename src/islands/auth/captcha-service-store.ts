/**
 * The widget of a captcha service: its script, its rendering and its events. Only src/islands/auth/captcha-store.ts imports it,
 * once the host has named a service. All three services have the same three functions, because the later ones copied the first.
 * Sources: developers.google.com/recaptcha/docs/display, docs.hcaptcha.com/configuration, developers.cloudflare.com/turnstile.
 */
import type { CaptchaEvent, CaptchaWidget } from './captcha-widget-store.ts';

interface Api {
  ready?(then: () => void): void;
  render(place: HTMLElement, options: Record<string, unknown>): string | number;
  reset(id: string | number): void;
}

declare global {
  interface Window {
    grecaptcha?: Api;
    hcaptcha?: Api;
    turnstile?: Api;
  }
}

/** Each service's script, set up for explicit rendering, and the global that holds its functions. */
const services = {
  recaptcha: { script: 'https://www.google.com/recaptcha/api.js?render=explicit&hl=en', name: 'grecaptcha' },
  hcaptcha: { script: 'https://js.hcaptcha.com/1/api.js?render=explicit&hl=en', name: 'hcaptcha' },
  turnstile: {
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    name: 'turnstile',
  },
} as const;
export type CaptchaService = keyof typeof services;

const UNTICKED = 'Please complete the check above.';
/** The time limit for loading a service's script, in milliseconds. */
const PATIENCE = 15_000;

/** Creates a widget that isn't on the page yet. Rejects if the service's script can't be loaded. */
export async function createServiceWidget(
  service: CaptchaService,
  siteKey: string,
  report: (event: CaptchaEvent) => void,
): Promise<CaptchaWidget> {
  const api = await load(service);
  const element = document.createElement('div');
  let isSolved = false;
  const onEvent = (event: CaptchaEvent) => {
    isSolved = event.state === 'solved';
    report(event);
  };
  const id = api.render(element, {
    sitekey: siteKey,
    theme: document.documentElement.dataset.theme === 'paper' || isLight() ? 'light' : 'dark',
    callback: (value: string) => onEvent({ state: 'solved', value }),
    'expired-callback': () => onEvent({ state: 'idle' }),
    'error-callback': () => onEvent({ state: 'failed' }),
  });
  report({ state: 'idle' });
  return {
    element,
    // Only the user can tick the box. Report that it is missing.
    start() {
      if (!isSolved) report({ state: 'failed', message: UNTICKED });
    },
    reset() {
      api.reset(id);
      onEvent({ state: 'idle' });
    },
  };
}

const isLight = () =>
  document.documentElement.dataset.theme === undefined && matchMedia('(prefers-color-scheme: light)').matches;

const loading = new Map<CaptchaService, Promise<Api>>();

function load(service: CaptchaService): Promise<Api> {
  const known = loading.get(service);
  if (known) return known;
  const fresh = fetchScript(service);
  loading.set(service, fresh);
  // The next try loads the script again.
  fresh.catch(() => loading.delete(service));
  return fresh;
}

function fetchScript(service: CaptchaService): Promise<Api> {
  const { script: src, name } = services[service];
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      reject(new Error(`${src} can't be had`));
    };
    const timer = setTimeout(fail, PATIENCE);
    script.addEventListener('error', fail);
    script.addEventListener('load', () => {
      clearTimeout(timer);
      const api = window[name];
      if (!api) return fail();
      if (api.ready) api.ready(() => resolve(api));
      else resolve(api);
    });
    script.src = src;
    document.head.append(script);
  });
}

import { createHash } from 'node:crypto';
import { type Element, isActive, islandKind } from './html.ts';

/** What a page's policy must know about the page. */
export interface PageCode {
  /** The hashes of its inline scripts and styles, as CSP sources: 'sha256-…'. */
  readonly scripts: ReadonlySet<string>;
  readonly styles: ReadonlySet<string>;
  /** Code that a strict policy would silently block, in words: style attributes and inline handlers. */
  readonly blocked: readonly string[];
}

/** Matches every tag with a blocked attribute, and some without one. Almost no tag matches, and so almost none is parsed. */
const MAYBE_BLOCKED = /\b(?:style|on[a-z]+)\s*=/i;

export function codeOf(elements: readonly Element[]): PageCode {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const blocked: string[] = [];
  for (const element of elements) {
    const { name, source, text } = element;
    if (name === 'style') styles.add(hashOf(text));
    if (isActive(element) && !element.attributes.has('src')) scripts.add(hashOf(text));
    if (!MAYBE_BLOCKED.test(source)) continue;
    for (const key of element.attributes.keys())
      if (key === 'style' || /^on[a-z]+$/.test(key)) blocked.push(`<${name} ${key}>`);
  }
  return { scripts, styles, blocked };
}

/** Returns whether a page immediately loads scripts of the site, besides inline ones: islands, the app areas' navigation. */
export const loadsScripts = (elements: readonly Element[]): boolean =>
  elements.some(
    (element) =>
      islandKind(element) === 'first' ||
      // A module may import others.
      (isActive(element) && (element.attributes.has('src') || element.attributes.get('type') === 'module')),
  );

/** Pages of one kind contain the same code. */
const hashes = new Map<string, string>();

function hashOf(text: string): string {
  const known = hashes.get(text);
  if (known !== undefined) return known;
  // Browsers turn CR LF into LF before hashing.
  const sum = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('base64');
  const hash = `'sha256-${sum}'`;
  hashes.set(text, hash);
  return hash;
}

const sources = (...parts: Iterable<string>[]) => parts.flatMap((part) => [...part].sort()).join(' ');

/**
 * Returns the policy of a page that loads no scripts immediately: its inline code, and pictures, font and pages of the site.
 * @param api for a page with an island that loads on touch: the origins of its API and socket
 */
export function contentPolicy(
  { scripts, styles }: Pick<PageCode, 'scripts' | 'styles'>,
  api: readonly string[] = [],
): string {
  const site = api.length > 0 ? ["'self'"] : [];
  return [
    "default-src 'none'",
    ...(scripts.size > 0 ? [`script-src ${sources(site, scripts)}`] : []),
    ...(styles.size > 0 ? [`style-src ${sources(site, styles)}`] : []),
    "img-src 'self'",
    "font-src 'self'",
    // The page under the pointer is prefetched.
    `connect-src ${["'self'", ...api].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/**
 * What an outside captcha needs, according to its documentation: the URLs of its scripts, and of the frame that they draw it in.
 */
const captchaSources = {
  recaptcha: {
    scripts: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
    frames: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
    others: [],
  },
  hcaptcha: {
    scripts: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
    frames: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
    // Its styles, and the hosts that its script connects to.
    others: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  },
  turnstile: {
    scripts: ['https://challenges.cloudflare.com'],
    frames: ['https://challenges.cloudflare.com'],
    others: [],
  },
} as const;
export type CaptchaService = keyof typeof captchaSources;

/** Returns the service with this name; undefined for checks without an outside service: altcha, off, or none. */
export const captchaService = (name: string | undefined): CaptchaService | undefined =>
  (['recaptcha', 'hcaptcha', 'turnstile'] as const).find((service) => service === name);

/**
 * Returns the policy of all pages that load scripts. They share one, because with client-side navigation the first page's policy
 * also applies to the next ones.
 * @param connect the origins of the API and of the realtime socket
 * @param captcha the service in their forms, for pages with forms
 * @param partners the origins of partners' games, which are played in frames
 */
export function appPolicy(
  pages: Iterable<PageCode>,
  connect: readonly string[],
  captcha?: CaptchaService,
  partners: readonly string[] = [],
): string {
  const { scripts: theirs = [], frames = [], others = [] } = captcha ? captchaSources[captcha] : {};
  const scripts = new Set<string>();
  const styles = new Set<string>();
  for (const page of pages) {
    for (const hash of page.scripts) scripts.add(hash);
    for (const hash of page.styles) styles.add(hash);
  }
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...theirs, sources(scripts)].join(' ')}`,
    `style-src ${["'self'", ...others, sources(styles)].join(' ')}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${["'self'", ...connect, ...others].join(' ')}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    `frame-src ${["'self'", ...frames, ...partners].join(' ')}`,
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');
}

/**
 * Returns the page with the policy before everything that it applies to. Only the encoding comes first, because browsers look for
 * it in the first 1,024 bytes.
 */
export function withPolicy(page: string, policy: string): string {
  const encoding = /<meta\s+charset=[^>]*>/i.exec(page)?.[0] ?? '';
  const rest = page.replace(encoding, '');
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  const start = /^[\s\S]*?<head(?:\s[^>]*)?>/i.exec(rest) ?? /^\s*<!doctype[^>]*>/i.exec(rest);
  const at = start?.[0].length ?? 0;
  return rest.slice(0, at) + encoding + meta + rest.slice(at);
}

/**
 * The headers of every answer of the site. Each page contains its own policy (docs/decisions/0005-a-policy-per-page.md). The
 * header has what a meta tag can't say, who may frame pages, and what applies to all of them.
 */
export const securityHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
  // Browsers follow it if it came over TLS. It doesn't include subdomains, which may not be ours.
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/**
 * Returns the headers of the operators' host. It has only one page, so that page's whole policy is in the header too.
 * @param policy the page's own policy
 */
export const operatorHeaders = (policy: string): Readonly<Record<string, string>> => ({
  ...securityHeaders,
  'Content-Security-Policy': `${policy}; frame-ancestors 'none'`,
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex, nofollow',
});

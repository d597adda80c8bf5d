import { createHash } from 'node:crypto';
import { elementsOf, isActive } from './html.ts';

/** What inline code a site holds, as CSP sources: 'sha256-…'. */
export interface InlineHashes {
  readonly scripts: ReadonlySet<string>;
  readonly styles: ReadonlySet<string>;
}

/**
 * The hashes of all inline scripts and styles of all pages. One set for the whole site: with client-side navigation the
 * policy of the first page goes on to rule the next ones.
 */
export function collectHashes(pages: Iterable<string>): InlineHashes {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  for (const page of pages) {
    for (const element of elementsOf(page)) {
      if (element.name === 'style') styles.add(hashOf(element.text));
      if (isActive(element) && !element.attributes.has('src')) scripts.add(hashOf(element.text));
    }
  }
  return { scripts, styles };
}

/** A browser turns CR LF into LF before it hashes. */
const hashOf = (text: string) =>
  `'sha256-${createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('base64')}'`;

/** What a strict policy would silently switch off on this page, in words: style attributes and inline handlers. */
export function blockedOn(page: string): string[] {
  return elementsOf(page).flatMap(({ name, attributes }) =>
    [...attributes.keys()]
      .filter((key) => key === 'style' || /^on[a-z]+$/.test(key))
      .map((key) => `<${name} ${key}>`),
  );
}

/**
 * The site's Content-Security-Policy as it fits a meta tag; see `policyHeader` for the header's.
 * @param connect the origins of the API and of the realtime socket.
 */
export function policyText(hashes: InlineHashes, connect: readonly string[]): string {
  const list = (...sources: Iterable<string>[]) => sources.flatMap((part) => [...part]).join(' ');
  return [
    "default-src 'none'",
    `script-src ${list(["'self'"], [...hashes.scripts].sort())}`,
    `style-src ${list(["'self'"], [...hashes.styles].sort())}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${list(["'self'"], connect)}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');
}

/** A meta tag can't say who may frame the page, so the header says it as well. */
export const policyHeader = (policy: string) => `${policy}; frame-ancestors 'none'`;

/** The page with the policy as early as it can stand: before anything that it rules, after the encoding. */
export function withPolicy(page: string, policy: string): string {
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  const start =
    /^[\s\S]*?<head(?:\s[^>]*)?>(?:\s*<meta\s+charset=[^>]*>)?/i.exec(page) ??
    /^\s*<!doctype[^>]*>/i.exec(page);
  const at = start?.[0].length ?? 0;
  return page.slice(0, at) + meta + page.slice(at);
}

/** Where pages talk to: 'http://localhost:8000', 6001 → ['http://localhost:8000', 'ws://localhost:6001'] */
export function connectOrigins(apiUrl: string, realtimePort: number): string[] {
  const api = new URL(apiUrl);
  const scheme = api.protocol === 'https:' ? 'wss' : 'ws';
  return [api.origin, `${scheme}://${api.hostname}:${realtimePort}`];
}

/** The headers of every answer of the site. */
export function securityHeaders(policy: string): Record<string, string> {
  return {
    'Content-Security-Policy': policyHeader(policy),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
  };
}

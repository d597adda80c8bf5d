/** The demo partner's game, as a partner's own host would hand it out: its page, which may be framed by our site alone. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Hono } from 'hono';
import type { ApiEnv } from '../../http/app-deps.ts';

const page = readFileSync(new URL('./nine-lamps.html', import.meta.url), 'utf8');

/** The hash by which a policy names the inline text between these tags. */
function hashOf(tag: 'script' | 'style'): string {
  const [, text = ''] = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(page) ?? [];
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** @param siteUrl whose pages may show it: 'https://playtally.example'. */
export function demoPartnerRoutes(app: Hono<ApiEnv>, siteUrl: string): void {
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf('script')}`,
    `style-src ${hashOf('style')}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${siteUrl}`,
    // Also where it is opened by itself: it is a stranger's page at our host.
    'sandbox allow-scripts',
  ].join('; ');
  app.get('/demo-partner/nine-lamps', (c) => {
    c.header('Content-Security-Policy', policy);
    // Framing is what it is for; the policy says by whom.
    c.header('X-Frame-Options', undefined);
    c.header('Cache-Control', 'public, max-age=3600');
    return c.html(page);
  });
}

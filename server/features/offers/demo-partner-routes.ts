/** The demo partner's game, served as a partner's own host would. Only our site may frame it. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Hono } from 'hono';
import type { ApiEnv } from '../../http/app-deps.ts';

const page = readFileSync(new URL('./nine-lamps.html', import.meta.url), 'utf8');

/** Returns the hash by which a content security policy allows the inline text between these tags. */
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
    // It also applies if the page is opened directly, because it acts as a third party's page on our host.
    'sandbox allow-scripts',
  ].join('; ');
  app.get('/demo-partner/nine-lamps', (c) => {
    c.header('Content-Security-Policy', policy);
    // The page is made to be framed. The policy above says by which site.
    c.header('X-Frame-Options', undefined);
    c.header('Cache-Control', 'public, max-age=3600');
    return c.html(page);
  });
}

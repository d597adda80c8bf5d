import type { APIRoute } from 'astro';
import worker from '../components/inline/service-worker.js?raw';
import { site } from '../lib/site.ts';

/** The offline page. It is self-contained, because nothing else can be loaded then. Its colours are those of tokens.css. */
const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>You’re offline · ${site.name}</title>
<style>
:root { color-scheme: light dark; background: light-dark(oklch(0.968 0.011 95), oklch(0.165 0.014 265)); color: light-dark(oklch(0.22 0.02 265), oklch(0.955 0.01 100)); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 420px; margin: 20vh auto 0; padding: 0 16px; }
svg { width: 48px; stroke: light-dark(oklch(0.22 0.02 265), oklch(0.905 0.205 122)); }
h1 { margin: 16px 0 8px; font-size: 28px; line-height: 1.2; }
a { display: inline-block; margin-top: 8px; padding: 12px 20px; border-radius: 6px; background: oklch(0.9 0.205 122); color: oklch(0.2 0.04 130); font-weight: 700; text-decoration: none; }
</style>
</head>
<body>
<main>
<svg viewBox="6 6 20 20" fill="none" stroke-width="2.6" stroke-linecap="round" aria-hidden="true"><path d="M8 8l-.4 16M13.4 8l-.3 16M18.8 8l-.2 16M24.2 8l-.1 16"/></svg>
<h1>You’re offline</h1>
<p>We can’t reach ${site.name}. Check your Wi-Fi or mobile data, then try again.</p>
<p>Your points and orders are safe, and a game you started is saved on this device.</p>
<a href="">Try again</a>
</main>
</body>
</html>
`;

/** The service worker. It contains the offline page, so that there is nothing to cache. */
export const GET: APIRoute = () =>
  new Response(`const OFFLINE_PAGE = ${JSON.stringify(page)};\n${worker}`, {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8' },
  });

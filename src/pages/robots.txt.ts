import type { APIRoute } from 'astro';

/**
 * Nothing is closed to crawlers: a page that they may not read can't show them that it is `noindex`, and would be listed by
 * its address alone once somebody links to it.
 */
export const GET: APIRoute = ({ site }) =>
  new Response(`User-agent: *\nDisallow:\n\nSitemap: ${new URL('/sitemap-index.xml', site).href}\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });

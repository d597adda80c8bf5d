import type { APIRoute } from 'astro';

/**
 * Crawlers may read everything. If a page were disallowed, they couldn't see that it is `noindex`, and would list its address as
 * soon as someone linked to it.
 */
export const GET: APIRoute = ({ site }) =>
  new Response(`User-agent: *\nDisallow:\n\nSitemap: ${new URL('/sitemap-index.xml', site).href}\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });

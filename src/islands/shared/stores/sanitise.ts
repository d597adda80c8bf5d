/**
 * Makes HTML from a server safe to show. On other hosts, anyone may have written an article. The library loads on first use, so
 * that pages without such HTML don't carry it.
 */

/** Only what an article needs. No pictures, because the CSP blocks those from other sites. */
const ALLOWED = [
  ...['h2', 'h3', 'h4', 'p', 'br', 'hr', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code'],
  ...['a', 'b', 'strong', 'i', 'em', 's', 'del', 'sub', 'sup', 'kbd'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'caption'],
];

/** Resolves to HTML without scripts, styles, forms, frames and event handlers. Rejects if the library can't be loaded. */
export async function sanitise(html: string): Promise<string> {
  const { default: purify } = await import('dompurify');
  const clean = purify.sanitize(html, {
    ALLOWED_TAGS: ALLOWED,
    ALLOWED_ATTR: ['href', 'title', 'start', 'colspan', 'rowspan', 'scope'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const link of clean.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href') ?? '';
    if (!URL.canParse(href, location.href)) link.removeAttribute('href');
    else if (new URL(href, location.href).origin === location.origin) continue;
    // Untrusted text: don't endorse its links, and don't give the linked page access to this one.
    link.setAttribute('rel', 'ugc nofollow noopener noreferrer');
  }
  const holder = document.createElement('div');
  holder.append(clean);
  return holder.innerHTML;
}

/**
 * Makes HTML that came from a server safe to show: an article may have been written by anyone, on whatever host. Loads its library
 * when first used, so that pages without such text don't carry it.
 */

/** Only what an article needs. Pictures stay out: the site's policy lets none in from elsewhere. */
const ALLOWED = [
  ...['h2', 'h3', 'h4', 'p', 'br', 'hr', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code'],
  ...['a', 'b', 'strong', 'i', 'em', 's', 'del', 'sub', 'sup', 'kbd'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'caption'],
];

/** Resolves to HTML without scripts, styles, forms, frames and handlers. Rejects when the library can't be loaded. */
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
    // Somebody else's words: no vote for what they point to, and no hold on this page.
    link.setAttribute('rel', 'ugc nofollow noopener noreferrer');
  }
  const holder = document.createElement('div');
  holder.append(clean);
  return holder.innerHTML;
}

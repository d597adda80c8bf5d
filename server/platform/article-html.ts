/** Turns an article's Markdown into HTML: the same for readers, for the preview and for the operators who review it. */
import { Marked, type Tokens } from 'marked';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

/** Returns whether a link leads to the web or this site, and not to a script, data or file. */
function isPlace(href: string): boolean {
  if (/^[/#](?![/\\])/.test(href)) return true;
  return URL.canParse(href) && ['http:', 'https:'].includes(new URL(href).protocol);
}

const marked = new Marked({
  async: false,
  gfm: true,
  renderer: {
    // Players write articles too. Their HTML is shown as text and never runs; browsers sanitise it as well.
    html: ({ text }) => escapeHtml(text),
    link(token: Tokens.Link) {
      const words = this.parser.parseInline(token.tokens);
      if (!isPlace(token.href)) return words;
      const title = token.title ? ` title="${escapeHtml(token.title)}"` : '';
      return `<a href="${escapeHtml(token.href)}"${title}>${words}</a>`;
    },
    // The site's policy doesn't allow pictures from elsewhere, so their description is shown.
    image: ({ text }) => escapeHtml(text),
    heading(token: Tokens.Heading) {
      // The page has its own first-level heading. The article's headings start below it.
      const level = Math.min(4, Math.max(2, token.depth));
      return `<h${level}>${this.parser.parseInline(token.tokens)}</h${level}>\n`;
    },
  },
});

/** Call it only from markdown-worker.ts, because a text can be written to be very slow. */
export function articleHtml(markdown: string): string {
  return marked.parse(markdown, { async: false });
}

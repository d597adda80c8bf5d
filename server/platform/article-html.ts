/** From an article's Markdown to HTML: the same for readers, for the preview and for who decides on it. */
import { Marked, type Tokens } from 'marked';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

/** Somewhere on the web, or on this site: no script, no data, no file. */
function isPlace(href: string): boolean {
  if (/^[/#](?![/\\])/.test(href)) return true;
  return URL.canParse(href) && ['http:', 'https:'].includes(new URL(href).protocol);
}

const marked = new Marked({
  async: false,
  gfm: true,
  renderer: {
    // Players write articles too. What they write as HTML is shown unchanged, and nothing of it runs: browsers sanitise as well.
    html: ({ text }) => escapeHtml(text),
    link(token: Tokens.Link) {
      const words = this.parser.parseInline(token.tokens);
      if (!isPlace(token.href)) return words;
      const title = token.title ? ` title="${escapeHtml(token.title)}"` : '';
      return `<a href="${escapeHtml(token.href)}"${title}>${words}</a>`;
    },
    // The site's policy lets in no pictures from elsewhere: their description replaces them.
    image: ({ text }) => escapeHtml(text),
    heading(token: Tokens.Heading) {
      // The page's own heading is the first, the article's begin below it.
      const level = Math.min(4, Math.max(2, token.depth));
      return `<h${level}>${this.parser.parseInline(token.tokens)}</h${level}>\n`;
    },
  },
});

/** For markdown-worker.ts alone: it may take as long as a text is made to take. */
export function articleHtml(markdown: string): string {
  return marked.parse(markdown, { async: false });
}

/**
 * A page's text as an editor field of Keystatic that leaves ordinary Markdown unchanged. In the file, a paragraph is one line.
 * Lines that were wrapped by hand are joined when a page is opened; otherwise each break would be kept as if it were meant.
 */
import type { ContentFormField, fields } from '@keystatic/core';

type Mdx = ReturnType<typeof fields.mdx>;
export type BodyState = ReturnType<Mdx['defaultValue']>;

/** Our pages have no first-level headings, and nothing that the site's styles don't cover. */
export const bodyOptions = {
  heading: [2, 3],
  image: false,
  codeBlock: false,
  strikethrough: false,
  divider: false,
} as const;

/** Returns a field that reads and writes Markdown with the field from `fields.mdx`. */
export function plainMarkdown(editor: Mdx): ContentFormField<BodyState, BodyState, string> {
  return {
    ...editor,
    parse: (value, { content, ...rest }) => {
      const source = new TextEncoder().encode(withoutMarkup(new TextDecoder().decode(content)));
      return joinLines(editor.parse(value, { ...rest, content: source }));
    },
    serialize(state, extra) {
      const written = editor.serialize(state, extra);
      return {
        ...written,
        content: new TextEncoder().encode(inOurForm(new TextDecoder().decode(written.content))),
      };
    },
  };
}

/** The field reads MDX, in which `<` and `{` start code. In our pages they are ordinary characters. */
function withoutMarkup(markdown: string): string {
  return markdown
    .split(/(`+[^`]+`+)/)
    .map((part, at) =>
      at % 2 === 1 ? part : part.replace(/<(https?:[^\s>]+)>/g, '[$1]($1)').replace(/(?<!\\)[<{]/g, '\\$&'),
    )
    .join('');
}

/**
 * Returns Markdown in our form: an empty line after the front matter, lists with hyphens, no spaces at line ends, and one line
 * break at the end.
 */
function inOurForm(markdown: string): string {
  const plain = markdown.replace(/&#x20;$/gm, '').trim();
  return `\n${plain.replace(/^((?:> ?|\s)*)\* /gm, '$1- ')}\n`;
}

function joinLines(state: BodyState): BodyState {
  const { doc, tr } = state;
  const joined = doc.type.schema.nodeFromJSON(withJoinedLines(doc.toJSON()));
  return state.apply(tr.replaceWith(0, doc.content.size, joined.content).setMeta('addToHistory', false));
}

/** Joins lines in a ProseMirror document as JSON: nodes have `content`, text nodes have `text`. */
function withJoinedLines(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withJoinedLines);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === 'text' && typeof value === 'string' ? value.replace(/\s*\n\s*/g, ' ') : withJoinedLines(value),
    ]),
  );
}

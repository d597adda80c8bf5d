/**
 * A text's HTML with each heading of the second level, and what follows it, in a section of its own: one that is far from sight
 * needn't be laid out (src/styles/sections.css). A heading within a list or a quotation begins none.
 */
export function inSections(html: string): string {
  let depth = 0;
  let isOpen = false;
  const parts = html.replace(/<(\/?)(blockquote|ul|ol|h2)\b/g, (tag, closes: string, name: string) => {
    if (name !== 'h2') depth += closes ? -1 : 1;
    else if (!closes && depth === 0) {
      const before = isOpen ? '</section>' : '';
      isOpen = true;
      return `${before}<section>${tag}`;
    }
    return tag;
  });
  return isOpen ? `${parts}</section>` : parts;
}

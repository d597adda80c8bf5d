/**
 * Wraps each second-level heading and the content after it in a section, so that the browser can skip the layout of distant
 * sections (src/styles/sections.css). Headings within a list or a quotation are ignored.
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

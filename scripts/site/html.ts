/** Reads the HTML of our own build: just enough of the grammar to find elements, attributes and inline code. */

export interface Element {
  /** In lower case: "script". */
  readonly name: string;
  /** Names in lower case, values with entities decoded; "" for an attribute without a value. */
  readonly attributes: ReadonlyMap<string, string>;
  /** The raw text of a script or style; "" for all other elements. */
  readonly text: string;
}

const COMMENT_OR_TAG = /<!--[\s\S]*?-->|<([a-z][^\s/>]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/gi;
const ATTRIBUTE = /([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;
/** Elements that contain only text, and what ends them. */
const RAW_TEXT: ReadonlyMap<string, RegExp> = new Map(
  ['script', 'style', 'textarea', 'title'].map((name) => [name, new RegExp(`</${name}[\\s/>]`, 'gi')]),
);
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#34': '"',
};

/** Returns the elements of a page, in the order of their opening tags. */
export function elementsOf(html: string): Element[] {
  const found: Element[] = [];
  const pattern = new RegExp(COMMENT_OR_TAG);
  for (let match = pattern.exec(html); match; match = pattern.exec(html)) {
    if (match[1] === undefined) continue;
    const name = match[1].toLowerCase();
    let text = '';
    const end = RAW_TEXT.get(name);
    if (end) {
      const start = pattern.lastIndex;
      end.lastIndex = start;
      pattern.lastIndex = end.exec(html)?.index ?? html.length;
      text = html.slice(start, pattern.lastIndex);
    }
    found.push({ name, attributes: attributesOf(match[2] ?? ''), text });
  }
  return found;
}

const NONE: ReadonlyMap<string, string> = new Map();

/** Many pages contain the same tags. It is emptied when full, because each of thousands of pages also has a few of its own. */
const known = new Map<string, ReadonlyMap<string, string>>();
const MOST_KNOWN = 5_000;

function attributesOf(text: string): ReadonlyMap<string, string> {
  if (text === '') return NONE;
  const same = known.get(text);
  if (same) return same;
  const found = new Map<string, string>();
  for (const [, name = '', double, single, bare] of text.matchAll(ATTRIBUTE)) {
    found.set(name.toLowerCase(), decodeEntities(double ?? single ?? bare ?? ''));
  }
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(text, found);
  return found;
}

/**
 * Returns the kind of island; undefined for other elements. `touch` loads nothing before its link is followed
 * (src/components/on-touch.ts).
 */
export const islandKind = ({ name, attributes }: Element): 'first' | 'touch' | undefined => {
  if (name !== 'astro-island') return undefined;
  return attributes.get('client') === 'touch' ? 'touch' : 'first';
};

/** Decodes entities: '&amp;' → '&'. Entities that our builder doesn't write are kept. */
export const decodeEntities = (text: string) =>
  !text.includes('&') ? text : text.replace(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);

/** Returns whether the browser would run a script. Data blocks such as JSON-LD aren't run. */
export function isActive(element: Element): boolean {
  const type = element.attributes.get('type')?.toLowerCase() ?? '';
  return element.name === 'script' && /^$|^module$|^importmap$|^speculationrules$|javascript$/.test(type);
}

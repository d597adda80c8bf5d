/** Reads the HTML of our own build: just enough of the grammar to find elements, attributes and inline code. */

/** Reads its attributes only when asked, because few of the thousands of elements on a page are asked for them. */
export class Element {
  /** In lower case: "script". */
  readonly name: string;
  /** The raw text of a script or style; "" for all other elements. */
  readonly text: string;
  /** What the tag contains after its name, unchanged. */
  readonly source: string;
  #attributes: ReadonlyMap<string, string> | undefined;

  constructor(name: string, source: string, text: string) {
    this.name = name;
    this.source = source;
    this.text = text;
  }

  /** Names in lower case, values with entities decoded; "" for an attribute without a value. */
  get attributes(): ReadonlyMap<string, string> {
    this.#attributes ??= attributesOf(this.source);
    return this.#attributes;
  }
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
    found.push(new Element(name, match[2] ?? '', text));
  }
  return found;
}

function attributesOf(source: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', double, single, bare] of source.matchAll(ATTRIBUTE))
    found.set(name.toLowerCase(), decodeEntities(double ?? single ?? bare ?? ''));
  return found;
}

/**
 * Returns the kind of island; undefined for other elements. `touch` loads nothing before its link is followed
 * (src/components/on-touch.ts).
 */
export const islandKind = (element: Element): 'first' | 'touch' | undefined => {
  if (element.name !== 'astro-island') return undefined;
  return element.attributes.get('client') === 'touch' ? 'touch' : 'first';
};

/** Decodes entities: '&amp;' → '&'. Entities that our builder doesn't write are kept. */
export const decodeEntities = (text: string) =>
  !text.includes('&') ? text : text.replace(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);

/** Returns whether the browser would run a script. Data blocks such as JSON-LD aren't run. */
export function isActive(element: Element): boolean {
  if (element.name !== 'script') return false;
  const type = element.attributes.get('type')?.toLowerCase() ?? '';
  return /^$|^module$|^importmap$|^speculationrules$|javascript$/.test(type);
}

/**
 * Styles are written by what they are about. A page carries all of them in itself, so what it has no element for is left out
 * of the page. Only for pages whose elements are final once they are built: islands make more.
 */
import type { Element } from './html.ts';

/** What a selector can ask of a page: '.button', '#content', 'nav'. */
type Names = Pick<ReadonlySet<string>, 'has'>;

interface Sheet {
  /** All that its selectors ask for. */
  readonly asked: ReadonlySet<string>;
  /** What was left of it, by those of the names that a page has: most pages of a kind have the same. */
  readonly left: Map<string, string>;
}
const sheets = new Map<string, Sheet>();

/**
 * A page and its elements without the rules, custom properties and keyframes that none of the elements uses. Reads what the
 * build's minifier writes: nested rules, no comments. Attributes count as there, since scripts set some (`data-theme`).
 */
export function withoutUnusedStyles(page: string, elements: readonly Element[]) {
  const names = namesOf(elements);
  let html = page;
  const lean = elements.map((element) => {
    if (element.name !== 'style') return element;
    const css = element.text;
    const { asked, left } = sheetOf(css);
    const key = [...asked].filter((name) => names.has(name)).join();
    const text = left.get(key) ?? withoutUnusedNames(layersOnce(usedRules(css, names)));
    left.set(key, text);
    html = html.replace(css, () => text);
    return { ...element, text };
  });
  return { html, elements: lean };
}

function sheetOf(css: string): Sheet {
  const known = sheets.get(css);
  if (known) return known;
  const asked = new Set<string>();
  // A page that has whatever it is asked for is asked for everything.
  usedRules(css, { has: (name) => asked.add(name).size > 0 });
  const made = { asked, left: new Map<string, string>() };
  sheets.set(css, made);
  return made;
}

/** An element's own names, by its attributes: the same ones come again and again. */
const known = new WeakMap<Element['attributes'], readonly string[]>();

function namesOf(elements: readonly Element[]): Set<string> {
  const found = new Set<string>();
  for (const { name, attributes } of elements) {
    found.add(name);
    if (attributes.size === 0) continue;
    const own = known.get(attributes) ?? namesIn(attributes);
    known.set(attributes, own);
    for (const one of own) found.add(one);
  }
  return found;
}

function namesIn(attributes: Element['attributes']): string[] {
  const id = attributes.get('id');
  const words = (attributes.get('class') ?? '').split(/\s+/).filter((word) => word !== '');
  return [...words.map((word) => `.${word}`), ...(id === undefined ? [] : [`#${id}`])];
}

function usedRules(css: string, names: Names): string {
  let left = '';
  for (const { prelude, body } of rulesOf(css)) {
    if (body === undefined) left += prelude;
    else if (/^@(?:font-face|keyframes|view-transition)/.test(prelude)) left += `${prelude}{${body}}`;
    else if (prelude.startsWith('@')) left += block(prelude, usedRules(body, names));
    else {
      const selectors = splitSelectors(prelude).filter((selector) => canMatch(selector, names));
      if (selectors.length > 0) left += block(selectors.join(), usedRules(body, names));
    }
  }
  return left;
}

/** An empty layer still says which comes first; any other empty block says nothing. */
const block = (prelude: string, body: string) =>
  body.trim() || prelude.startsWith('@layer') ? `${prelude}{${body}}` : '';

/** Each file says the order of the layers; once said, it needn't be said again. */
function layersOnce(css: string): string {
  const said = new Set<string>();
  return css.replace(/@layer ([\w,-]+)(?:;|\{(\}?))/g, (rule, names: string, empty: string | undefined) => {
    const isNew = names.split(',').filter((name) => !said.has(name)).length > 0;
    for (const name of names.split(',')) said.add(name);
    return isNew || empty === '' ? rule : '';
  });
}

/** Custom properties that nothing reads and keyframes that nothing plays; then what only these had read. */
function withoutUnusedNames(css: string): string {
  const read = new Set(css.match(/var\(--[\w-]+/g));
  const played = css.match(/animation[^;}]*/g)?.join() ?? '';
  const left = css
    .replace(/(?<=[{;])--[\w-]+:(?:"[^"]*"|[^;{}"])*(?:;|(?=\}))/g, (declaration) =>
      read.has(`var(${declaration.slice(0, declaration.indexOf(':'))}`) ? declaration : '',
    )
    .replace(/@keyframes ([\w-]+)\{(?:[^{}]*\{[^{}]*\})*\}/g, (rule, name: string) =>
      played.includes(name) ? rule : '',
    );
  return left.length < css.length ? withoutUnusedNames(left) : left;
}

/** What `:is()`, `:not()` and the like hold is taken as given. */
function canMatch(selector: string, names: Names): boolean {
  const plain = selector.replace(/\[[^\]]*\]|::?[\w-]+(?:\((?:[^()]|\([^()]*\))*\))?/g, '');
  return (plain.match(/[.#]?[a-z][\w-]*/gi) ?? []).every((part) => names.has(part));
}

/** The rules and statements of a style sheet, or the nested rules and declarations of a rule. */
function rulesOf(css: string): { prelude: string; body?: string }[] {
  const found: { prelude: string; body?: string }[] = [];
  let start = 0;
  let open = 0;
  let depth = 0;
  for (const { 0: char, index } of css.matchAll(/"(?:[^"\\]|\\.)*"|[{};]/g)) {
    if (char === '{' && depth++ === 0) open = index;
    if (char === '}' && --depth === 0) {
      found.push({ prelude: css.slice(start, open).trim(), body: css.slice(open + 1, index) });
      start = index + 1;
    }
    if (char === ';' && depth === 0) {
      found.push({ prelude: css.slice(start, index + 1) });
      start = index + 1;
    }
  }
  return start < css.length ? [...found, { prelude: css.slice(start) }] : found;
}

/** 'a,b:is(c,d)' → ['a', 'b:is(c,d)'] */
function splitSelectors(list: string): string[] {
  return list.match(/(?:"[^"]*"|\((?:[^()]|\([^()]*\))*\)|[^,"(])+/g) ?? [];
}

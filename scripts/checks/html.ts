/**
 * Checks HTML: `node scripts/checks/html.ts [folder]` checks every built page with html-validate. It also checks that pages with
 * islands have the parts that report problems.
 */
import { join } from 'node:path';
import { type ConfigData, HtmlValidate, type ResolvedConfig, StaticConfigLoader } from 'html-validate';
import { findRoute } from '../../src/lib/routing/routes.ts';
import { decodeEntities, islandKind } from '../site/html.ts';
import { type BuiltSite, elementsWith, inFiles, type Page, readSite, report } from './built-site.ts';

const content: ConfigData = {
  root: true,
  extends: ['html-validate:recommended'],
  rules: {
    // Safari's screen reader ignores a list without bullets unless it has the role.
    'no-redundant-role': 'off',
    // The built HTML isn't read by people.
    'no-trailing-whitespace': 'off',
    // HTML allows any id without spaces. Headings of the legal pages start with a number.
    'valid-id': ['error', { relaxed: true }],
  },
};

/** Pages with islands. React and Astro write some things in their own way, and browsers read them the same. */
const island: ConfigData = {
  ...content,
  rules: {
    ...content.rules,
    // React: autoComplete, required="", <input/>.
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'void-style': 'off',
    // The reward search works while typing and with Enter, so it has no button.
    'wcag/h32': 'off',
  },
};

/** Works out the rules once, where html-validate's own loader does so for each page. */
class OnceLoader extends StaticConfigLoader {
  #config: ResolvedConfig | Promise<ResolvedConfig> | undefined;

  override getConfigFor(handle: string): ResolvedConfig | Promise<ResolvedConfig> {
    this.#config ??= super.getConfigFor(handle);
    return this.#config;
  }
}

const validators = {
  content: new HtmlValidate(new OnceLoader(content)),
  island: new HtmlValidate(new OnceLoader(island)),
};

/** How far from a page's start browsers look for the encoding, in bytes. */
const ENCODING_WITHIN = 1_024;

const LOADING = { id: 'loading' };
/** What pages with islands must contain (spec sections 2 and 4). The operators' only page has no other page to link to. */
const besideIslands = [
  ['the loading bar', 'div', LOADING],
  ['the banner for problems that keep a page from working', 'div', { id: 'trouble' }],
  ['the script that reloads the page when a part is missing', 'script', { 'data-missing-part': '' }],
  ['the message for browsers without JavaScript', 'noscript', {}],
] as const;

function missingBesideIslands(page: Page): string[] {
  const isAlone = findRoute(page.path)?.area === 'operator';
  return besideIslands.flatMap(([what, name, values]) =>
    elementsWith(page, name, values).length === 1 || (isAlone && values === LOADING)
      ? []
      : [`it has islands, but not ${what}`],
  );
}

/**
 * Text on both sides of inline elements, with no space between. In our styles they are boxes of their own. A match starts
 * where the text does, or the search would begin again at each of its letters.
 */
const GLUED =
  /(?<![^<>])([^<>]*[\p{L}\p{N}.,:)%])((?:<\/?(?:a|span|small|b|i|em|strong|code|time|output|header|nav)\b[^>]*>)+)(?=([\p{L}\p{N}$+(−·][^<>]*))/gu;
const NOT_TEXT = /<!--[\s\S]*?-->|<(script|style|template|noscript|svg|select)\b[\s\S]*?<\/\1>/g;

/** Words of a page that only the styles keep apart. In a text browser they are one: 'Robux400'. */
function gluedWords(html: string): string[] {
  const body = html.slice(html.indexOf('<body'));
  return [...body.replace(NOT_TEXT, '').matchAll(GLUED)].map(
    ([, before = '', , after = '']) => `${before.trim().split(/\s/).at(-1)}${after.trim().split(/\s/)[0]}`,
  );
}

/** The message, as the specification writes it. */
const SPECIFIED = /Don(?:'|&#39;)t Miss Out!/g;
const CODE = /<(code|pre)\b[\s\S]*?<\/\1>/g;

/** Words with a typewriter's apostrophe, in what a page shows or search results show of it: 'Apple's'. The others are ’. */
function straightApostrophes({ html, elements }: Page): string[] {
  const shown = html
    .slice(html.indexOf('<body'))
    .replace(NOT_TEXT, '')
    .replace(CODE, '')
    .replace(/<[^>]*>/g, ' ');
  const head = elements.flatMap(({ name, attributes, text }) => {
    if (name === 'title') return text;
    return name === 'meta' && attributes.get('name') === 'description'
      ? (attributes.get('content') ?? '')
      : [];
  });
  return [shown, ...head].flatMap((words) =>
    [...words.replace(SPECIFIED, '').matchAll(/\p{L}+(?:'|&#39;)\p{L}+/gu)].map(([word]) =>
      decodeEntities(word),
    ),
  );
}

const OPEN_AREAS: readonly string[] = ['public', 'account', 'guest'];

/** The text of a status. Without JavaScript it would never change. */
const LOADING_TEXT = /role="status"[^>]*>\s*(Loading\b[^<]*)</g;

/** Returns a sentence with the rule's name for each problem. The same problem on several pages is reported once. */
export async function htmlFindings({ pages }: Pick<BuiltSite, 'pages'>): Promise<string[]> {
  const found = new Map<string, string[]>();
  const reportProblem = (what: string, file: string) => found.set(what, [...(found.get(what) ?? []), file]);
  for (const page of pages.values()) {
    const { file, html, elements } = page;
    if (!/<meta\s+charset=["']?utf-8["']?/i.test(Buffer.from(html).toString('latin1', 0, ENCODING_WITHIN)))
      reportProblem('its encoding isn’t declared in its first 1,024 bytes', file);
    for (const { attributes } of elementsWith(page, 'meta', { 'http-equiv': 'refresh' }))
      if (!/^\d+; url=\S+$/.test(attributes.get('content') ?? ''))
        reportProblem(`its refresh is “${attributes.get('content')}”; write “0; url=” and the address`, file);
    // The others are for players who have signed in, which needs JavaScript.
    if (OPEN_AREAS.includes(findRoute(page.path)?.area ?? 'public'))
      for (const words of new Set(gluedWords(html)))
        reportProblem(`only styles separate the words of “${words}”; put a space between them`, file);
    for (const word of new Set(straightApostrophes(page))) reportProblem(`write “${word}” with ’`, file);
    for (const [, words = ''] of html.matchAll(LOADING_TEXT))
      reportProblem(`it says “${words.trim()}” without JavaScript; use an aria-label`, file);
    const body = elements.findIndex(({ name }) => name === 'body');
    if (elements.findLastIndex(({ name }) => name === 'style') > body)
      reportProblem('it has a style in its body; HTML allows it only in the head', file);
    const kinds = new Set(elements.map(islandKind));
    if (kinds.has('first')) for (const missing of missingBesideIslands(page)) reportProblem(missing, file);
    const { results } = await validators[
      kinds.has('first') || kinds.has('touch') ? 'island' : 'content'
    ].validateString(html, file);
    for (const { message, selector, ruleId } of results.flatMap(({ messages }) => messages))
      reportProblem(`${message} (${ruleId}), at ${selector ?? 'the page as a whole'}`, file);
  }
  return [...found].map(([what, files]) => `${inFiles(files)}: ${what}`);
}

if (import.meta.main) {
  const site = await readSite(process.argv[2] ?? join(import.meta.dirname, '../../dist'));
  report(await htmlFindings(site), `HTML of ${site.pages.size} pages`);
}

/**
 * Measures each kind of page: `node scripts/checks/page-kinds.ts [folder]` updates the table in docs/developers/pages.md from a
 * built site. The times in it come from `npm run bench:site` and are kept.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { overlap, shingles } from '../../src/content/alike.ts';
import { findRoute, matchRoute, type routes } from '../../src/lib/routing/routes.ts';
import { decodeEntities } from '../site/html.ts';
import { brotliSize, type PageWeight, weighSite } from './budgets.ts';
import {
  type BuiltSite,
  isIndexed,
  isListedElsewhere,
  isOpen,
  isRedirect,
  type Page,
  readSite,
} from './built-site.ts';

export const PAGES_DOC = join(import.meta.dirname, '../../docs/developers/pages.md');

/** The kinds, each with the names of its routes. `one` selects addresses with an id, or those without. */
const kinds: readonly (readonly [name: string, of: readonly (keyof typeof routes)[], one?: boolean])[] = [
  ['Home', ['index']],
  ['All rewards', ['rewardsHub']],
  ['Rewards of a kind, platform, price or country', ['rewardKind']],
  ['Delivery times', ['delivery']],
  ['Guide', ['rewardPage']],
  ['Reward', ['reward'], true],
  ['Games', ['games']],
  ['Game', ['gamePage']],
  ['Articles', ['articles']],
  ['Article', ['articlePage']],
  ['Cases', ['cases']],
  ['Case', ['casePage']],
  ['Contests', ['contests']],
  ['Contest', ['contestPage']],
  ['About, help and legal texts', ['aboutUs', 'advertisment', 'help', 'terms', 'privacy']],
  ['Lists for guests', ['guestHome', 'guestGames', 'guestRewards', 'guestContests', 'guestCases']],
  ['Things for guests', ['guestGame', 'guestReward', 'guestArticle', 'guestCase'], true],
  ['Things for players', ['userGame', 'userReward', 'userArticle', 'userCase'], true],
];

export interface PageKind {
  readonly name: string;
  /** One of its pages. */
  readonly path: string;
  readonly pages: number;
  /** 'yes', 'under another page', 'no', or several of these. */
  readonly indexable: string;
  /** Of the text in `main`. */
  readonly words: readonly [least: number, most: number];
  /** The largest page, in bytes: its HTML, and the scripts that load with it. */
  readonly html: number;
  readonly script: number;
  /** The share of text that the two most similar pages have in common; undefined if search engines list fewer than two. */
  readonly alike: number | undefined;
}

const indexableOf = (page: Page) =>
  isIndexed(page) ? 'yes' : isOpen(page) && isListedElsewhere(page) ? 'under another page' : 'no';

export function textOf({ html }: Page): string {
  const main = /<main[\s>]([\s\S]*)<\/main>/.exec(html)?.[1] ?? '';
  return decodeEntities(
    main.replace(/<(script|style|noscript)[\s\S]*?<\/\1>/g, ' ').replace(/<[^>]+>/g, ' '),
  );
}

export function pageKinds({ pages }: Pick<BuiltSite, 'pages'>, weights: readonly PageWeight[]): PageKind[] {
  const weightOf = new Map(weights.map((weight) => [weight.path === '' ? '/' : weight.path, weight]));
  return kinds.flatMap(([name, of, one]) => {
    const own = [...pages.values()].filter((page) => {
      const route = findRoute(page.path);
      if (!route || isRedirect(page) || !of.some((wanted) => wanted === route.name)) return false;
      return one !== true || /^\d/.test(matchRoute(route.pattern, page.path)?.id ?? '');
    });
    const [first] = own;
    if (!first) return [];
    const texts = own.map(textOf);
    const words = texts.map((text) => text.split(/\s+/).filter(Boolean).length);
    const listed = texts.filter((_, at) => own[at] && isIndexed(own[at])).map(shingles);
    const shared = listed.flatMap((text, at) => listed.slice(at + 1).map((other) => overlap(text, other)));
    // Compressing all of them takes too long.
    const heaviest = own.toSorted((a, b) => b.html.length - a.html.length).slice(0, 3);
    const most = (pick: (weight: PageWeight) => number) =>
      Math.max(
        0,
        ...own.map(({ path }) => weightOf.get(path)).flatMap((weight) => (weight ? pick(weight) : [])),
      );
    return [
      {
        name,
        path: first.path,
        pages: own.length,
        indexable: [...new Set(own.map(indexableOf))].sort().join(' or '),
        words: [Math.min(...words), Math.max(...words)],
        html: Math.max(0, ...heaviest.map(({ html }) => brotliSize(html))),
        script: most(({ script }) => script),
        alike: shared.length > 0 ? Math.max(...shared) : undefined,
      },
    ];
  });
}

/** Returns the rows of the document's table as cells, without its header. */
export const rowsIn = (doc: string): string[][] =>
  doc
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

const kb = (bytes: number) => (bytes / 1024).toFixed(1);
const NOT_MEASURED = '–';

/**
 * Returns the document with its table updated. @param lcp measured times in milliseconds, by a page's path; other kinds keep the
 * document's value
 */
export function withTable(
  doc: string,
  found: readonly PageKind[],
  lcp: ReadonlyMap<string, number> = new Map(),
): string {
  const before = new Map(rowsIn(doc).map((cells) => [cells[0], cells.at(-1)]));
  const rows = found.map(({ name, path, pages, indexable, words, html, script, alike }) => {
    const measured = lcp.get(path);
    const cells = [
      name,
      pages,
      indexable,
      words[0] === words[1] ? words[0] : `${words[0]} to ${words[1]}`,
      kb(html),
      kb(script),
      alike === undefined ? NOT_MEASURED : alike.toFixed(2),
      measured === undefined ? (before.get(name) ?? NOT_MEASURED) : Math.round(measured),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const lines = doc.split('\n');
  const start = lines.findIndex((line) => /^\|-/.test(line)) + 1;
  const end = lines.findIndex((line, at) => at >= start && !line.startsWith('|'));
  return [...lines.slice(0, start), ...rows, ...lines.slice(end)].join('\n');
}

/** Updates the table. */
export async function writeTable(
  folder: string,
  lcp?: ReadonlyMap<string, number>,
): Promise<readonly PageKind[]> {
  const found = pageKinds(await readSite(folder), await weighSite(folder));
  writeFileSync(PAGES_DOC, withTable(readFileSync(PAGES_DOC, 'utf8'), found, lcp));
  return found;
}

if (import.meta.main) {
  const found = await writeTable(process.argv[2] ?? join(import.meta.dirname, '../../dist'));
  console.log(`${found.length} kinds of pages`);
}

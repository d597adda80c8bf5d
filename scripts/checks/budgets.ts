/**
 * Size limits of the built pages. `node scripts/checks/budgets.ts [folder]` prints the size of each page, and exits with 1 if one
 * is over a limit. All sizes are in bytes after brotli.
 */
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { findRoute, matchRoute, routes } from '../../src/lib/routing/routes.ts';
import { filesUnder } from '../files.ts';
import { elementsOf, isActive, islandKind } from '../site/html.ts';
import { type Modules, reachable, readModules, startModules } from './module-graph.ts';

const KB = 1024;
export const limits = {
  contentHtml: 13 * KB,
  /** For a page with an island that loads on touch. With its headers and longer addresses it fits into the ten packets that a server sends first. */
  touchedHtml: 13.5 * KB,
  /** For pages that search engines may list. */
  contentHtmlMedian: 9 * KB,
  contentInline: 1 * KB,
  font: 16 * KB,
  /** What a content page fetches before scrolling: its pictures, and everything together. */
  firstPictures: 36 * KB,
  firstLoad: 45 * KB,
  /** React itself is 50 of it. The settings of src/content/site.json are in it too. */
  appScript: 85 * KB,
  /** Browsers fetch six files at a time over HTTP/1.1. */
  appFiles: 16,
  appLater: 50 * KB,
  /** One page has all the operators' screens, in two groups, and loads one of them. */
  operatorLater: 72 * KB,
  /** One page has all our games, and loads one of them. */
  playLater: 68 * KB,
  /** A purchase is celebrated with the effects of our games. */
  rewardLater: 53 * KB,
  /** Starting an island takes 1.7 of it. The rest (src/components/inline) must run before the first file arrives. */
  appInline: 3.25 * KB,
} as const;

/** By the name of the page's route. */
const laterLimits = new Map<string | undefined, number>([
  ['operator', limits.operatorLater],
  ['play', limits.playLater],
  ['reward', limits.rewardLater],
  ['guestReward', limits.rewardLater],
  ['userReward', limits.rewardLater],
]);

export interface PageWeight {
  /** '/user/games' */
  readonly path: string;
  readonly kind: 'content' | 'app';
  /** Whether search engines may list it. */
  readonly listed: boolean;
  /** Not measured for an app page, whose HTML has no limit. */
  readonly html: number;
  readonly inline: number;
  /** Whether it has an island that loads on touch. */
  readonly touched: boolean;
  /** The number of script files that load with the page. */
  readonly files: number;
  /** Scripts that load with the page: tags, islands and all that they import statically. */
  readonly script: number;
  /** Scripts that those may load later. */
  readonly later: number;
  /** The largest files of `script` and of `later`: 'client.js 56734'. */
  readonly largest: { readonly script: readonly string[]; readonly later: readonly string[] };
}

/** Returns a sentence for each size over its limit; empty if there is none. `fonts` has bytes by file name. */
export function overBudget(pages: readonly PageWeight[], fonts: ReadonlyMap<string, number>): string[] {
  const content = pages.filter(({ kind }) => kind === 'content');
  const app = pages.filter(({ kind }) => kind === 'app');
  const over = (name: string, what: string, size: number, limit: number) =>
    size > limit ? [`${name}: ${what} is ${size} bytes, ${size - limit} over the limit of ${limit}`] : [];
  return [
    ...(pages.length === 0 ? ['there are no pages to measure'] : []),
    ...content.flatMap((page) => [
      ...over(page.path, 'its HTML', page.html, page.touched ? limits.touchedHtml : limits.contentHtml),
      ...over(
        page.path,
        'its inline script',
        page.inline,
        page.touched ? limits.appInline : limits.contentInline,
      ),
      ...(page.files > 0
        ? [`${page.path}: it loads ${page.files} script files, and a content page loads none`]
        : []),
    ]),
    ...over(
      'the median of the listed content pages',
      'HTML',
      medianOf(content.filter(({ listed }) => listed)),
      limits.contentHtmlMedian,
    ),
    ...app.flatMap((page) => {
      const files = (names: readonly string[]) => `(largest: ${names.join(', ')})`;
      return [
        ...over(
          page.path,
          `its first JavaScript ${files(page.largest.script)}`,
          page.script,
          limits.appScript,
        ),
        ...over(
          page.path,
          `its later JavaScript ${files(page.largest.later)}`,
          page.later,
          laterLimits.get(findRoute(page.path)?.name) ?? limits.appLater,
        ),
        ...over(page.path, 'its inline script', page.inline, limits.appInline),
        ...(page.files > limits.appFiles
          ? [`${page.path}: it loads ${page.files} script files first, over the limit of ${limits.appFiles}`]
          : []),
      ];
    }),
    ...[...fonts].flatMap(([name, size]) => over(name, 'the font', size, limits.font)),
  ];
}

/**
 * Returns the median size of the pages' HTML. For an even number of pages, the larger of the two in the middle. 0 without pages.
 */
function medianOf(pages: readonly PageWeight[]): number {
  const sizes = pages.map(({ html }) => html).sort((a, b) => a - b);
  return sizes[Math.floor(sizes.length / 2)] ?? 0;
}

/** Measures every page of a built folder, except redirect pages. */
export async function weighSite(folder: string): Promise<PageWeight[]> {
  const files = await filesUnder(folder);
  const modules = await readModules(folder, files);
  const pages: PageWeight[] = [];
  for (const file of files.filter((name) => name.endsWith('.html'))) {
    const html = await readFile(join(folder, file), 'utf8');
    if (!/<meta[^>]+http-equiv="refresh"/i.test(html)) pages.push(weighPage(file, html, modules));
  }
  return pages;
}

function weighPage(file: string, html: string, modules: Modules): PageWeight {
  const path = `/${file.replace(/(?:^|\/)index\.html$|\.html$/, '')}`;
  const elements = elementsOf(html);
  const inline = elements.filter((element) => isActive(element) && !element.attributes.has('src'));
  const starts = startModules(elements);
  const { first } = reachable(starts, modules);
  const later = laterOf(starts, modules);
  const sum = (names: Iterable<string>) =>
    [...names].reduce((total, name) => total + (modules.get(name)?.size ?? 0), 0);
  const kind = isApp(path) ? 'app' : 'content';
  return {
    path,
    kind,
    listed: !elements.some(
      ({ name, attributes }) =>
        name === 'meta' &&
        attributes.get('name') === 'robots' &&
        attributes.get('content')?.includes('noindex'),
    ),
    touched: elements.some((element) => islandKind(element) === 'touch'),
    html: kind === 'content' ? brotliSize(html) : 0,
    inline: inlineSize(inline.map(({ text }) => text).join('\n')),
    files: first.size,
    script: sum(first),
    later: sum(later),
    largest: { script: largestOf(first, modules), later: largestOf(later, modules) },
  };
}

/**
 * Returns whether a page may run islands: forms and app areas. An address without a route is content, and so is a shared reward.
 */
function isApp(path: string): boolean {
  const route = findRoute(path);
  if (route?.name === 'reward' && path !== route.shell) return false;
  const shells: readonly (string | undefined)[] = Object.values(routes).map((route) =>
    'shell' in route ? route.shell : undefined,
  );
  return shells.includes(path) || !['public', undefined].includes(route?.area);
}

/** Whether a module is one of several of which a page shows one: a game's board, or a group of screens in the operators' frame. */
function choosable(modules: Modules): (name: string) => boolean {
  const frames = [...modules].filter(([name]) => /^AdminFrame\./.test(basename(name)));
  const screens = new Set(frames.flatMap(([, { lazy }]) => lazy));
  return (name) => /^board\./.test(basename(name)) || screens.has(name);
}

/**
 * Returns what may load later. The page of our own games imports a board for each game but shows one, as the operators' page does
 * with each group of sections. So only the heaviest counts, with what only that one imports.
 */
function laterOf(starts: readonly string[], modules: Modules): ReadonlySet<string> {
  const isChoice = choosable(modules);
  const { later } = reachable(starts, modules);
  const withOne = [...later].filter(isChoice).map((choice) => {
    const isLeftOut = (name: string) => isChoice(name) && name !== choice;
    const some = new Map([...modules].filter(([name]) => !isLeftOut(name)));
    const names = [...reachable(starts, some).later].filter((name) => !isLeftOut(name));
    return { names, size: names.reduce((sum, name) => sum + (modules.get(name)?.size ?? 0), 0) };
  });
  const heaviest = withOne.sort((one, other) => other.size - one.size)[0];
  return heaviest ? new Set(heaviest.names) : later;
}

function largestOf(names: ReadonlySet<string>, modules: Modules): string[] {
  const sized = [...names].map((name) => ({ name, size: modules.get(name)?.size ?? 0 }));
  return sized
    .sort((a, b) => b.size - a.size)
    .slice(0, 5)
    .map(({ name, size }) => `${basename(name)} ${size}`);
}

export const brotliSize = (text: string) => brotliCompressSync(text).length;

/** Hundreds of pages contain the same few scripts. */
const inlineSizes = new Map<string, number>([['', 0]]);
function inlineSize(text: string): number {
  const size = inlineSizes.get(text) ?? brotliSize(text);
  inlineSizes.set(text, size);
  return size;
}

async function fontSizes(folder: string): Promise<Map<string, number>> {
  const names = (await filesUnder(folder)).filter((name) => /\.(?:woff2?|ttf|otf)$/.test(name));
  return new Map(
    await Promise.all(
      names.map(async (name) => [name, (await readFile(join(folder, name))).length] as const),
    ),
  );
}

if (import.meta.main) {
  const folder = process.argv[2] ?? join(import.meta.dirname, '../../dist');
  const pages = await weighSite(folder);
  const fonts = await fontSizes(folder);
  console.table(Object.fromEntries(pages.map(({ path, largest: _, ...weight }) => [path, weight])));
  const listed = pages.filter((page) => page.kind === 'content' && page.listed);
  const rewards = listed.filter(({ path }) => matchRoute(routes.rewardPage.pattern, path) !== null);
  console.log(`Median of the ${listed.length} listed content pages: ${medianOf(listed)} bytes of HTML`);
  console.log(`Median of the ${rewards.length} reward pages: ${medianOf(rewards)} bytes of HTML`);
  if (fonts.size > 0) console.table(Object.fromEntries([...fonts].map(([name, size]) => [name, { size }])));
  const findings = overBudget(pages, fonts);
  // Pages with the same scripts have the same problem.
  const alike = Map.groupBy(findings, (finding) => finding.slice(finding.indexOf(':')));
  for (const [problem, of] of alike) {
    const names = of.map((finding) => finding.slice(0, -problem.length));
    console.error(`${names[0]}${names.length > 1 ? ` and ${names.length - 1} like it` : ''}${problem}`);
  }
  process.exitCode = findings.length > 0 ? 1 : 0;
}

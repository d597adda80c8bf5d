/**
 * How heavy the built pages may be: `node scripts/guards/budgets.ts [folder]` prints what each page weighs and ends with 1
 * where one is over. All sizes are in bytes after brotli.
 */
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { findRoute, routes } from '../../src/lib/routes.ts';
import { filesUnder } from '../files.ts';
import { elementsOf, isActive } from '../site/html.ts';
import { type Modules, reachable, readModules, startModules } from './module-graph.ts';

const KB = 1024;
export const limits = {
  contentHtml: 13 * KB,
  contentHtmlMedian: 8 * KB,
  contentInline: 1 * KB,
  font: 16 * KB,
  /** As it is today, most of it React's own 57 KB. The aim is 75. */
  appScript: 92 * KB,
  appLater: 45 * KB,
  appInline: 2 * KB,
} as const;

export interface PageWeight {
  /** '/user/games' */
  readonly path: string;
  readonly kind: 'content' | 'app';
  readonly html: number;
  readonly inline: number;
  /** How many script files load with the page. */
  readonly files: number;
  /** Scripts loaded with the page: tags, islands and all that they import statically. */
  readonly script: number;
  /** What those may load afterwards. */
  readonly later: number;
  /** The largest files of `script` and of `later`: 'client.js 56734'. */
  readonly largest: { readonly script: readonly string[]; readonly later: readonly string[] };
}

/** What is over its limit, in words; nothing when all is well. `fonts`: bytes by file name. */
export function overBudget(pages: readonly PageWeight[], fonts: ReadonlyMap<string, number>): string[] {
  const content = pages.filter(({ kind }) => kind === 'content');
  const app = pages.filter(({ kind }) => kind === 'app');
  const over = (name: string, what: string, size: number, limit: number) =>
    size > limit ? [`${name}: ${what} is ${size} bytes, ${size - limit} over the limit of ${limit}`] : [];
  const sizes = content.map(({ html }) => html).sort((a, b) => a - b);
  return [
    ...(pages.length === 0 ? ['there are no pages to weigh'] : []),
    ...content.flatMap((page) => [
      ...over(page.path, 'its HTML', page.html, limits.contentHtml),
      ...over(page.path, 'its inline script', page.inline, limits.contentInline),
      ...(page.files > 0
        ? [`${page.path}: it loads ${page.files} script files, and a content page loads none`]
        : []),
    ]),
    ...over(
      'the median content page',
      'HTML',
      sizes[Math.floor(sizes.length / 2)] ?? 0,
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
        ...over(page.path, `its later JavaScript ${files(page.largest.later)}`, page.later, limits.appLater),
        ...over(page.path, 'its inline script', page.inline, limits.appInline),
      ];
    }),
    ...[...fonts].flatMap(([name, size]) => over(name, 'the font', size, limits.font)),
  ];
}

/** Weighs every page of a built folder; redirect pages, which only point elsewhere, are left out. */
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
  const { first, later } = reachable(startModules(elements), modules);
  const sum = (names: Iterable<string>) =>
    [...names].reduce((total, name) => total + (modules.get(name)?.size ?? 0), 0);
  return {
    path,
    kind: isApp(path) ? 'app' : 'content',
    html: brotliSize(html),
    inline: inline.length > 0 ? brotliSize(inline.map(({ text }) => text).join('\n')) : 0,
    files: first.size,
    script: sum(first),
    later: sum(later),
    largest: { script: largestOf(first, modules), later: largestOf(later, modules) },
  };
}

/** Forms and app areas may run islands; an address that no route names is content. */
function isApp(path: string): boolean {
  const shells: readonly (string | undefined)[] = Object.values(routes).map((route) =>
    'shell' in route ? route.shell : undefined,
  );
  return shells.includes(path) || !['public', undefined].includes(findRoute(path)?.area);
}

function largestOf(names: ReadonlySet<string>, modules: Modules): string[] {
  const sized = [...names].map((name) => ({ name, size: modules.get(name)?.size ?? 0 }));
  return sized
    .sort((a, b) => b.size - a.size)
    .slice(0, 5)
    .map(({ name, size }) => `${basename(name)} ${size}`);
}

const brotliSize = (text: string) => brotliCompressSync(text).length;

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
  if (fonts.size > 0) console.table(Object.fromEntries([...fonts].map(([name, size]) => [name, { size }])));
  const findings = overBudget(pages, fonts);
  for (const finding of findings) console.error(finding);
  process.exitCode = findings.length > 0 ? 1 : 0;
}

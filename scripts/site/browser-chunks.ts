/** Which modules of the browser's files go into one file. Many small ones cost more than they save: each is packed by itself. */

/** What is asked of the bundler about modules. */
interface Bundle {
  getModuleInfo(id: string): {
    readonly code: string | null;
    readonly importers: readonly string[];
    readonly dynamicImporters: readonly string[];
    readonly dynamicallyImportedIds: readonly string[];
  } | null;
}

const REACT = /[\\/]node_modules[\\/](?:react|react-dom|scheduler|@astrojs[\\/]react)[\\/]/;
const ROUTE_TABLE = /[\\/]src[\\/]lib[\\/]route-table\.ts$/;
/** Needed by what loads later too, on pages without an island. */
const COMMON = /^\0vite[\\/]preload-helper\.js$|[\\/]src[\\/]lib[\\/]route-match\.ts$/;
const ISLAND = /[\\/]src[\\/]islands[\\/]\w+[\\/](\w+?)(?:Heading)?Island\.tsx$/;
/** The larger schemas, by which about half of the pages read answers, and what little asks for these. */
const THINGS =
  /[\\/]src[\\/]lib[\\/](?:contract[\\/](?:delivery|rewards|games|dashboard)|api[\\/](?:rewards|games)|stores[\\/]games)\.ts$/;
/** What needs nothing but the core itself. */
const PLAIN = /[\\/]src[\\/](?:islands[\\/]ui|lib[\\/]format)[\\/][\w-]+\.tsx?$/;
/** In the frame of every page of a signed-in player. */
const FRAME = ['Frame', 'Balance', 'Menu'];
/** Pages that share so much that one file does for what only they have in common. */
const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  games: ['AllGames', 'Games', 'Game', 'Play'],
  draws: ['Case', 'Cases', 'Contest', 'Contests'],
  entry: ['Login', 'ForgotPassword', 'FindPassword', 'ConfirmEmail', 'LostCodes'],
};
/**
 * What so many pages need is better had once than in many small files: a browser that speaks HTTP/1.1 fetches six at a time. What
 * leads to a later part counts with each page that has it, so that is for more of them.
 */
const SHARED_BY = 6;
const LEADING_SHARED_BY = 12;
/** Characters of a plain part that two pages suffice for. */
const SMALL = 1_100;

/**
 * The name of the file for a module: React, the core that all pages share, or the pages and the later parts that need just this one.
 * Null leaves it to the bundler.
 */
export function chunkOf(id: string, bundle: Bundle): string | null {
  if (REACT.test(id)) return 'react';
  if (COMMON.test(id)) return 'common';
  // What islands use of it is written out in them (browser-build.ts).
  if (ROUTE_TABLE.test(id)) return null;
  if (THINGS.test(id)) return 'things';
  const pages = pagesOf(id, bundle);
  const parts = laterParts(id, pages, bundle);
  // The frame's own file only names the others.
  const count = pages.size - Number(pages.has('Frame'));
  const { code, dynamicallyImportedIds: leadsTo } = bundle.getModuleInfo(id) ?? {};
  if (count >= (leadsTo?.length ? LEADING_SHARED_BY : SHARED_BY)) return 'core';
  if (count > 1 && !leadsTo?.length && PLAIN.test(id) && (code?.length ?? SMALL) < SMALL) return 'core';
  // Guests' pages have no frame: what their later parts need must not bring it along.
  if (FRAME.some((part) => pages.has(part))) return parts.length > 1 ? 'core' : 'frame';
  // What a later part of another page needs as well is not to bring the family along.
  const family = Object.entries(FAMILIES).find(([, all]) => [...pages].every((page) => all.includes(page)));
  if (pages.size > 1 && family && parts.length === 0) return family[0];
  // A later part can do with the file of the pages that share a module: what loads first is to be few files.
  const users = pages.size > 1 ? [...pages] : [...pages, ...parts];
  return users.length === 0 ? null : users.sort().join('-');
}

/** A module and all that import it, directly or not. */
function withImporters(id: string, bundle: Bundle): Set<string> {
  const found = new Set<string>();
  const open = [id];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    open.push(...(bundle.getModuleInfo(next)?.importers ?? []));
  }
  return found;
}

/** The islands whose first files this module is part of, by name; a heading counts as its page's island. */
function pagesOf(id: string, bundle: Bundle): Set<string> {
  return new Set([...withImporters(id, bundle)].flatMap((importer) => ISLAND.exec(importer)?.[1] ?? []));
}

/** The parts fetched later that this module belongs to, but for those of pages that have it already. */
function laterParts(id: string, pages: ReadonlySet<string>, bundle: Bundle): string[] {
  return [...withImporters(id, bundle)].flatMap((part) => {
    const askers = bundle.getModuleInfo(part)?.dynamicImporters ?? [];
    const others = askers.flatMap((asker) => [...pagesOf(asker, bundle)].filter((page) => !pages.has(page)));
    return others.length === 0 ? [] : nameOf(part);
  });
}

/** '/src/islands/play/merge/board.tsx' → 'merge.board' */
const nameOf = (id: string) =>
  id
    .split(/[\\/]/)
    .slice(-2)
    .join('.')
    .replace(/\.\w+$/, '');

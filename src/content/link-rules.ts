/** Where a text or a setting may lead. The build knows the pages from the files (known-links.ts), the editor from its server. */
import { findRoute, redirects } from '../lib/routing/routes.ts';
import { site } from '../lib/site.ts';
import type { Problem } from './rules.ts';

export interface KnownLinks {
  /** Addresses of the pages that are made from content: '/rewards/earn-free-robux'. */
  readonly pages: { has(path: string): boolean };
  /** Hosts of other sites that texts may link to: 'store.steampowered.com'. */
  readonly sites: { has(host: string): boolean };
  /** The anchors of a document's sections, by its page: '/terms' → ['1-who-may-join', …]. Other pages have some that no file names. */
  readonly sections: { get(path: string): readonly string[] | undefined };
}

/** Hosts that the site's own settings lead to. */
const { blog, contact, faq, robux, social } = site;
const OF_SETTINGS = new Set(
  [blog, contact, faq, robux, ...social.map(({ url }) => url)].flatMap((url) =>
    URL.canParse(url) ? [new URL(url).host] : [],
  ),
);

/** Every address that a Markdown text links to, as it is written. */
const linksOf = (body: string): string[] =>
  [...body.matchAll(/\]\(\s*<?([^)>\s]*)|<([a-z][a-z+.-]*:[^>\s]*)>|^\s*\[[^\]]+\]:\s*<?([^>\s]+)/gim)].map(
    ([, inline, auto, reference]) => inline ?? auto ?? reference ?? '',
  );

/** What is wrong with the links of a text. */
export function linkProblems(body: string, known: KnownLinks): Problem[] {
  return [...new Set(linksOf(body))].flatMap((target) => {
    const words = target.startsWith('#') ? undefined : (wrongTarget(target) ?? unknownSite(target, known));
    const found = words ?? unknownPage(target, known);
    return found ? [{ field: 'text', words: `links to "${target}", ${found}` }] : [];
  });
}

function wrongTarget(target: string): string | undefined {
  return /^\/(?!\/)/.test(target) || (/^https:\/\/[^\s/]/.test(target) && URL.canParse(target))
    ? undefined
    : 'and a link begins with a slash, like /help, or with https://';
}

function unknownSite(target: string, { sites }: KnownLinks): string | undefined {
  if (target.startsWith('/')) return undefined;
  const { host } = new URL(target);
  return sites.has(host) || OF_SETTINGS.has(host)
    ? undefined
    : `and ${host} is not among the sites that we link to: add it under Other sites, or as a source of the page`;
}

/** ('/rewards/nope') → 'and there is no such page'. Pages of the app take any number: only those of content are known. */
export function unknownPage(target: string, { pages, sections }: KnownLinks): string | undefined {
  if (!target.startsWith('/')) return undefined;
  const [path = '', anchor] = target.split('#');
  const page = path.replace(/\?.*$/, '');
  const isSection = anchor === undefined || (sections.get(redirects[page] ?? page)?.includes(anchor) ?? true);
  if (!isSection) return `and ${page} has no section of that name`;
  if (pages.has(page) || redirects[page] !== undefined) return undefined;
  const route = findRoute(page);
  return route && (route.area !== 'public' || !route.pattern.includes('{'))
    ? undefined
    : 'and there is no such page';
}

/** The anchors that the build gives the headings of a text: '## 13. Ending it' → '13-ending-it'. */
export const anchorsIn = (body: string): string[] =>
  [...body.matchAll(/^#{2,6} +(.+)$/gm)].map(([, heading = '']) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)|[`*]/g, '$1')
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-'),
  );

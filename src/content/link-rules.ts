/** Where a text or a setting may link to. The build finds the pages in files (known-links.ts); the editor asks its server. */
import { findRoute, redirects } from '../lib/routing/routes.ts';
import { site } from '../lib/site.ts';
import type { Problem } from './rules.ts';

export interface KnownLinks {
  /** The addresses of pages made from content: '/rewards/earn-free-robux'. */
  readonly pages: { has(path: string): boolean };
  /** The hosts of other sites that texts may link to: 'store.steampowered.com'. */
  readonly sites: { has(host: string): boolean };
  /** The anchors of a page's text: '/terms' → ['1-who-may-join', …]. Undefined for pages whose text isn't one file's. */
  readonly sections: { get(path: string): readonly string[] | undefined };
}

/** The hosts that the site's own settings link to. */
const { blog, contact, faq, robux, social } = site;
const OF_SETTINGS = new Set(
  [blog, contact, faq, robux, ...social.map(({ url }) => url)].flatMap((url) =>
    URL.canParse(url) ? [new URL(url).host] : [],
  ),
);

/** The end of a link's words, and its target. */
const INLINE = /\]\(\s*<?([^)>\s]*)/g;

const MARKED = new RegExp(
  [
    INLINE.source,
    '<([a-z][a-z0-9+.-]*:[^>\\s]*)>',
    // A definition, also in a quotation or a list. A footnote looks almost the same.
    String.raw`^(?:[\s>*+-]|\d+[.)])*\[(?!\^)(?:\\.|[^\]\\])+\]:\s*<?([^>\s]+)`,
  ].join('|'),
  'gim',
);

/** An address without marks becomes a link, unless it is the words of another one. */
const BARE = /(?<![\w/=])(?![^[\]\n]*\]\()((?:https?:\/\/|www\.)[^\s<>)\]]*[^\s<>)\]?!.,:;*_~'"])/gi;

/** Code in one line. Only Markdown knows for sure what is code, so only addresses without marks may be in it. */
const CODE = /(?<![\\`])(`+)(?!`)[^`\n]+\1(?!`)/g;

/** Returns every link target in a Markdown text. Only 'www.roblox.com' changes: it becomes a link to 'http://www.roblox.com'. */
const linksOf = (body: string): string[] => [
  ...[...body.matchAll(MARKED)].map(([, inline, auto, reference]) => inline ?? auto ?? reference ?? ''),
  ...[...body.replace(INLINE, '](').replace(MARKED, '').replace(CODE, '').matchAll(BARE)].map(([bare]) =>
    bare.replace(/^(?=www\.)/i, 'http://'),
  ),
];

/** A picture of another site, which the pages' security policy blocks. */
const FOREIGN_PICTURE = /!\[[^\]]*\]\(\s*<?((?:https?:)?\/\/[^)>\s]*)/gi;

/** Returns what is wrong with the links in a text, and with the pictures it shows. */
export function linkProblems(body: string, known: KnownLinks): Problem[] {
  const pictures = [...body.matchAll(FOREIGN_PICTURE)].map(([, src]) => ({
    field: 'text',
    words: `shows "${src}", but readers only see pictures of our own site`,
  }));
  return [...pictures, ...problemsOfLinks(body, known)];
}

function problemsOfLinks(body: string, known: KnownLinks): Problem[] {
  return [...new Set(linksOf(body))].flatMap((target) => {
    const found = target.startsWith('#')
      ? unknownHeading(target, body)
      : (wrongTarget(target) ?? unknownSite(target, known) ?? unknownPage(target, known));
    return found ? [{ field: 'text', words: `links to "${target}"${found}` }] : [];
  });
}

const unknownHeading = (target: string, body: string) =>
  anchorsIn(body).includes(target.slice(1)) ? undefined : ', but this text has no heading with that name';

function wrongTarget(target: string): string | undefined {
  return /^\/(?!\/)/.test(target) || (/^https:\/\/[^\s/]/.test(target) && URL.canParse(target))
    ? undefined
    : '. A link must begin with a slash, like /help, or with https://';
}

function unknownSite(target: string, { sites }: KnownLinks): string | undefined {
  if (target.startsWith('/')) return undefined;
  const { host } = new URL(target);
  return sites.has(host) || OF_SETTINGS.has(host)
    ? undefined
    : `, but ${host} isn't on our list of sites. Add it under Other sites, or as a source of the page`;
}

/** ('/rewards/nope') → ', but there is no such page'. Only content pages are checked, because app pages accept any id. */
export function unknownPage(target: string, { pages, sections }: KnownLinks): string | undefined {
  if (!target.startsWith('/')) return undefined;
  const [path = '', anchor] = target.split('#');
  const page = path.replace(/\?.*$/, '');
  const isSection = anchor === undefined || (sections.get(redirects[page] ?? page)?.includes(anchor) ?? true);
  if (!isSection) return `, but the text of ${page} has no heading with that name`;
  if (pages.has(page) || redirects[page] !== undefined) return undefined;
  const route = findRoute(page);
  return route && (route.area !== 'public' || !route.pattern.includes('{'))
    ? undefined
    : ', but there is no such page';
}

/** Returns the anchors that the build gives a text's headings: '## 13. Ending it' → '13-ending-it'. */
export const anchorsIn = (body: string): string[] =>
  [...body.matchAll(/^#{2,6} +(.+)$/gm)].map(([, heading = '']) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)|[`*]/g, '$1')
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-'),
  );

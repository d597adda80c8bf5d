/** Where the user is in the editor, with the file and the page of that place. */

import { arcadeGames } from '../../src/lib/arcade/games.ts';

/** Collections, by their name in the editor's URLs. */
export const collections = {
  rewards: { folder: 'src/content/rewards', type: '.md', pages: '/rewards/' },
  articles: { folder: 'src/content/catalogue/articles', type: '.json', pages: '/articles/' },
  'reward-lists': { folder: 'src/content/reward-lists', type: '.md', pages: '/rewards/kinds/' },
  catalogue: { folder: 'src/content/catalogue/rewards', type: '.json', pages: undefined },
} as const;

const document = (file: string, page: string, label: string) => ({
  file: `src/content/${file}`,
  page,
  label,
});

/** Pages with fields and a text, by their name in the editor. */
export const documents = {
  'about-us': document('pages/about-us.md', '/about-us', 'About us'),
  advertisment: document('pages/advertisment.md', '/advertisment', 'Advertising'),
  help: document('pages/help.md', '/help', 'Help'),
  terms: document('legal/terms.md', '/terms', 'Terms and conditions'),
  privacy: document('legal/privacy.md', '/privacy', 'Privacy'),
  ...Object.fromEntries(
    Object.keys(arcadeGames).map((name) => [
      name,
      document(`games/${name}.md`, `/games/${name}`, name.charAt(0).toUpperCase() + name.slice(1)),
    ]),
  ),
};

/** The texts above and below lists. */
export const hubs = {
  'hub-rewards': document('hubs/rewards.md', '/rewards', 'Rewards'),
  'hub-delivery': document('hubs/delivery.md', '/delivery', 'Delivery times'),
  'hub-games': document('hubs/games.md', '/games', 'Games'),
  'hub-contests': document('hubs/contests.md', '/contests', 'Giveaways'),
  'hub-cases': document('hubs/cases.md', '/cases', 'Cases'),
  'hub-articles': document('hubs/articles.md', '/articles', 'Articles'),
  'hub-guest': document('hubs/guest.md', '/guest', 'Guest page'),
} as const;

/** Content of which there is only one each. */
export const singles = {
  home: document('landing/home.md', '/', 'Home page'),
  site: document('site.json', '/', 'Names and addresses'),
  footer: document('footer.json', '/', 'Footer'),
  announcement: document('announcement.json', '/', 'Announcement'),
  'other-sites': document('other-sites.json', '/', 'Other sites'),
} as const;

const singletons = { ...documents, ...hubs, ...singles };

export interface Place {
  /** 'src/content/rewards/earn-free-robux.md'; absent while a new page has no address. */
  readonly file?: string;
  readonly isNew?: boolean;
  /** The page that shows it: '/rewards/earn-free-robux'. For an entry of the catalogue, only the server knows it. */
  readonly page?: string;
  /** The key under which Keystatic keeps unsaved changes; absent if nothing is edited. */
  readonly draftKey?: readonly string[];
}

/** With GitHub, the branch comes first. */
const ROOT = /^\/keystatic(?:\/branch\/[^/]+)?\/?/;

/**
 * Returns the file, page and draft of a place: ('/keystatic/collection/rewards/item/earn-free-robux', '') → those of that reward
 * page.
 * @param newSlug the current address of a page that is being added
 */
export function placeOf(pathname: string, search: string, newSlug = ''): Place {
  const [kind, name = '', action, slug] = pathname.replace(ROOT, '').split('/').map(decodeURIComponent);
  if (kind === 'singleton' && isOneOf(singletons, name)) {
    const { file, page } = singletons[name];
    return { file, page, draftKey: ['singleton', name] };
  }
  if (kind !== 'collection' || !isOneOf(collections, name)) return { page: '/' };
  if (action === 'item' && slug) return { ...placeOfEntry(name, slug), draftKey: ['collection', name, slug] };
  if (action !== 'create') return { page: '/rewards' };
  const copied = new URLSearchParams(search).get('duplicate');
  return {
    ...(newSlug ? placeOfEntry(name, newSlug) : { page: '/rewards' }),
    isNew: true,
    draftKey: ['collection-create', name, ...(copied ? [copied] : [])],
  };
}

function placeOfEntry(name: keyof typeof collections, slug: string): Place {
  const { folder, type, pages } = collections[name];
  return { file: `${folder}/${slug}${type}`, ...(pages === undefined ? {} : { page: `${pages}${slug}` }) };
}

function isOneOf<Table extends object>(table: Table, name: PropertyKey): name is keyof Table {
  return Object.hasOwn(table, name);
}

/** Where in the editing interface one is, and which file and page belong to it. */

/** Collections by the name that the editor's addresses have for them. */
export const collections = {
  rewards: { folder: 'src/content/rewards', type: '.md', pages: '/rewards/' },
  catalogue: { folder: 'src/content/catalogue/rewards', type: '.json', pages: undefined },
} as const;

/** Single texts by name, which is the file's and, below `pages`, the address's too. */
export const documents = {
  'about-us': { folder: 'src/content/pages', pages: '/', label: 'About us' },
  advertisment: { folder: 'src/content/pages', pages: '/', label: 'Advertising' },
  help: { folder: 'src/content/pages', pages: '/', label: 'Help' },
  terms: { folder: 'src/content/legal', pages: '/', label: 'Terms and conditions' },
  privacy: { folder: 'src/content/legal', pages: '/', label: 'Privacy' },
  merge: { folder: 'src/content/games', pages: '/games/', label: 'Merge' },
  tower: { folder: 'src/content/games', pages: '/games/', label: 'Tower' },
  parcels: { folder: 'src/content/games', pages: '/games/', label: 'Parcels' },
  hatch: { folder: 'src/content/games', pages: '/games/', label: 'Hatch' },
} as const;

export interface Place {
  /** 'src/content/rewards/earn-free-robux.md'; nothing while a new page has no address. */
  readonly file?: string;
  readonly isNew?: boolean;
  /** The page that shows it: '/rewards/earn-free-robux'. Of a catalogue's entry the server knows which. */
  readonly page?: string;
  /** Under which key Keystatic keeps what is not saved yet; nothing where nothing is edited. */
  readonly draftKey?: readonly string[];
}

/**
 * ('/keystatic/collection/rewards/item/earn-free-robux', '') → the file, page and draft of that reward page.
 * @param newSlug the address that a page which is being added has been given so far
 */
export function placeOf(pathname: string, search: string, newSlug = ''): Place {
  const [kind, name = '', action, slug] = pathname
    .replace(/^\/keystatic\/?/, '')
    .split('/')
    .map(decodeURIComponent);
  if (kind === 'singleton' && isOneOf(documents, name))
    return {
      file: `${documents[name].folder}/${name}.md`,
      page: documents[name].pages + name,
      draftKey: ['singleton', name],
    };
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

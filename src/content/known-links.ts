import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseFrontmatter } from 'astro/markdown';
import { z } from 'astro/zod';
import { catalogueRewardSchema } from '../lib/contract/catalogue/catalogue.ts';
import { isShown } from '../lib/contract/catalogue/schedule.ts';
import { fillRoute, matchRoute } from '../lib/routing/route-match.ts';
import { hrefs, routes } from '../lib/routing/routes.ts';
import { readEntries } from './catalogue-loader.ts';
import { anchorsIn, type KnownLinks } from './link-rules.ts';

const OTHER_SITES = 'src/content/other-sites.json';

/** The folders whose files each have a page, by the page's route. */
const FOLDERS = [
  [routes.rewardKind, 'reward-lists', '.md'],
  [routes.rewardPage, 'rewards', '.md'],
  [routes.gamePage, 'games', '.md'],
  [routes.articlePage, 'catalogue/articles', '.json'],
  [routes.casePage, 'catalogue/cases', '.json'],
  [routes.contestPage, 'catalogue/contests', '.json'],
] as const;

/** The folders of pages whose file's name is their whole address. */
const DOCUMENTS = ['legal', 'pages'];

/** The Markdown of a page's file, which a catalogue file has in its `body`. Undefined if it has none. */
const textOf = (file: string, text: string): string | undefined =>
  file.endsWith('.json') ? JSON.parse(text).body : text;

/**
 * Returns the valid targets for links. Looks for a page's file only when a link names it, and reads the sources of reward pages
 * only when a text links to a site that isn't on the list, because links name few of thousands of files.
 * @param texts unsaved files, by path in the project
 */
export function knownLinks(root: URL, texts: ReadonlyMap<string, string> = new Map()): KnownLinks {
  const found = new Map<string, boolean>();
  const isThere = (file: string) => {
    const isFound =
      found.get(file) ??
      (texts.has(file) ||
        (existsSync(new URL(file, root)) && !isLater(file, readFileSync(new URL(file, root), 'utf8'))));
    found.set(file, isFound);
    return isFound;
  };
  let rewards: ReadonlySet<string> | undefined;
  let sources: ReadonlySet<string> | undefined;
  const sites = new Set(otherSites(root, texts));
  return {
    pages: {
      has(path) {
        for (const [{ pattern }, folder, type] of FOLDERS) {
          const slug = matchRoute(pattern, path)?.slug;
          if (slug !== undefined && isThere(`src/content/${folder}/${slug}${type}`)) return true;
        }
        if (!matchRoute(routes.reward.pattern, path)) return path === FEED;
        rewards ??= new Set(rewardAddresses(root, texts));
        return rewards.has(path);
      },
    },
    sections: {
      get(path) {
        const files = FOLDERS.flatMap(([{ pattern }, folder, type]) => {
          const slug = matchRoute(pattern, path)?.slug;
          return slug === undefined ? [] : `src/content/${folder}/${slug}${type}`;
        });
        if (/^\/[\w-]+$/.test(path))
          files.push(...DOCUMENTS.map((folder) => `src/content/${folder}${path}.md`));
        const file = files.find((one) => texts.has(one) || existsSync(new URL(one, root)));
        if (file === undefined) return undefined;
        const text = textOf(file, texts.get(file) ?? readFileSync(new URL(file, root), 'utf8'));
        return text === undefined ? undefined : anchorsIn(text);
      },
    },
    sites: {
      has(host) {
        if (sites.has(host)) return true;
        sources ??= new Set(sourceHosts(root, texts));
        return sources.has(host);
      },
    },
  };
}

/** Returns all valid targets, for the editor. */
export function listLinks(root: URL): { pages: string[]; sites: string[]; sections: [string, string[]][] } {
  const filesIn = (folder: string, type: string) =>
    readdirSync(new URL(`src/content/${folder}/`, root))
      .filter((name) => name.endsWith(type))
      .map((name) => ({ name, text: readFileSync(new URL(`src/content/${folder}/${name}`, root), 'utf8') }));
  const pages = FOLDERS.flatMap(([{ pattern }, folder, type]) =>
    filesIn(folder, type).map((file) => ({
      ...file,
      path: fillRoute(pattern, { slug: basename(file.name, type) }),
    })),
  );
  const documents = DOCUMENTS.flatMap((folder) =>
    filesIn(folder, '.md').map((file) => ({ ...file, path: `/${basename(file.name, '.md')}` })),
  );
  return {
    pages: [
      ...pages.filter(({ name, text }) => !isLater(name, text)).map(({ path }) => path),
      ...rewardAddresses(root),
      FEED,
    ],
    sites: [...new Set([...otherSites(root), ...sourceHosts(root)])],
    sections: [...pages, ...documents].flatMap(({ path, name, text }): [string, string[]][] => {
      const body = textOf(name, text);
      return body === undefined ? [] : [[path, anchorsIn(body)]];
    }),
  };
}

/** Whether a file's page is a draft or will be published later. An expired page redirects, so it counts as there. */
function isLater(file: string, text: string): boolean {
  if (!/^ *"?(?:draft|publish_on|published_at)"?:/m.test(text)) return false;
  const { success, data } = scheduleSchema.safeParse(
    file.endsWith('.json') ? JSON.parse(text) : parseFrontmatter(text).frontmatter,
  );
  return success && !isShown({ draft: data.draft, publish_on: data.publish_on ?? data.published_at });
}

const day = z.union([z.date(), z.string()]).optional();
const scheduleSchema = z.object({ draft: z.boolean().optional(), publish_on: day, published_at: day });

const FEED = '/articles.xml';

function otherSites(root: URL, texts?: ReadonlyMap<string, string>): string[] {
  const text = texts?.get(OTHER_SITES) ?? readFileSync(new URL(OTHER_SITES, root), 'utf8');
  const { sites }: { sites: string[] } = JSON.parse(text);
  return sites;
}

const rewardAddresses = (root: URL, texts?: ReadonlyMap<string, string>): string[] =>
  [...readEntries(catalogueRewardSchema, root, 'rewards', texts).entries.values()].map(({ data }) =>
    hrefs.reward(data.id, data.name),
  );

/** Returns the hosts of all sources on reward pages. */
function sourceHosts(root: URL, texts?: ReadonlyMap<string, string>): string[] {
  const folder = 'src/content/rewards/';
  const saved = readdirSync(new URL(folder, root)).map((name) => folder + name);
  return [...new Set([...saved, ...(texts?.keys() ?? [])])]
    .filter((file) => file.startsWith(folder) && file.endsWith('.md'))
    .flatMap((file) => {
      const text = texts?.get(file) ?? readFileSync(new URL(file, root), 'utf8');
      return [...text.matchAll(/^\s+url:\s+(?:>-\s+)?['"]?https:\/\/([^/'"\s]+)/gm)].map(
        ([, host = '']) => host,
      );
    });
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseFrontmatter } from 'astro/markdown';
import { isExpired, type Schedule } from '../lib/contract/catalogue/schedule.ts';
import { publicHrefs } from '../lib/routing/public.ts';
import { hrefs, routes } from '../lib/routing/routes.ts';
import { HUB } from './rules.ts';

/**
 * Returns where the addresses of retired and expired pages redirect: { '/rewards/earn-free-x': '/rewards/earn-free-y' }. The
 * collections don't contain these pages any more.
 * @param root the project's folder
 */
export function retiredPages(root = process.cwd()): Record<string, string> {
  const guides = pagesIn(join(root, 'src/content/rewards'), '.md').flatMap(([name, text]) => {
    if (!/^(?:retired|expires_on):/m.test(text)) return [];
    const { retired, expires_on } = parseFrontmatter(text).frontmatter;
    const target = retired ?? (expires_on instanceof Date && isExpired({ expires_on }) ? HUB : undefined);
    const address = (slug: unknown) =>
      slug === HUB ? routes.rewardsHub.pattern : hrefs.rewardPage(String(slug));
    return target ? [[address(name), address(target)] as const] : [];
  });
  const articles = pagesIn(join(root, 'src/content/catalogue/articles'), '.json').flatMap(([name, text]) => {
    if (!text.includes('"expires_on"')) return [];
    const { expires_on }: Schedule = JSON.parse(text);
    return isExpired({ expires_on }) ? [[publicHrefs.article(name), routes.articles.pattern] as const] : [];
  });
  return Object.fromEntries([...guides, ...articles]);
}

/** Returns the names, without the ending, and the texts of a folder's files. */
const pagesIn = (folder: string, ending: string): [string, string][] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith(ending))
        .map((name) => [name.slice(0, -ending.length), readFileSync(join(folder, name), 'utf8')])
    : [];

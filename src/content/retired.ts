import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseFrontmatter } from 'astro/markdown';
import { isExpired } from '../lib/contract/catalogue/schedule.ts';
import { hrefs, routes } from '../lib/routing/routes.ts';
import { HUB } from './rules.ts';

const FOLDER = 'src/content/rewards';

/**
 * Returns where the addresses of retired and expired reward pages redirect: { '/rewards/earn-free-x': '/rewards/earn-free-y' }.
 * The collection doesn't contain these pages any more.
 * @param root the project's folder
 */
export function retiredPages(root = process.cwd()): Record<string, string> {
  const folder = join(root, FOLDER);
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'));
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      if (!/^(?:retired|expires_on):/m.test(text)) return [];
      const { retired: target, expires_on } = parseFrontmatter(text).frontmatter;
      const retired = target ?? (expires_on instanceof Date && isExpired({ expires_on }) ? HUB : undefined);
      const address = (slug: unknown) =>
        slug === HUB ? routes.rewardsHub.pattern : hrefs.rewardPage(String(slug));
      return retired ? [[address(name.slice(0, -'.md'.length)), address(retired)] as const] : [];
    }),
  );
}

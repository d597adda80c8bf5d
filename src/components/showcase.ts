import type { CollectionEntry } from 'astro:content';
import { hrefs } from '../lib/routing/routes.ts';

type CatalogueReward = CollectionEntry<'catalogueRewards'>['data'];

/** Returns what a ticket shows of a reward. The smallest amount represents it. */
export function ticketOf(reward: CatalogueReward) {
  const { id, name, kind, summary, glyph, colour, amounts } = reward;
  const [first] = amounts.toSorted((a, b) => a.points - b.points);
  return { id, name, kind, summary, glyph, colour, points: first?.points ?? 0, cents: first?.cents ?? 0 };
}

/**
 * Selects rewards to show: first those with a page of their own, then one of each kind not shown yet, then the rest. Each group
 * is sorted by id, so that every build from the same files gives the same result.
 */
export function showcase(
  rewards: readonly CatalogueReward[],
  withPage: ReadonlySet<number>,
  count: number,
): CatalogueReward[] {
  const sorted = rewards.toSorted((a, b) => a.id - b.id);
  const chosen = sorted.filter(({ id }) => withPage.has(id)).slice(0, count);
  for (const fresh of [true, false]) {
    for (const reward of sorted) {
      if (chosen.length >= count) return chosen;
      if (chosen.includes(reward) || (fresh && chosen.some(({ kind }) => kind === reward.kind))) continue;
      chosen.push(reward);
    }
  }
  return chosen;
}

/**
 * Returns the reward that a page is about. Throws an Error with the page's name if it isn't in the catalog, which stops the
 * build.
 */
export function rewardById(rewards: readonly CatalogueReward[], id: number, page: string): CatalogueReward {
  const found = rewards.find((reward) => reward.id === id);
  if (!found) throw new Error(`The page ${page} is about reward ${id}, which isn't in the catalog.`);
  return found;
}

/**
 * Returns the ticket of a reward page: its reward, with the page's own glyph if it has one. A page whose address doesn't begin
 * with "earn-free-" is about more than one reward, so its heading is used instead of the reward's name.
 */
export function ticketOfPage({ id, data }: CollectionEntry<'rewards'>, rewards: readonly CatalogueReward[]) {
  const reward = rewardById(rewards, data.reward, id);
  const ticket = ticketOf({ ...reward, glyph: data.glyph ?? reward.glyph });
  const isGuide = !id.startsWith('earn-free-');
  return { ...ticket, ...(isGuide ? { name: data.heading } : {}), isGuide, href: hrefs.rewardPage(id) };
}

/** Returns the address that search engines list for a reward: its guide if it has one, otherwise its own page. */
export function listedReward(
  { id, name }: CatalogueReward,
  pages: readonly CollectionEntry<'rewards'>[],
): string {
  const guide = pages.find((page) => page.data.reward === id && page.id.startsWith('earn-free-'));
  return guide ? hrefs.rewardPage(guide.id) : hrefs.reward(id, name);
}

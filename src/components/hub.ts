/** How the list of all rewards is divided into hubs. The hubs by kind contain every reward exactly once. */
import type { CollectionEntry } from 'astro:content';
import { listsBy } from '../content/rules.ts';
import { hrefs } from '../lib/routing/routes.ts';
import { ticketOf, ticketOfPage } from './showcase.ts';

type CatalogueReward = CollectionEntry<'catalogueRewards'>['data'];

type Listed = ReturnType<typeof ticketOfPage> & { readonly heading: string };

export interface Group {
  readonly hub: CollectionEntry<'rewardLists'>;
  /** Cheapest first. */
  readonly pages: readonly Listed[];
}

/** A hub with fewer rewards is left out. */
const FEWEST = 3;

/** Whether a hub lists the reward. */
function isIn(
  { kinds, games, works, from, up_to }: CollectionEntry<'rewardLists'>['data'],
  reward: CatalogueReward,
): boolean {
  const { points } = ticketOf(reward);
  return (
    (kinds?.includes(reward.kind) ?? true) &&
    (games?.includes(reward.game) ?? true) &&
    (works?.some((words) => reward.regions.includes(words)) ?? true) &&
    points >= (from ?? 0) &&
    points <= (up_to ?? Number.POSITIVE_INFINITY)
  );
}

/**
 * Groups all rewards by hub, each with a link to its guide or to its own page. Leaves out hubs that are too small. `guides` are
 * about more than one reward.
 */
export function groupPages(
  hubs: readonly CollectionEntry<'rewardLists'>[],
  pages: readonly CollectionEntry<'rewards'>[],
  rewards: readonly CatalogueReward[],
): { groups: Group[]; guides: Listed[] } {
  const guided = pages.map((page) => ({ ...ticketOfPage(page, rewards), heading: page.data.heading }));
  const withGuide = new Set(guided.flatMap(({ id, isGuide }) => (isGuide ? [] : [id])));
  const others = rewards
    .filter(({ id }) => !withGuide.has(id))
    .map((reward) => ({
      ...ticketOf(reward),
      heading: reward.name,
      isGuide: false,
      href: hrefs.reward(reward.id, reward.name),
    }));
  const listed = [...guided, ...others].sort(
    (a, b) => a.points - b.points || a.name.localeCompare(b.name, 'en'),
  );
  const byId = new Map(rewards.map((reward) => [reward.id, reward]));
  const inHub = ({ data }: CollectionEntry<'rewardLists'>) =>
    listed.filter(({ id, isGuide }) => {
      const reward = byId.get(id);
      return !isGuide && reward !== undefined && isIn(data, reward);
    });
  return {
    groups: hubs
      .toSorted(
        (a, b) =>
          listsBy.indexOf(a.data.by) - listsBy.indexOf(b.data.by) ||
          (a.data.from ?? 0) - (b.data.from ?? 0) ||
          a.id.localeCompare(b.id, 'en'),
      )
      .map((hub) => ({ hub, pages: inHub(hub) }))
      .filter(({ hub, pages }) => pages.length >= (hub.data.by === 'kind' ? 1 : FEWEST)),
    guides: listed.filter(({ isGuide }) => isGuide),
  };
}

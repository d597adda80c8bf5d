/** How the list of all rewards is divided. Every kind of the catalogue belongs to one group. */
import type { CollectionEntry } from 'astro:content';
import { hrefs } from '../lib/routing/routes.ts';
import { ticketOf, ticketOfPage } from './showcase.ts';

type CatalogueReward = CollectionEntry<'catalogueRewards'>['data'];

export const groups = {
  'game-credit': {
    name: 'Game credit',
    text: 'Currency, items and skins of one game. Check which account and which platform you play on: credit stays where it was put.',
  },
  'gift-cards': {
    name: 'Gift cards',
    text: 'Codes that you enter yourself. They are the quickest to get, and each belongs to a country or a currency.',
  },
  subscriptions: {
    name: 'Subscriptions',
    text: 'Time on a service. A code adds to what you have; look at what it does to a plan that is running.',
  },
  money: {
    name: 'Money and crypto',
    text: '18 and older. What is sent is worth its dollar value at that moment; the price of a cryptocurrency can fall to nothing afterwards.',
  },
  things: {
    name: 'Things by post',
    text: 'Sent to the address that you save. Postage is part of the price.',
  },
} as const;
type GroupId = keyof typeof groups;

const groupOf: Readonly<Record<CatalogueReward['kind'], GroupId>> = {
  'game credit': 'game-credit',
  card: 'game-credit',
  skin: 'game-credit',
  'gift code': 'gift-cards',
  'wallet code': 'gift-cards',
  subscription: 'subscriptions',
  money: 'money',
  crypto: 'money',
  item: 'things',
};

type Listed = ReturnType<typeof ticketOfPage> & { readonly heading: string };

export interface Group {
  readonly id: GroupId;
  readonly name: string;
  readonly text: string;
  /** The cheapest first. */
  readonly pages: readonly Listed[];
}

/** All rewards in their groups, each with a link to its guide or else to its own page; without empty groups. `guides` are about more than one. */
export function groupPages(
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
  const ids = Object.keys(groups) as GroupId[];
  return {
    groups: ids
      .map((id) => ({
        id,
        ...groups[id],
        pages: listed.filter(({ kind, isGuide }) => !isGuide && groupOf[kind] === id),
      }))
      .filter(({ pages }) => pages.length > 0),
    guides: listed.filter(({ isGuide }) => isGuide),
  };
}

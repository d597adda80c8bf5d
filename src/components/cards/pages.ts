import { getCollection } from 'astro:content';
import { hrefs, routes } from '../../lib/routing/routes.ts';
import { site } from '../../lib/site.ts';
import { rewardById, showcase, ticketOf, ticketOfPage } from '../showcase.ts';
import type { Card } from './card.ts';

/** What there is room for on a card; the page tells them all. */
const MOST_AMOUNTS = 4;

let built: Promise<ReadonlyMap<string, Card>> | undefined;

/** The card of every page that has one, by the page's address. A build asks for it once; in development content changes. */
export function allCards(): Promise<ReadonlyMap<string, Card>> {
  if (process.env.NODE_ENV !== 'production') return readCards();
  built ??= readCards();
  return built;
}

/** @throws Error when the page of this address has no card: whoever gives a page an address says here what its card shows. */
export async function cardOf(path: string): Promise<Card> {
  const card = (await allCards()).get(path);
  if (!card) throw new Error(`The page ${path} has no card: add it in src/components/cards/pages.ts.`);
  return card;
}

async function readCards(): Promise<ReadonlyMap<string, Card>> {
  const rewards = (await getCollection('catalogueRewards')).map(({ data }) => data);
  const pages = await getCollection('rewards');
  // Named as their address.
  const documents = [...(await getCollection('pages')), ...(await getCollection('legal'))];
  const shown = showcase(rewards, new Set(pages.map(({ data }) => data.reward)), 3).map(ticketOf);
  return new Map<string, Card>([
    [
      routes.index.pattern,
      {
        heading: site.message,
        under: 'Play games and redeem your points. Each one is written down.',
        tickets: shown,
      },
    ],
    [
      routes.rewardsHub.pattern,
      {
        heading: 'What your points can become',
        under: 'Game credit, gift cards, skins and more, with prices in points and in money.',
        tickets: shown.toReversed(),
      },
    ],
    ...documents.map(({ id, data }): [string, Card] => [
      `/${id}`,
      { heading: data.heading, under: site.tagline, tickets: [] },
    ]),
    ...pages.map((page): [string, Card] => [
      hrefs.rewardPage(page.id),
      {
        heading: page.data.heading,
        under: 'Play games, watch every point being counted, and redeem them.',
        // By the reward's own name: the page's heading stands beside it.
        tickets: [
          { ...ticketOfPage(page, rewards), name: rewardById(rewards, page.data.reward, page.id).name },
        ],
      },
    ]),
    ...rewards.map((reward): [string, Card] => [
      hrefs.reward(reward.id, reward.name),
      {
        heading: reward.name,
        under: reward.amounts.toSorted((a, b) => a.points - b.points).slice(0, MOST_AMOUNTS),
        tickets: [ticketOf(reward)],
      },
    ]),
  ]);
}

import { getCollection } from 'astro:content';
import { publicHrefs } from '../../lib/routing/public.ts';
import { hrefs, routes } from '../../lib/routing/routes.ts';
import { site } from '../../lib/site.ts';
import { homeCopy, hubCopy } from '../copy.ts';
import { rewardById, showcase, ticketOf, ticketOfPage } from '../showcase.ts';
import type { Card } from './card.ts';

/** How many amounts fit on a card. The page lists them all. */
const MOST_AMOUNTS = 4;

let built: Promise<ReadonlyMap<string, Card>> | undefined;

/** Returns the card of every page that has one, by address. Computed once in a build; always again in development. */
export function allCards(): Promise<ReadonlyMap<string, Card>> {
  if (process.env.NODE_ENV !== 'production') return readCards();
  built ??= readCards();
  return built;
}

/** @throws Error if the page has no card. A new page with an address needs a card here. */
export async function cardOf(path: string): Promise<Card> {
  const card = (await allCards()).get(path);
  if (!card) throw new Error(`The page ${path} has no card: add it in src/components/cards/pages.ts.`);
  return card;
}

async function readCards(): Promise<ReadonlyMap<string, Card>> {
  const rewards = (await getCollection('catalogueRewards')).map(({ data }) => data);
  const pages = await getCollection('rewards');
  const lists = await getCollection('rewardLists');
  // Their ids are their addresses.
  const documents = [...(await getCollection('pages')), ...(await getCollection('legal'))];
  const catalogue = {
    articles: (await getCollection('catalogueArticles')).map(({ data }) => data),
    cases: (await getCollection('catalogueCases')).map(({ data }) => data),
    contests: (await getCollection('catalogueContests')).map(({ data }) => data),
    games: await getCollection('games'),
  };
  const words = (path: string, heading: string, under: string): [string, Card] => [
    path,
    { heading, under, tickets: [] },
  ];
  const hub = async (name: string, path: string) => {
    const { heading, card = site.tagline } = (await hubCopy(name)).words;
    return words(path, heading, card);
  };
  const shown = showcase(rewards, new Set(pages.map(({ data }) => data.reward)), 3).map(ticketOf);
  const [, rewardsHub] = await hub('rewards', routes.rewardsHub.pattern);
  return new Map<string, Card>([
    [
      routes.index.pattern,
      {
        heading: site.message,
        under: (await homeCopy()).words.card,
        tickets: shown,
      },
    ],
    [routes.rewardsHub.pattern, { ...rewardsHub, tickets: shown.toReversed() }],
    ...documents.map(({ id, data }) => words(`/${id}`, data.heading, site.tagline)),
    ...lists.map(({ id, data }) => words(publicHrefs.rewardKind(id), data.heading, data.description)),
    await hub('delivery', routes.delivery.pattern),
    await hub('games', routes.games.pattern),
    await hub('articles', routes.articles.pattern),
    await hub('cases', routes.cases.pattern),
    await hub('contests', routes.contests.pattern),
    ...catalogue.games.map(({ id, data }) => words(publicHrefs.game(id), data.heading, data.description)),
    ...catalogue.articles.map(({ slug, title, summary }) => words(publicHrefs.article(slug), title, summary)),
    ...catalogue.cases.map(({ slug, name, summary }) =>
      words(publicHrefs.case(slug), name, `A case. ${summary}.`),
    ),
    ...catalogue.contests.map(({ slug, name, summary }) =>
      words(publicHrefs.contest(slug), name, `A giveaway. ${summary}.`),
    ),
    ...pages.map((page): [string, Card] => [
      hrefs.rewardPage(page.id),
      {
        heading: page.data.heading,
        under: 'Play games, see where every point comes from, and redeem them.',
        // Use the reward's own name, because the page's heading is next to it.
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

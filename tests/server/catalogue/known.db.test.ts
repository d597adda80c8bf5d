/** What the build writes into the lists before the API answers (`KnownX.tsx`) matches the API's answer and order. */
import { expect, test } from 'vitest';
import { cases, rewards } from '../../../server/db/schema.ts';
import { readCatalogue } from '../../../server/features/catalogue/files.ts';
import { firstPath } from '../../../src/content/own-games-pace.ts';
import { knownArticles } from '../../../src/islands/articles/KnownArticles.tsx';
import { knownGame } from '../../../src/islands/catalogue/game/KnownGame.tsx';
import { knownGames } from '../../../src/islands/catalogue/games/KnownGames.tsx';
import { knownCase } from '../../../src/islands/draws/cases/KnownCase.tsx';
import { knownCases } from '../../../src/islands/draws/cases/KnownCases.tsx';
import { knownContests } from '../../../src/islands/draws/contests/KnownContests.tsx';
import { knownReward } from '../../../src/islands/redemption/reward/KnownReward.tsx';
import { knownRewards } from '../../../src/islands/shared/known-rewards.ts';
import { getArticle, listArticles } from '../../../src/lib/contract/articles/articles.ts';
import { getGuestGame } from '../../../src/lib/contract/catalogue/game.ts';
import { listGames } from '../../../src/lib/contract/catalogue/games.ts';
import { getReward, listRewards } from '../../../src/lib/contract/catalogue/rewards.ts';
import { getCase, listCases } from '../../../src/lib/contract/draws/cases.ts';
import { listContests } from '../../../src/lib/contract/draws/contests.ts';
import { checkRedemption } from '../../../src/lib/contract/redemption/redemption.ts';
import { request, testApi } from '../../support/api.ts';

const catalogue = readCatalogue();
const query = { per_page: 100 };

/** The part of the answer that the build claims to know; unknown values are null. */
function claimed(known: readonly object[], found: readonly object[]) {
  const names = Object.entries(known[0] ?? {}).flatMap(([name, value]) => (value === null ? [] : [name]));
  const pick = (one: object) => Object.fromEntries(names.map((name) => [name, Reflect.get(one, name)]));
  return [known.map(pick), found.map(pick)] as const;
}

test('rewards, games and cases that haven’t been redeemed or opened yet, and articles', async () => {
  const api = await testApi();
  await api.db.drizzle.update(rewards).set({ popularity: 0 });
  await api.db.drizzle.update(cases).set({ popularity: 0 });
  for (const [known, found] of [
    claimed(knownRewards(catalogue.rewards), (await request(listRewards, { query })).data),
    claimed(knownGames(catalogue.games), (await request(listGames, { query })).data),
    claimed(knownCases(catalogue.cases), (await request(listCases, { query })).data),
    claimed(
      knownArticles(catalogue.articles, catalogue.games),
      (await request(listArticles, { query })).data,
    ),
  ]) {
    expect(known.length).toBeGreaterThan(2);
    expect(found).toEqual(known);
  }
});

/** Everything except null values. */
const found = (known: unknown): unknown =>
  Array.isArray(known)
    ? known.map(found)
    : typeof known === 'object' && known !== null
      ? Object.fromEntries(
          Object.entries(known).flatMap(([name, value]) => (value === null ? [] : [[name, found(value)]])),
        )
      : known;

test('each reward, game, case and article on its own page', async () => {
  await testApi();
  for (const reward of catalogue.rewards) {
    const answer = await request(getReward, { params: { id: reward.id }, query: {} });
    expect([answer.reward]).toMatchObject([found(knownReward(reward))].flat());
  }
  for (const game of catalogue.games) {
    const answer = await request(getGuestGame, { params: { id: game.id }, query: {} });
    expect([answer]).toMatchObject([found(knownGame(game))].flat());
  }
  for (const one of catalogue.cases) {
    const answer = await request(getCase, { params: { id: one.id } });
    expect([answer.case]).toMatchObject([found(knownCase(one))].flat());
  }
  for (const article of catalogue.articles) {
    const answer = await request(getArticle, { params: { id: article.id }, query: {} });
    expect([answer.article]).toMatchObject([found(knownArticles([article], catalogue.games))].flat());
  }
});

test('a new player’s path to each reward’s smallest amount, at each price that there is', async () => {
  const api = await testApi();
  api.actAs(await api.addPlayer());
  const own = catalogue.games.filter(({ source }) => source === 'own');
  const byPrice = new Map(
    catalogue.rewards.map(({ id, amounts }) => [Math.min(...amounts.map(({ points }) => points)), id]),
  );
  expect(byPrice.size).toBeGreaterThan(2);
  for (const [price, id] of byPrice) {
    const { path } = await request(checkRedemption, { query: { reward_id: id } });
    expect(path?.steps.length, `${price}`).toBeGreaterThan(0);
    expect(firstPath(own, price), `${price}`).toEqual(path);
  }
});

test('contests, except for the number that each has in its week', async () => {
  await testApi();
  const { data } = await request(listContests, { query });
  const open = data.filter(({ state }) => state === 'open');
  const nameless = (cards: readonly object[]) => cards.map((card) => ({ ...card, id: 0 }));
  const [known, found] = claimed(nameless(knownContests(catalogue.contests)), nameless(open));
  expect(found).toEqual(expect.arrayContaining([...known]));
  expect(found).toHaveLength(known.length);
});

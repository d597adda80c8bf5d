import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { articles, rewards } from '../../../server/db/schema.ts';
import {
  addComment,
  getArticle,
  listArticles,
  listGameArticles,
  listGameRewards,
  previousOrNextArticle,
  showGameArticles,
} from '../../../src/lib/contract/articles/articles.ts';
import { listDashboardArticles } from '../../../src/lib/contract/progress/dashboard.ts';
import { playerApi, request, testApi } from '../../support/api.ts';

const MERGE = 1;

test('guests can read a whole article: HTML, its game, its neighbours', async () => {
  await testApi();
  const { article, opinions, likedOpinions, ...neighbours } = await request(getArticle, {
    params: { id: 1 },
  });
  expect(article).toMatchObject({
    id: 1,
    type: 'guide',
    game: { id: MERGE, name: 'Merge' },
    rate: null,
    rate_count: 0,
    isRated: false,
  });
  expect(article.body).toContain('<h2>Move one: choose a corner</h2>');
  expect(article.body).not.toContain('##');
  expect(opinions).toMatchObject({ data: [], total: 0, current_page: 1, last_page: 1 });
  expect(likedOpinions).toEqual([]);
  expect(Object.keys(neighbours).sort()).toEqual(['next_article_id', 'previous_article_id']);
});

test('an article without a game has the glyph of its file, in lists and on its page', async () => {
  await testApi();
  const { data } = await request(listArticles, { query: { page: 1, per_page: 20, type: 'all' } });
  const shown = new Map(data.map(({ id, picture, glyph }) => [id, { picture, glyph }]));
  expect(shown.get(1)).toEqual({ picture: 'merge', glyph: null });
  expect(shown.get(3)).toEqual({ picture: null, glyph: 'coins' });
  const { article } = await request(getArticle, { params: { id: 3 } });
  expect(article).toMatchObject({ picture: null, glyph: 'coins' });
});

test('previous and next lead through every article once, in the order of their dates', async () => {
  const api = await testApi();
  const { data } = await listDashboardAsUser();
  const newestFirst = data.map(({ id }) => id);
  const walked: number[] = [];
  for (let at: number | null = newestFirst[0] ?? null; at !== null && walked.length < 100; ) {
    walked.push(at);
    const { previous_article_id } = await request(getArticle, { params: { id: at } });
    expect(
      (await request(previousOrNextArticle, { body: { status: 'previous', current_id: at } }))
        .next_or_previous_article_id,
    ).toBe(previous_article_id);
    at = previous_article_id ?? null;
  }
  expect(walked).toEqual(newestFirst);
  const back: number[] = [];
  for (let at: number | null = walked.at(-1) ?? null; at !== null && back.length < 100; ) {
    back.push(at);
    at = (await request(previousOrNextArticle, { body: { status: 'next', current_id: at } }))
      .next_or_previous_article_id;
  }
  expect(back).toEqual(walked.reverse());

  async function listDashboardAsUser() {
    api.actAs(await api.addPlayer());
    return request(listDashboardArticles, { query: { per_page: 100 } });
  }
});

test('two articles of one day are ordered by their number', async () => {
  const { api } = await playerApi();
  await api.db.drizzle.update(articles).set({ publishedAt: api.now });
  const all = (await request(listArticles, { query: { per_page: 100 } })).data.map(({ id }) => id);
  expect(all).toEqual([...all].sort((a, b) => b - a));
  expect(
    (await request(previousOrNextArticle, { body: { status: 'previous', current_id: all[0] ?? 0 } }))
      .next_or_previous_article_id,
  ).toBe(all[1]);
  expect(
    (await request(previousOrNextArticle, { body: { status: 'next', current_id: all[0] ?? 0 } }))
      .next_or_previous_article_id,
  ).toBeNull();
});

test('a wrong status, id or article is rejected', async () => {
  const { api, player: ann } = await playerApi();
  const post = (body: unknown) =>
    api.raw('/api/user/articles/previous-or-next', {
      method: 'POST',
      headers: { Authorization: `Bearer ${ann.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect(await (await post({ status: 'before', current_id: 1 })).json()).toMatchObject({
    errors: { status: ['status must be one of: next, previous.'] },
  });
  expect((await post({ status: 'next' })).status).toBe(422);
  expect((await post({ status: 'next', current_id: '1' })).status).toBe(200);
  expect((await post({ status: 'next', current_id: 99_999 })).status).toBe(404);
  await expect(request(getArticle, { params: { id: 99_999 } })).rejects.toMatchObject({ status: 404 });
  await api.db.drizzle.update(articles).set({ active: false }).where(eq(articles.id, 1));
  await expect(request(getArticle, { params: { id: 1 } })).rejects.toMatchObject({ status: 404 });
  await expect(
    request(addComment, { params: { id: 1 }, body: { comment: 'too late' } }),
  ).rejects.toMatchObject({ status: 404 });
});

test("a game's articles by type, paged and counted", async () => {
  const api = await testApi();
  const all = await request(listGameArticles, { params: { id: MERGE, type: 'all' } });
  expect(all.total).toBeGreaterThan(1);
  expect(all.data.map(({ published_at }) => published_at)).toEqual(
    all.data
      .map(({ published_at }) => published_at)
      .sort()
      .reverse(),
  );
  const guides = await request(listGameArticles, { params: { id: MERGE, type: 'guide' } });
  expect(guides.data.every(({ type }) => type === 'guide')).toBe(true);
  expect(
    (await request(showGameArticles, { params: { id: MERGE, type: 'all', count: 1 } })).articles,
  ).toEqual(all.data.slice(0, 1));
  expect(
    (await request(showGameArticles, { params: { id: MERGE, type: 'all', count: 20 } })).articles,
  ).toEqual(all.data);
  await expect(request(listGameArticles, { params: { id: 99_999, type: 'all' } })).rejects.toMatchObject({
    status: 404,
  });
  for (const path of [
    'articles/type/novel',
    'show-articles/type/all/count/0',
    'show-articles/type/all/count/21',
  ])
    expect((await api.raw(`/api/user/games/${MERGE}/${path}`)).status).toBe(404);
});

test('comments are paged, newest first', async () => {
  await playerApi();
  for (let at = 1; at <= 23; at++)
    await request(addComment, { params: { id: 1 }, body: { comment: `comment ${at}` } });
  const first = await request(getArticle, { params: { id: 1 } });
  expect(first.opinions).toMatchObject({ total: 23, last_page: 2, current_page: 1 });
  expect(first.opinions.next_page_url).toContain('/api/user/articles/1?');
  expect(first.opinions.data[0]?.opinion).toBe('comment 23');
  const second = await request(getArticle, { params: { id: 1 }, query: { page: 2 } });
  expect(second.opinions.data.map(({ opinion }) => opinion)).toEqual(['comment 3', 'comment 2', 'comment 1']);
  expect(second.opinions.next_page_url).toBeNull();
});

test('a game’s rewards are those with its name, or else those that its quests pay for', async () => {
  const api = await testApi();
  const reachable = await request(listGameRewards, { params: { id: MERGE }, query: { per_page: 100 } });
  expect(reachable.total).toBeGreaterThan(0);
  const prices = reachable.data.map(({ points }) => points ?? 0);
  expect(prices).toEqual([...prices].sort((a, b) => b - a));
  await api.db.drizzle.update(rewards).set({ game: 'Merge' }).where(eq(rewards.id, 84));
  const own = await request(listGameRewards, { params: { id: MERGE } });
  expect(own.data.map(({ id }) => id)).toEqual([84]);
  await expect(request(listGameRewards, { params: { id: 99_999 } })).rejects.toMatchObject({ status: 404 });
});

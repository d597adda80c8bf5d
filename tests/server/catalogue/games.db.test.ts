import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { games, opinionLikes, opinions, questProgress, quests, rounds } from '../../../server/db/schema.ts';
import { getGame, getGuestGame } from '../../../src/lib/contract/catalogue/game.ts';
import { listGames } from '../../../src/lib/contract/catalogue/games.ts';
import { request, testApi } from '../../support/api.ts';

const ONCE = '1970-01-01';
/** A game of the demo partner. */
const OTHER = 101;

describe('the list of games', () => {
  test('lists our own first, then the newest, each once over all pages', async () => {
    await testApi();
    const all = (await request(listGames, { query: { per_page: 100 } })).data;
    expect(all.length).toBeGreaterThanOrEqual(24);
    const own = all.map(({ source }) => source === 'own');
    expect(own.lastIndexOf(true)).toBeLessThan(own.indexOf(false));
    const paged = [];
    for (let page = 1; paged.length < all.length; page++)
      paged.push(...(await request(listGames, { query: { page, per_page: 5 } })).data);
    expect(paged).toEqual(all);
    expect((await request(listGames, { query: { page: 1000, per_page: 5 } })).data).toEqual([]);
  });

  test('counts the caller’s quests in their current period, and none for a guest', async () => {
    const api = await testApi();
    const player = await api.addPlayer();
    const done = { userId: player.id, progress: 1, completedAt: api.now };
    await api.db.drizzle.insert(questProgress).values([
      { ...done, questId: 101, period: ONCE },
      { ...done, questId: 109, period: '2026-11-18' },
      // Yesterday's and last week's don't count now, nor do unfinished ones.
      { ...done, questId: 109, period: '2026-11-17' },
      { ...done, questId: 110, period: '2026-11-09' },
      { ...done, questId: 102, period: ONCE, completedAt: null },
    ]);
    const merge = async () => (await request(listGames, {})).data.find(({ id }) => id === 1);
    expect(await merge()).toMatchObject({ quests_done: null });
    api.actAs(player);
    const total = (await request(getGame, { params: { id: 1 } })).quests.length;
    expect(await merge()).toMatchObject({ quests_done: 2, quests_total: total });
    api.now = new Date('2026-11-19T00:00:00Z');
    expect(await merge()).toMatchObject({ quests_done: 1 });
  });

  test('leaves out retired games', async () => {
    const api = await testApi();
    const { total, data } = await request(listGames, {});
    await api.db.drizzle.update(games).set({ active: false }).where(eq(games.id, 1));
    const after = await request(listGames, {});
    expect(after.total).toBe(total - 1);
    expect(after.data.map(({ id }) => id)).not.toContain(data.find(({ id }) => id === 1)?.id);
    await expect(request(getGuestGame, { params: { id: 1 } })).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
    });
  });
});

describe('one game', () => {
  test('shows a player’s quests with their progress', async () => {
    const api = await testApi();
    const player = await api.addPlayer();
    await api.db.drizzle.insert(questProgress).values([
      { userId: player.id, questId: 101, period: ONCE, progress: 1, completedAt: api.now },
      { userId: player.id, questId: 110, period: '2026-11-16', progress: 4, completedAt: null },
      { userId: player.id, questId: 109, period: '2026-11-17', progress: 1, completedAt: api.now },
      { userId: player.id, questId: 104, period: ONCE, progress: 9999, completedAt: null },
    ]);
    api.actAs(player);
    const { quests, registration_quest } = await request(getGame, { params: { id: 1 } });
    const byId = new Map(
      quests.map(({ id, progress, completionStatus, ends_at }) => [
        id,
        { progress, completionStatus, ends_at },
      ]),
    );
    expect(byId.get(101)).toEqual({ progress: 1, completionStatus: 'completed', ends_at: null });
    expect(byId.get(110)).toEqual({
      progress: 4,
      completionStatus: 'in_progress',
      ends_at: '2026-11-23T00:00:00.000Z',
    });
    expect(byId.get(109)).toEqual({
      progress: 0,
      completionStatus: 'not_started',
      ends_at: '2026-11-19T00:00:00.000Z',
    });
    expect(byId.get(104), 'never more than the goal').toMatchObject({
      progress: 600,
      completionStatus: 'in_progress',
    });
    expect(registration_quest).toMatchObject({ id: 101, completionStatus: 'completed' });
  });

  test('shows guests the same game through their own path, without progress', async () => {
    const api = await testApi();
    const player = await api.addPlayer();
    await api.db.drizzle
      .insert(questProgress)
      .values({ userId: player.id, questId: 101, period: ONCE, progress: 1, completedAt: api.now });
    await expect(request(getGame, { params: { id: 1 } })).rejects.toMatchObject({ status: 401 });
    const asGuest = await request(getGuestGame, { params: { id: 1 } });
    expect(asGuest.quests.every(({ completionStatus }) => completionStatus === 'not_started')).toBe(true);
    expect(asGuest.game).toMatchObject({
      id: 1,
      slug: 'merge',
      quests_done: null,
      best_scores: [],
      isRated: false,
    });
    api.actAs(player);
    expect(await request(getGuestGame, { params: { id: 1 } }), 'the guest path knows no caller').toEqual(
      asGuest,
    );
    expect((await request(getGame, { params: { id: 1 } })).game).toMatchObject({ quests_done: 1 });
  });

  test("returns the caller's own best score, and the medal it is on the way to", async () => {
    const api = await testApi();
    const player = await api.addPlayer();
    const other = await api.addPlayer();
    const round = (userId: number, score: number | null) => ({
      id: crypto.randomUUID(),
      userId,
      gameId: 1,
      seed: 1,
      version: 1,
      startedAt: api.now,
      finishedAt: api.now,
      score,
    });
    await api.db.drizzle
      .insert(rounds)
      .values([round(player.id, 120), round(player.id, 480), round(player.id, null), round(other.id, 9000)]);
    api.actAs(player);
    expect((await request(getGame, { params: { id: 1 } })).game.best_scores).toEqual([
      { id: 'classic', name: null, score: 480, medal: null, next: { medal: 'bronze', score: 1000 } },
    ]);
  });

  test('lists up to four similar games, those of its genre first', async () => {
    await testApi();
    const all = (await request(listGames, { query: { per_page: 100 } })).data;
    for (const { id, genre } of all) {
      const alike = all.filter((other) => other.genre === genre && other.id !== id).map((other) => other.id);
      const { similar_games } = await request(getGuestGame, { params: { id } });
      const shown = similar_games.map((other) => other.id);
      expect(new Set(shown).size).toBe(4);
      expect(shown).not.toContain(id);
      const first = shown.slice(0, alike.length);
      expect(
        first.every((other) => alike.includes(other)),
        genre,
      ).toBe(true);
    }
  });

  test('pages its opinions, and marks those that the caller likes and those whose writer earned here', async () => {
    const api = await testApi();
    const player = await api.addPlayer();
    const made = await api.db.drizzle
      .insert(opinions)
      .values(
        Array.from({ length: 10 }, (_, at) => ({
          userId: player.id,
          gameId: OTHER,
          opinion: `opinion ${at}`,
          createdAt: api.now,
        })),
      )
      .returning({ id: opinions.id });
    const ids = made.map(({ id }) => id);
    await api.db.drizzle.insert(opinionLikes).values({ userId: player.id, opinionId: ids[3] ?? 0 });
    api.actAs(player);
    const pages = [
      await request(getGame, { params: { id: OTHER }, query: { per_page: 4 } }),
      await request(getGame, { params: { id: OTHER }, query: { per_page: 4, page: 2 } }),
      await request(getGame, { params: { id: OTHER }, query: { per_page: 4, page: 3 } }),
    ];
    expect(pages.flatMap((page) => page.opinions.data.map(({ id }) => id))).toEqual(ids.toReversed());
    expect(pages[0]?.opinions).toMatchObject({
      last_page: 3,
      next_page_url: `/api/user/games/${OTHER}?page=2&per_page=4`,
    });
    expect(pages[0]?.userLikedOpinions).toEqual([ids[3]]);
    expect(pages[0]?.opinions.data[0]?.verified).toBe(false);
    const guest = await request(getGuestGame, { params: { id: OTHER }, query: { per_page: 4 } });
    expect(guest.userLikedOpinions).toEqual([]);
    expect(guest.opinions.next_page_url).toBe(`/api/games/${OTHER}?page=2&per_page=4`);
  });

  test('leaves out retired quests', async () => {
    const api = await testApi();
    const before = await request(getGuestGame, { params: { id: 1 } });
    await api.db.drizzle.update(quests).set({ active: false }).where(eq(quests.id, 101));
    const { quests: shown, registration_quest, game } = await request(getGuestGame, { params: { id: 1 } });
    expect(shown).toHaveLength(before.quests.length - 1);
    expect(registration_quest).toBeNull();
    expect(game.points).toBe((before.game.points ?? 0) - 100);
  });

  test('that doesn’t exist isn’t found', async () => {
    const api = await testApi();
    await expect(request(getGuestGame, { params: { id: 999_999 } })).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
    });
    api.actAs(await api.addPlayer());
    await expect(request(getGame, { params: { id: 999_999 } })).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
    });
  });
});

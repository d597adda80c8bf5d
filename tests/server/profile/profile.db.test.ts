import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { playDays, rewards, rounds, users } from '../../../server/db/schema.ts';
import { getUser } from '../../../src/lib/contract/account/account.ts';
import { addGameOpinion, createRewardOpinion } from '../../../src/lib/contract/opinions/opinions.ts';
import { getProfile, listWritten } from '../../../src/lib/contract/profile/profiles.ts';
import { setLeaderboard } from '../../../src/lib/contract/progress/leaderboard.ts';
import { buyAmount } from '../../../src/lib/contract/redemption/buy.ts';
import { saveProfile } from '../../../src/lib/contract/settings/settings.ts';
import { playerApi, request, testApi } from '../../support/api.ts';
import { endOf } from '../../support/ends.ts';
import { DAY } from '../../support/time.ts';

describe('a profile', () => {
  test('shows others name, creature, level, badges and sign-up day, and no points', async () => {
    const { api, player: mira } = await playerApi(1500);
    await request(buyAmount, { params: { id: 12 }, body: { amount_id: 1201 } });
    await request(saveProfile, {
      body: { name: 'Mira K', country: 'NL', avatar: 'otter-3', private: false },
    });
    const own = await request(getProfile, { params: { id: mira.id } });
    expect(own).toMatchObject({
      hidden: false,
      level: 2,
      progress: { earned: 1500, from: 1000, next: 5000 },
    });
    const jan = await api.addPlayer();
    api.actAs(jan);
    const seen = await request(getProfile, { params: { id: mira.id } });
    expect(seen).toEqual({
      user: { id: mira.id, name: 'Mira K', avatar: 'otter-3', sample: false, created_at: expect.any(String) },
      hidden: false,
      level: 2,
      progress: null,
      badges: [{ id: 'redeemed', name: 'Redeemed', what: 'Redeemed a reward' }],
      creatures: [],
      best: [],
    });
    expect((await request(getProfile, { params: { id: jan.id } })).badges).toEqual([]);
  });

  test('lists public texts, newest first, a page at a time', async () => {
    const { api, player: mira } = await playerApi();
    await request(createRewardOpinion, {
      params: { id: 12 },
      body: { user_id: mira.id, opinion: 'It came at once.' },
    });
    await request(addGameOpinion, {
      params: { id: 1 },
      body: { user_id: mira.id, opinion: 'Corners are worth a lot.' },
    });
    api.actAs(await api.addPlayer());
    const { data, total } = await request(listWritten, { params: { id: mira.id }, query: {} });
    expect(total).toBe(2);
    expect(data).toMatchObject([
      {
        subject: 'game',
        subject_id: 1,
        subject_name: 'Merge',
        opinion: 'Corners are worth a lot.',
        verified: false,
      },
      { subject: 'reward', subject_id: 12, opinion: 'It came at once.' },
    ]);
    expect(
      await request(listWritten, { params: { id: mira.id }, query: { page: 2, per_page: 1 } }),
    ).toMatchObject({
      data: [{ subject: 'reward' }],
      total: 2,
      next_page_url: null,
    });
    expect(await request(listWritten, { params: { id: mira.id }, query: { page: 9 } })).toMatchObject({
      data: [],
      total: 2,
    });
    await api.db.drizzle.update(rewards).set({ active: false }).where(eq(rewards.id, 12));
    expect(await request(listWritten, { params: { id: mira.id }, query: {} })).toMatchObject({ total: 1 });
  });

  test('shows others the best scores as long as leaderboards show the name', async () => {
    const api = await testApi();
    const mira = await api.addPlayer();
    await api.db.drizzle.insert(rounds).values({
      id: randomUUID(),
      userId: mira.id,
      gameId: 1,
      seed: 1,
      version: 1,
      startedAt: api.now,
      finishedAt: api.now,
      score: 2_608,
    });
    const other = await api.addPlayer();
    const best = async (as: typeof other) => {
      api.actAs(as);
      const profile = await request(getProfile, { params: { id: mira.id } });
      return profile.best?.map(({ game, score }) => `${game} ${score}`);
    };
    const choose = (shown_as: 'named' | 'anonymous' | 'left') => {
      api.actAs(mira);
      return request(setLeaderboard, { body: { shown_as } });
    };
    expect(await best(other)).toEqual(['Merge 2608']);
    for (const hidden of ['anonymous', 'left'] as const) {
      await choose(hidden);
      expect(await best(other)).toEqual([]);
      expect(await best(mira)).toEqual(['Merge 2608']);
    }
    await choose('named');
    expect(await best(other)).toEqual(['Merge 2608']);
    const { name } = (await request(getUser, { params: { id: mira.id } })).user;
    api.actAs(mira);
    await request(saveProfile, { body: { name, country: 'NL', avatar: null, private: true } });
    expect(await best(other)).toEqual([]);
  });

  test('that is private shows only name and creature to everyone except its owner', async () => {
    const { api, player: mira } = await playerApi(1500);
    await request(createRewardOpinion, {
      params: { id: 12 },
      body: { user_id: mira.id, opinion: 'It came at once.' },
    });
    const { name } = (await request(getUser, { params: { id: mira.id } })).user;
    await request(saveProfile, { body: { name, country: 'NL', avatar: null, private: true } });
    expect(await request(getProfile, { params: { id: mira.id } })).toMatchObject({
      hidden: false,
      level: 2,
      user: { private: true },
    });
    expect((await request(listWritten, { params: { id: mira.id }, query: {} })).total).toBe(1);
    api.actAs(await api.addPlayer());
    const face = { id: mira.id, name, avatar: null, sample: false, private: true };
    expect(await request(getProfile, { params: { id: mira.id } })).toEqual({
      user: face,
      hidden: true,
      level: null,
      progress: null,
      badges: [],
      creatures: [],
      best: [],
    });
    expect((await request(getUser, { params: { id: mira.id } })).user).toEqual(face);
    expect(await request(listWritten, { params: { id: mira.id }, query: {} })).toMatchObject({
      data: [],
      total: 0,
    });
  });

  test('of an unknown or deleted account isn’t found', async () => {
    const api = await testApi();
    const gone = await api.addPlayer();
    await api.db.drizzle.update(users).set({ erasedAt: api.now }).where(eq(users.id, gone.id));
    api.actAs(await api.addPlayer());
    for (const id of [gone.id, 999_999, 2_147_483_648]) {
      expect(await endOf(request(getProfile, { params: { id } }))).toBe('not_found');
      expect(await endOf(request(listWritten, { params: { id }, query: {} }))).toBe('not_found');
      expect(await endOf(request(getUser, { params: { id } }))).toBe('not_found');
    }
  });

  test('has the badge for a week from the seventh day of a streak, also if a freeze saved it', async () => {
    const { api, player: mira } = await playerApi();
    const profile = () => request(getProfile, { params: { id: mira.id } });
    const badges = async () => (await profile()).badges.map(({ id }) => id);
    const played = (...daysAgo: number[]) =>
      api.db.drizzle.insert(playDays).values(
        daysAgo.map((ago) => ({
          userId: mira.id,
          day: new Date(api.now.getTime() - ago * DAY).toISOString().slice(0, 10),
        })),
      );
    await played(8, 7, 6, 5, 3, 2);
    expect(await badges()).toEqual([]);
    await played(1);
    expect(await badges()).toEqual(['week']);
    expect((await profile()).streak).toBe(7);
    api.actAs(await api.addPlayer());
    expect(await profile()).not.toHaveProperty('streak');
  });
});

import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { games, rewards } from '../../server/db/schema.ts';
import { addComment, getArticle, likeComment, rateArticle } from '../../src/lib/api/articles.ts';
import { getGame } from '../../src/lib/api/games.ts';
import {
  addGameOpinion,
  createRewardOpinion,
  deleteOpinion,
  editOpinion,
  likeOpinion,
  likeRewardOpinion,
  rateGame,
  rateReward,
} from '../../src/lib/api/opinions.ts';
import { buyAmount, getReward } from '../../src/lib/api/rewards.ts';
import { type Player, type TestApi, testApi } from '../support/api.ts';

const ROBUX = 84;
const MERGE = 1;
const ARTICLE = 1;

/** The three places that people write in, by the same four acts. */
const places = {
  reward: {
    id: ROBUX,
    write: (by: Player, text: string) => createRewardOpinion(ROBUX, by.id, text),
    like: (by: Player, opinion: number) => likeRewardOpinion(opinion, by.id),
    rate: (by: Player, stars: number) => rateReward(ROBUX, stars, by.id),
    read: async () => {
      const { reward, opinions, likedOpinions } = await getReward(ROBUX);
      return { of: reward, opinions, liked: likedOpinions };
    },
  },
  game: {
    id: MERGE,
    write: (by: Player, text: string) => addGameOpinion(MERGE, by.id, text),
    like: (_by: Player, opinion: number) => likeOpinion(opinion, 'like'),
    rate: (by: Player, stars: number) => rateGame(MERGE, stars, by.id),
    read: async () => {
      const { game, opinions, userLikedOpinions } = await getGame(MERGE);
      return { of: game, opinions, liked: userLikedOpinions };
    },
  },
  article: {
    id: ARTICLE,
    write: (_by: Player, text: string) => addComment(ARTICLE, text),
    like: (by: Player, opinion: number) => likeComment(opinion, by.id),
    rate: (by: Player, stars: number) => rateArticle(ARTICLE, stars, by.id),
    read: async () => {
      const { article, opinions, likedOpinions } = await getArticle(ARTICLE);
      return { of: article, opinions, liked: likedOpinions };
    },
  },
} as const;

async function two(): Promise<{ api: TestApi; ann: Player; bob: Player }> {
  const api = await testApi();
  return { api, ann: await api.addPlayer(), bob: await api.addPlayer() };
}

describe.each(Object.entries(places))('opinions on a %s', (kind, place) => {
  test('the newest stands first, trimmed, with its writer', async () => {
    const { api, ann } = await two();
    api.actAs(ann);
    const before = (await place.read()).opinions.total;
    await place.write(ann, 'The first of mine');
    const second = await place.write(ann, '  And another\nwith a second line  ');
    expect(second).toMatchObject({
      opinion: 'And another\nwith a second line',
      likes: 0,
      verified: false,
      edited_at: null,
      user: { id: ann.id },
    });
    const { opinions } = await place.read();
    expect(opinions.total).toBe(before + 2);
    expect(opinions.data.slice(0, 2).map(({ opinion }) => opinion)).toEqual([
      'And another\nwith a second line',
      'The first of mine',
    ]);
    expect(opinions.data[0]).toEqual(second);
  });

  test('what is too short or too long is refused under `opinion`', async () => {
    const { api, ann } = await two();
    api.actAs(ann);
    for (const text of ['', ' a ', 'a'.repeat(1001)])
      await expect(place.write(ann, text)).rejects.toMatchObject({
        status: 422,
        fields: { opinion: expect.stringContaining('characters') },
      });
    await expect(place.write(ann, 'a'.repeat(1000))).resolves.toBeDefined();
    await expect(place.write(ann, 'hm')).resolves.toBeDefined();
  });

  test('a like counts once per person, and again takes it back', async () => {
    const { api, ann, bob } = await two();
    api.actAs(ann);
    const { id } = await place.write(ann, 'Something to like');
    await expect(place.like(ann, id)).rejects.toMatchObject({ status: 422 });
    api.actAs(bob);
    const other = (await place.read()).opinions.data[1];
    const liked = await place.like(bob, id);
    expect(liked.opinion).toMatchObject({ id, likes: 1 });
    expect(liked.likedOpinions).toEqual([id]);
    expect((await place.read()).liked).toEqual([id]);
    if (other) expect((await place.like(bob, other.id)).likedOpinions.sort()).toEqual([other.id, id].sort());
    expect((await place.like(bob, id)).opinion.likes).toBe(0);
    expect((await place.read()).liked).not.toContain(id);
    api.actAs(ann);
    expect((await place.read()).liked).toEqual([]);
  });

  test('likes at the same time are all counted', { tags: 'both' }, async () => {
    const { api, ann } = await two();
    api.actAs(ann);
    const { id } = await place.write(ann, 'Something that many like');
    for (let at = 0; at < 8; at++) {
      const player = await api.addPlayer();
      api.actAs(player);
      // Twice at once: whatever the order, it ends as it began.
      await Promise.all([place.like(player, id), place.like(player, id)]);
      await place.like(player, id);
    }
    const { opinions } = await place.read();
    expect(opinions.data.find((opinion) => opinion.id === id)?.likes).toBe(8);
  });

  test("one's own can be rewritten and taken away, another's not", async () => {
    const { api, ann, bob } = await two();
    api.actAs(ann);
    const { id } = await place.write(ann, 'I was wrong abuot this');
    api.actAs(bob);
    await place.like(bob, id);
    await expect(editOpinion(id, 'mine now')).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    await expect(deleteOpinion(id)).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    api.actAs(ann);
    await expect(editOpinion(id, 'x')).rejects.toMatchObject({ status: 422 });
    const edited = await editOpinion(id, 'I was wrong about this');
    expect(edited).toMatchObject({ id, opinion: 'I was wrong about this', likes: 1 });
    expect(Date.parse(edited.edited_at ?? '')).toBe(api.now.getTime());
    const { total, data } = (await place.read()).opinions;
    expect(data[0]).toMatchObject({ id, opinion: 'I was wrong about this' });
    expect(Date.parse(data[0]?.edited_at ?? '')).toBe(api.now.getTime());
    await deleteOpinion(id);
    expect((await place.read()).opinions.total).toBe(total - 1);
    await expect(deleteOpinion(id)).rejects.toMatchObject({ status: 404 });
    await expect(editOpinion(id, 'gone')).rejects.toMatchObject({ status: 404 });
  });

  test('rating sets the mean, and rating again replaces it', async () => {
    const { api, ann, bob } = await two();
    api.actAs(ann);
    const first = await place.rate(ann, 5);
    expect(first).toEqual({ rate: 5, rate_count: 1, isRated: true });
    expect((await place.read()).of).toMatchObject(first);
    api.actAs(bob);
    expect((await place.read()).of).toMatchObject({ rate: 5, rate_count: 1, isRated: false });
    expect(await place.rate(bob, 2)).toEqual({ rate: 3.5, rate_count: 2, isRated: true });
    expect(await place.rate(bob, 4)).toEqual({ rate: 4.5, rate_count: 2, isRated: true });
    api.actAs(null);
    expect((await place.read().catch(() => null))?.of ?? { isRated: false }).toMatchObject({
      isRated: false,
    });
  });

  test('rates given at once by one person count once', { tags: 'both' }, async () => {
    const { api, ann } = await two();
    api.actAs(ann);
    await Promise.all([1, 2, 3, 4, 5].map((stars) => place.rate(ann, stars)));
    const { rate_count, rate } = (await place.read()).of;
    expect(rate_count).toBe(1);
    expect(rate).toBe((await place.rate(ann, rate ?? 1)).rate);
  });

  test('only whole stars from 1 to 5, only what exists', async () => {
    const { api, ann } = await two();
    api.actAs(ann);
    const rate = (stars: unknown, id: unknown = place.id) =>
      api.raw(`/api/user/${kind}s/rate-${kind}/${id}/${stars}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${ann.token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ user_id: ann.id }),
      });
    for (const stars of [0, 6, -1, 2.5, '3x', '%00', '5e0']) expect((await rate(stars)).status).toBe(404);
    for (const id of [999_999, 0, 'x']) expect((await rate(5, id)).status).toBe(404);
    expect((await rate(5)).status).toBe(200);
  });
});

test('a call that names another user is refused and does nothing', async () => {
  const { api, ann, bob } = await two();
  api.actAs(ann);
  const before = (await getReward(ROBUX)).opinions.total;
  const forbidden = { status: 403, code: 'forbidden' };
  await expect(createRewardOpinion(ROBUX, bob.id, 'in his name')).rejects.toMatchObject(forbidden);
  await expect(addGameOpinion(MERGE, bob.id, 'in his name')).rejects.toMatchObject(forbidden);
  await expect(rateReward(ROBUX, 1, bob.id)).rejects.toMatchObject(forbidden);
  await expect(rateGame(MERGE, 1, bob.id)).rejects.toMatchObject(forbidden);
  await expect(rateArticle(ARTICLE, 1, bob.id)).rejects.toMatchObject(forbidden);
  const { id } = await createRewardOpinion(ROBUX, ann.id, 'mine');
  await expect(likeRewardOpinion(id, bob.id)).rejects.toMatchObject(forbidden);
  await expect(likeComment(id, bob.id)).rejects.toMatchObject(forbidden);
  const { opinions, reward } = await getReward(ROBUX);
  expect(opinions.total).toBe(before + 1);
  expect(reward.rate_count).toBe(0);
});

test('an id as text is the same id: other clients send it so', async () => {
  const { api, ann } = await two();
  const response = await api.raw(`/api/user/rewards/${ROBUX}/create-opinion`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${ann.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ user_id: String(ann.id), opinion: 'sent as text' }),
  });
  expect(response.status).toBe(200);
});

test('a like of one kind finds no opinion of another kind', async () => {
  const { api, ann, bob } = await two();
  api.actAs(ann);
  const { id } = await createRewardOpinion(ROBUX, ann.id, 'about a reward');
  api.actAs(bob);
  await expect(likeOpinion(id, 'like')).rejects.toMatchObject({ status: 404 });
  await expect(likeComment(id, bob.id)).rejects.toMatchObject({ status: 404 });
});

test('a dislike is no like: it replaces one, is taken back by itself, and counts nothing', async () => {
  const { api, ann, bob } = await two();
  api.actAs(ann);
  const { id } = await addGameOpinion(MERGE, ann.id, 'hard to agree with');
  api.actAs(bob);
  expect(await likeOpinion(id, 'dislike')).toMatchObject({ likedOpinions: [], opinion: { likes: 0 } });
  expect(await likeOpinion(id, 'like')).toMatchObject({ likedOpinions: [id], opinion: { likes: 1 } });
  expect(await likeOpinion(id, 'dislike')).toMatchObject({ likedOpinions: [], opinion: { likes: 0 } });
  expect(await likeOpinion(id, 'dislike')).toMatchObject({ likedOpinions: [], opinion: { likes: 0 } });
  expect(await likeOpinion(id, 'like')).toMatchObject({ likedOpinions: [id], opinion: { likes: 1 } });
});

test('"verified" marks who redeemed the reward, and nobody else', async () => {
  const api = await testApi();
  const [ann, bob] = [await api.addPlayer(50_000), await api.addPlayer(50_000)];
  const KEY = 12;
  const amount = (await getReward(KEY)).reward.amounts[0]?.id ?? 0;
  api.actAs(bob);
  expect(await createRewardOpinion(KEY, bob.id, 'never had one')).toMatchObject({ verified: false });
  api.actAs(ann);
  expect(await createRewardOpinion(KEY, ann.id, 'not yet')).toMatchObject({ verified: false });
  await buyAmount(KEY, amount, 'a-key-of-eight');
  expect(await createRewardOpinion(KEY, ann.id, 'worked at once')).toMatchObject({ verified: true });
  expect((await getReward(KEY)).opinions.data.map(({ verified }) => verified)).toEqual(
    expect.arrayContaining([true, true, false]),
  );
});

test('what was retired takes no opinions and no rates', async () => {
  const { api, ann } = await two();
  api.actAs(ann);
  await api.db.drizzle.update(games).set({ active: false }).where(eq(games.id, MERGE));
  await api.db.drizzle.update(rewards).set({ active: false }).where(eq(rewards.id, ROBUX));
  await expect(addGameOpinion(MERGE, ann.id, 'too late')).rejects.toMatchObject({ status: 404 });
  await expect(createRewardOpinion(ROBUX, ann.id, 'too late')).rejects.toMatchObject({ status: 404 });
  await expect(rateGame(MERGE, 5, ann.id)).rejects.toMatchObject({ status: 404 });
});

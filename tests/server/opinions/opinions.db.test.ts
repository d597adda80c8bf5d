import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { games, rewards, users } from '../../../server/db/schema.ts';
import {
  addComment,
  getArticle,
  likeComment,
  rateArticle,
} from '../../../src/lib/contract/articles/articles.ts';
import { getGame } from '../../../src/lib/contract/catalogue/game.ts';
import { getReward } from '../../../src/lib/contract/catalogue/rewards.ts';
import {
  addGameOpinion,
  createRewardOpinion,
  deleteOpinion,
  editOpinion,
  likeOpinion,
  likeRewardOpinion,
  rateGame,
  rateReward,
} from '../../../src/lib/contract/opinions/opinions.ts';
import { buyAmount } from '../../../src/lib/contract/redemption/buy.ts';
import { type Player, request, type TestApi, testApi } from '../../support/api.ts';
import { endOf, endsOf } from '../../support/ends.ts';
import { pass } from '../../support/time.ts';

const ROBUX = 84;
const MERGE = 1;
const ARTICLE = 1;

/** The three places for opinions, with the same four actions. */
const places = {
  reward: {
    id: ROBUX,
    write: async (by: Player, text: string) =>
      (await request(createRewardOpinion, { params: { id: ROBUX }, body: { user_id: by.id, opinion: text } }))
        .opinion,
    like: (by: Player, opinion: number) =>
      request(likeRewardOpinion, { params: { id: opinion }, body: { userId: by.id } }),
    rate: (by: Player, stars: number) =>
      request(rateReward, { params: { id: ROBUX, rate: stars }, body: { user_id: by.id } }),
    read: async () => {
      const { reward, opinions, likedOpinions } = await request(getReward, { params: { id: ROBUX } });
      return { of: reward, opinions, liked: likedOpinions };
    },
  },
  game: {
    id: MERGE,
    write: async (by: Player, text: string) =>
      (await request(addGameOpinion, { params: { id: MERGE }, body: { user_id: by.id, opinion: text } }))
        .opinion,
    like: async (_by: Player, id: number) => {
      const { userLikedOpinions: likedOpinions, opinion } = await request(likeOpinion, {
        params: { id },
        body: { status: 'like' },
      });
      return { likedOpinions, opinion };
    },
    rate: (by: Player, stars: number) =>
      request(rateGame, { params: { id: MERGE, rate: stars }, body: { user_id: by.id } }),
    read: async () => {
      const { game, opinions, userLikedOpinions } = await request(getGame, { params: { id: MERGE } });
      return { of: game, opinions, liked: userLikedOpinions };
    },
  },
  article: {
    id: ARTICLE,
    write: async (_by: Player, text: string) =>
      (await request(addComment, { params: { id: ARTICLE }, body: { comment: text } })).opinion,
    like: (by: Player, opinion: number) =>
      request(likeComment, { params: { id: opinion }, body: { user_id: by.id } }),
    rate: (by: Player, stars: number) =>
      request(rateArticle, { params: { id: ARTICLE, rate: stars }, body: { user_id: by.id } }),
    read: async () => {
      const { article, opinions, likedOpinions } = await request(getArticle, { params: { id: ARTICLE } });
      return { of: article, opinions, liked: likedOpinions };
    },
  },
} as const;

/** Ann, who writes, and Bob. */
async function two(): Promise<{ api: TestApi; ann: Player; bob: Player }> {
  const api = await testApi();
  const [ann, bob] = [await api.addPlayer(), await api.addPlayer()];
  api.actAs(ann);
  return { api, ann, bob };
}

describe.each(Object.entries(places))('opinions on a %s', (kind, place) => {
  test('are listed newest first, trimmed, with their writers, and are rejected if too short or too long', async () => {
    const { ann } = await two();
    const before = (await place.read()).opinions.total;
    for (const text of ['', ' a ', 'a'.repeat(1001)])
      await expect(place.write(ann, text)).rejects.toMatchObject({
        status: 422,
        fields: { opinion: expect.stringContaining('characters') },
      });
    for (const text of ['a'.repeat(1000), 'hm']) await place.write(ann, text);
    const newest = await place.write(ann, '  And another\nwith a second line  ');
    expect(newest).toMatchObject({
      opinion: 'And another\nwith a second line',
      likes: 0,
      verified: false,
      edited_at: null,
      user: { id: ann.id },
    });
    const { opinions } = await place.read();
    expect(opinions.total).toBe(before + 3);
    expect(opinions.data.slice(0, 2)).toEqual([newest, expect.objectContaining({ opinion: 'hm' })]);
  });

  test('count a like once per player, and a second one takes it back', async () => {
    const { api, ann, bob } = await two();
    const { id } = await place.write(ann, 'Something to like');
    await expect(place.like(ann, id)).rejects.toMatchObject({ status: 422 });
    api.actAs(bob);
    const other = (await place.read()).opinions.data[1];
    expect(await place.like(bob, id)).toMatchObject({ opinion: { id, likes: 1 }, likedOpinions: [id] });
    expect((await place.read()).liked).toEqual([id]);
    if (other) expect((await place.like(bob, other.id)).likedOpinions.sort()).toEqual([other.id, id].sort());
    expect((await place.like(bob, id)).opinion.likes).toBe(0);
    expect((await place.read()).liked).not.toContain(id);
    api.actAs(ann);
    expect((await place.read()).liked).toEqual([]);
  });

  test('count concurrent likes and ratings once each', { tags: 'concurrent' }, async () => {
    const { api, ann } = await two();
    const { id } = await place.write(ann, 'Something that many like');
    await Promise.all([1, 2, 3, 4, 5].map((stars) => place.rate(ann, stars)));
    const { rate_count, rate } = (await place.read()).of;
    expect(rate_count).toBe(1);
    expect(rate).toBe((await place.rate(ann, rate ?? 1)).rate);
    for (let at = 0; at < 8; at++) {
      const player = await api.addPlayer();
      api.actAs(player);
      // Twice at the same moment: in any order, the result is the initial state.
      await Promise.all([place.like(player, id), place.like(player, id)]);
      await place.like(player, id);
    }
    const { opinions } = await place.read();
    expect(opinions.data.find((opinion) => opinion.id === id)?.likes).toBe(8);
  });

  test('can be edited and deleted by their writer only', async () => {
    const { api, ann, bob } = await two();
    const { id } = await place.write(ann, 'I was wrong abuot this');
    api.actAs(bob);
    await place.like(bob, id);
    const both = (text: string) =>
      endsOf([
        request(editOpinion, { params: { id }, body: { opinion: text } }),
        request(deleteOpinion, { params: { id } }),
      ]);
    expect(await both('mine now')).toEqual(['forbidden', 'forbidden']);
    api.actAs(ann);
    expect(await endOf(request(editOpinion, { params: { id }, body: { opinion: 'x' } }))).toBe(
      'invalid: opinion',
    );
    pass(api, 1000);
    const changed = { id, opinion: 'I was wrong about this', likes: 1 };
    const { opinion: edited } = await request(editOpinion, {
      params: { id },
      body: { opinion: changed.opinion },
    });
    expect(edited).toMatchObject(changed);
    expect(Date.parse(edited.edited_at ?? '')).toBe(api.now.getTime());
    const { total, data } = (await place.read()).opinions;
    expect(data[0]).toMatchObject({ ...changed, edited_at: edited.edited_at });
    await request(deleteOpinion, { params: { id } });
    expect((await place.read()).opinions.total).toBe(total - 1);
    expect(await both('gone')).toEqual(['not_found', 'not_found']);
  });

  test('take a rating of whole stars from 1 to 5 for existing items, and a new one replaces it', async () => {
    const { api, ann, bob } = await two();
    const rate = async (stars: unknown, id: unknown = place.id) => {
      const path = `/api/user/${kind}s/rate-${kind}/${id}/${stars}`;
      return (await api.send(ann.token, 'POST', path, { user_id: ann.id })).status;
    };
    for (const stars of [0, 6, -1, 2.5, '3x', '%00', '5e0']) expect(await rate(stars)).toBe(404);
    for (const id of [999_999, 0, 'x']) expect(await rate(5, id)).toBe(404);
    expect(await rate(5)).toBe(200);
    expect((await place.read()).of).toMatchObject({ rate: 5, rate_count: 1, isRated: true, my_rate: 5 });
    api.actAs(bob);
    expect((await place.read()).of).toMatchObject({ rate: 5, rate_count: 1, isRated: false });
    expect(await place.rate(bob, 2)).toEqual({ rate: 3.5, rate_count: 2, isRated: true, my_rate: 2 });
    expect(await place.rate(bob, 4)).toEqual({ rate: 4.5, rate_count: 2, isRated: true, my_rate: 4 });
  });
});

test('a call that names another user is rejected and does nothing', async () => {
  const { ann, bob } = await two();
  const before = (await request(getReward, { params: { id: ROBUX } })).opinions.total;
  const { id } = (
    await request(createRewardOpinion, { params: { id: ROBUX }, body: { user_id: ann.id, opinion: 'mine' } })
  ).opinion;
  const ends = await endsOf([
    request(createRewardOpinion, {
      params: { id: ROBUX },
      body: { user_id: bob.id, opinion: 'in his name' },
    }),
    request(addGameOpinion, { params: { id: MERGE }, body: { user_id: bob.id, opinion: 'in his name' } }),
    request(rateReward, { params: { id: ROBUX, rate: 1 }, body: { user_id: bob.id } }),
    request(rateGame, { params: { id: MERGE, rate: 1 }, body: { user_id: bob.id } }),
    request(rateArticle, { params: { id: ARTICLE, rate: 1 }, body: { user_id: bob.id } }),
    request(likeRewardOpinion, { params: { id }, body: { userId: bob.id } }),
    request(likeComment, { params: { id }, body: { user_id: bob.id } }),
  ]);
  expect(ends).toEqual(Array(7).fill('forbidden'));
  const { opinions, reward } = await request(getReward, { params: { id: ROBUX } });
  expect(opinions.total).toBe(before + 1);
  expect(reward.rate_count).toBe(0);
});

test('an id as text is the same id: other clients send it so', async () => {
  const { api, ann } = await two();
  const body = { user_id: String(ann.id), opinion: 'sent as text' };
  const path = `/api/user/rewards/${ROBUX}/create-opinion`;
  expect((await api.send(ann.token, 'POST', path, body)).status).toBe(200);
});

test('a like of one kind finds no opinion of another kind', async () => {
  const { api, ann, bob } = await two();
  const { id } = (
    await request(createRewardOpinion, {
      params: { id: ROBUX },
      body: { user_id: ann.id, opinion: 'about a reward' },
    })
  ).opinion;
  api.actAs(bob);
  const ends = await endsOf([
    request(likeOpinion, { params: { id }, body: { status: 'like' } }),
    request(likeComment, { params: { id }, body: { user_id: bob.id } }),
  ]);
  expect(ends).toEqual(['not_found', 'not_found']);
});

test('a dislike replaces a like, is undone by a second one, and counts for nothing', async () => {
  const { api, ann, bob } = await two();
  const { id } = (
    await request(addGameOpinion, {
      params: { id: MERGE },
      body: { user_id: ann.id, opinion: 'hard to agree with' },
    })
  ).opinion;
  api.actAs(bob);
  for (const [status, liked, disliked] of [
    ['dislike', [], [id]],
    ['like', [id], []],
    ['dislike', [], [id]],
    ['dislike', [], []],
    ['like', [id], []],
    ['dislike', [], [id]],
  ] as const) {
    const lists = { userLikedOpinions: liked, userDislikedOpinions: disliked };
    const answer = await request(likeOpinion, { params: { id }, body: { status } });
    expect(answer).toMatchObject({ ...lists, opinion: { likes: liked.length } });
    const query = { per_page: 20, page: 1 };
    expect(await request(getGame, { params: { id: MERGE }, query })).toMatchObject(lists);
  }
  api.actAs(ann);
  expect(await request(getGame, { params: { id: MERGE }, query: {} })).toMatchObject({
    userLikedOpinions: [],
    userDislikedOpinions: [],
  });
});

test('"verified" marks only players who redeemed the reward', async () => {
  const api = await testApi();
  const [ann, bob] = [await api.addPlayer(50_000), await api.addPlayer(50_000)];
  const KEY = 12;
  const amount = (await request(getReward, { params: { id: KEY } })).reward.amounts[0]?.id ?? 0;
  api.actAs(bob);
  expect(
    (
      await request(createRewardOpinion, {
        params: { id: KEY },
        body: { user_id: bob.id, opinion: 'never had one' },
      })
    ).opinion,
  ).toMatchObject({ verified: false });
  api.actAs(ann);
  expect(
    (
      await request(createRewardOpinion, {
        params: { id: KEY },
        body: { user_id: ann.id, opinion: 'not yet' },
      })
    ).opinion,
  ).toMatchObject({ verified: false });
  await request(buyAmount, {
    params: { id: KEY },
    body: { amount_id: amount },
    idempotencyKey: 'a-key-of-eight',
  });
  expect(
    (
      await request(createRewardOpinion, {
        params: { id: KEY },
        body: { user_id: ann.id, opinion: 'worked at once' },
      })
    ).opinion,
  ).toMatchObject({ verified: true });
  expect(
    (await request(getReward, { params: { id: KEY } })).opinions.data.map(({ verified }) => verified),
  ).toEqual(expect.arrayContaining([true, true, false]));
  // Nobody ordered for a sample account.
  await api.db.drizzle.update(users).set({ sample: true }).where(eq(users.id, ann.id));
  expect(
    (
      await request(createRewardOpinion, {
        params: { id: KEY },
        body: { user_id: ann.id, opinion: 'as a sample' },
      })
    ).opinion,
  ).toMatchObject({ verified: false });
});

test('retired items take no opinions and no ratings', async () => {
  const { api, ann } = await two();
  await api.db.drizzle.update(games).set({ active: false }).where(eq(games.id, MERGE));
  await api.db.drizzle.update(rewards).set({ active: false }).where(eq(rewards.id, ROBUX));
  const ends = await endsOf([
    request(addGameOpinion, { params: { id: MERGE }, body: { user_id: ann.id, opinion: 'too late' } }),
    request(createRewardOpinion, { params: { id: ROBUX }, body: { user_id: ann.id, opinion: 'too late' } }),
    request(rateGame, { params: { id: MERGE, rate: 5 }, body: { user_id: ann.id } }),
  ]);
  expect(ends).toEqual(Array(3).fill('not_found'));
});

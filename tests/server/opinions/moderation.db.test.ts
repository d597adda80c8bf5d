/** Opinions and comments that a player reports, and that an operator hides, restores or leaves. */

import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { balances, opinionReports, opinions, rewards } from '../../../server/db/schema.ts';
import { listAuditEvents } from '../../../src/lib/contract/admin/operator-audit.ts';
import { addComment, getArticle, likeComment } from '../../../src/lib/contract/articles/articles.ts';
import type { Query } from '../../../src/lib/contract/call.ts';
import { getGame, getGuestGame } from '../../../src/lib/contract/catalogue/game.ts';
import { getReward } from '../../../src/lib/contract/catalogue/rewards.ts';
import { listNotifications } from '../../../src/lib/contract/notifications/notifications.ts';
import { getOverview } from '../../../src/lib/contract/operators/operator.ts';
import { liftSuspension, suspendUser } from '../../../src/lib/contract/operators/operator-users.ts';
import {
  getModeratedOpinion,
  hideOpinion,
  keepOpinion,
  listModeratedOpinions,
  showOpinion,
} from '../../../src/lib/contract/opinions/operator-opinions.ts';
import { reportOpinion } from '../../../src/lib/contract/opinions/opinion-reports.ts';
import {
  addGameOpinion,
  createRewardOpinion,
  deleteOpinion,
  editOpinion,
  likeOpinion,
  likeRewardOpinion,
  rateReward,
} from '../../../src/lib/contract/opinions/opinions.ts';
import { getProfile, listWritten } from '../../../src/lib/contract/profile/profiles.ts';
import { buyAmount } from '../../../src/lib/contract/redemption/buy.ts';
import { type Player, request, testApi } from '../../support/api.ts';
import { endOf, endsOf } from '../../support/ends.ts';
import { eraseDue } from '../../support/erase.ts';
import { MINUTE, pass } from '../../support/time.ts';

const ROBUX = 84;
const MERGE = 1;
const ARTICLE = 1;
const WHY = 'It names where somebody lives.';
const REPORT = { reason: 'personal', note: 'My street stands in it.' } as const;

const places = {
  reward: {
    write: async (by: Player, text: string) =>
      (await request(createRewardOpinion, { params: { id: ROBUX }, body: { user_id: by.id, opinion: text } }))
        .opinion,
    like: (by: Player, id: number) => request(likeRewardOpinion, { params: { id }, body: { userId: by.id } }),
    read: async (_guest = false) => {
      const { opinions, likedOpinions } = await request(getReward, { params: { id: ROBUX } });
      return { opinions, liked: likedOpinions };
    },
    href: `/user/reward/${ROBUX}`,
  },
  game: {
    write: async (by: Player, text: string) =>
      (await request(addGameOpinion, { params: { id: MERGE }, body: { user_id: by.id, opinion: text } }))
        .opinion,
    like: (_by: Player, id: number) => request(likeOpinion, { params: { id }, body: { status: 'like' } }),
    read: async (guest = false) => {
      const { opinions, userLikedOpinions } = await (guest
        ? request(getGuestGame, { params: { id: MERGE } })
        : request(getGame, { params: { id: MERGE } }));
      return { opinions, liked: userLikedOpinions };
    },
    href: `/user/game/${MERGE}`,
  },
  article: {
    write: async (_by: Player, text: string) =>
      (await request(addComment, { params: { id: ARTICLE }, body: { comment: text } })).opinion,
    like: (by: Player, id: number) => request(likeComment, { params: { id }, body: { user_id: by.id } }),
    read: async (_guest = false) => {
      const { opinions, likedOpinions } = await request(getArticle, { params: { id: ARTICLE } });
      return { opinions, liked: likedOpinions };
    },
    href: `/user/article/${ARTICLE}`,
  },
} as const;

const DOXED = 'Come to 5 Mill Lane, he is always in.';
const HARMLESS = 'Fast, and easy to redeem.';

/** Ann is the writer, Bob a reader, and there is an operator. */
async function three() {
  const api = await testApi();
  const one = await api.addOperator();
  api.operateAs(one);
  const [ann, bob] = [await api.addPlayer(), await api.addPlayer()];
  api.actAs(ann);
  return { api, ann, bob, one };
}

/** The same, with Ann's opinion on a reward. */
async function written() {
  const world = await three();
  return {
    ...world,
    id: (
      await request(createRewardOpinion, {
        params: { id: ROBUX },
        body: { user_id: world.ann.id, opinion: DOXED },
      })
    ).opinion.id,
  };
}

const hide = async (id: number, version = 1, reason = WHY) =>
  (await request(hideOpinion, { params: { id }, body: { version, reason } })).opinion;
const keep = async (id: number, reason = 'It is the address of a shop.') =>
  (await request(keepOpinion, { params: { id }, body: { version: 1, reason } })).opinion;
const onReward = async (id: number) =>
  (await request(getReward, { params: { id: ROBUX } })).opinions.data.find((one) => one.id === id);
const newestNotification = async () => (await request(listNotifications, {})).data[0];

describe.each(Object.entries(places))('hidden on a %s', (kind, place) => {
  test('it disappears for others, and its writer reads why', async () => {
    const { api, ann, bob } = await three();
    const before = (await place.read()).opinions.total;
    const { id } = await place.write(ann, DOXED);
    api.actAs(bob);
    await place.like(bob, id);
    expect(await hide(id)).toMatchObject({ subject: kind, hidden_for: WHY, waits_since: null, likes: 1 });
    for (const reader of [null, bob]) {
      api.actAs(reader);
      const { opinions: list, liked } = await place.read(reader === null);
      expect(list.total).toBe(before);
      expect(list.data.map((one) => one.id)).not.toContain(id);
      expect(liked).not.toContain(id);
    }
    const ends = await endsOf([
      place.like(bob, id),
      request(editOpinion, { params: { id }, body: { opinion: 'I was here' } }),
      request(reportOpinion, { params: { id }, body: REPORT }),
    ]);
    expect(ends).toEqual(Array(3).fill('not_found'));

    api.actAs(ann);
    expect((await place.read()).opinions).toMatchObject({
      total: before + 1,
      data: expect.arrayContaining([expect.objectContaining({ id, hidden_for: WHY, waits: false })]),
    });
    expect(await newestNotification()).toMatchObject({
      kind: 'message',
      href: `${place.href}#opinions`,
      title: expect.stringMatching(/^Hidden: your/),
      body: expect.stringContaining(WHY),
    });
    expect(api.events).toContainEqual({ kind: 'notifications', userId: ann.id });
  });

  test('it waits hidden once it is changed, and returns with its place and likes', async () => {
    const { api, ann, bob } = await three();
    const { id } = await place.write(ann, DOXED);
    api.actAs(bob);
    await place.like(bob, id);
    await hide(id);
    api.actAs(ann);
    await expect(request(editOpinion, { params: { id }, body: { opinion: DOXED } })).rejects.toMatchObject({
      fields: { opinion: expect.stringContaining('Fix what the reason mentions') },
    });
    expect(
      (await request(editOpinion, { params: { id }, body: { opinion: HARMLESS } })).opinion,
    ).toMatchObject({ hidden_for: WHY, waits: true });
    expect((await request(getOverview, {})).overview.opinions).toBe(1);
    expect((await request(listModeratedOpinions, {})).data).toMatchObject([
      { id, version: 2, opinion: HARMLESS },
    ]);
    api.actAs(bob);
    expect((await place.read()).opinions.data.map((one) => one.id)).not.toContain(id);
    // The version that was read is no longer the current text.
    expect(
      await endOf(
        request(showOpinion, { params: { id }, body: { version: 1, reason: 'Better like this.' } }),
      ),
    ).toBe('draft_changed');
    await request(showOpinion, { params: { id }, body: { version: 2, reason: 'Better like this.' } });
    const { opinions: list, liked } = await place.read();
    const shown = list.data.find((one) => one.id === id);
    expect(shown).toMatchObject({ opinion: HARMLESS, likes: 1 });
    expect(shown).not.toHaveProperty('hidden_for');
    expect(liked).toContain(id);
    api.actAs(ann);
    expect((await newestNotification())?.title).toMatch(/^Shown again: your/);
    expect((await request(getOverview, {})).overview.opinions).toBe(0);
  });

  test('its writer can neither delete it nor write it again beside it, until it is shown', async () => {
    const { ann, api, bob } = await three();
    const { id } = await place.write(ann, DOXED);
    await hide(id);
    expect(await endsOf([request(deleteOpinion, { params: { id } }), place.write(ann, DOXED)])).toEqual(
      Array(2).fill('invalid: opinion'),
    );
    api.actAs(bob);
    await place.write(bob, HARMLESS);
    api.actAs(ann);
    await request(editOpinion, { params: { id }, body: { opinion: HARMLESS } });
    await request(showOpinion, { params: { id }, body: { version: 2, reason: 'Better like this.' } });
    await place.write(ann, 'Another one.');
    await request(deleteOpinion, { params: { id } });
  });
});

test('a rating stays while the count of opinions goes down and up', async () => {
  const { api, ann, id } = await written();
  await request(rateReward, { params: { id: ROBUX, rate: 1 }, body: { user_id: ann.id } });
  const { rate, rate_count } = (await request(getReward, { params: { id: ROBUX } })).reward;
  await hide(id);
  expect((await request(getReward, { params: { id: ROBUX } })).reward).toMatchObject({
    rate,
    rate_count,
    isRated: true,
  });
  await request(showOpinion, { params: { id }, body: { version: 1, reason: 'A second look.' } });
  await request(deleteOpinion, { params: { id } });
  const [row] = await api.db.drizzle.select().from(rewards).where(eq(rewards.id, ROBUX));
  expect(row?.opinions).toBe(await api.db.drizzle.$count(opinions, eq(opinions.rewardId, ROBUX)));
});

test('a hidden opinion is only on its writer’s own profile, and doesn’t count for a badge', async () => {
  const { api, ann, bob } = await three();
  const ids: number[] = [];
  for (const text of ['one', 'two', 'three', 'four', 'five'])
    ids.push(
      (
        await request(createRewardOpinion, {
          params: { id: ROBUX },
          body: { user_id: ann.id, opinion: text },
        })
      ).opinion.id,
    );
  const badges = async () =>
    (await request(getProfile, { params: { id: ann.id } })).badges.map(({ id }) => id);
  expect(await badges()).toContain('critic');
  await hide(ids[2] ?? 0);
  expect(await badges()).not.toContain('critic');
  const reasons = (await request(listWritten, { params: { id: ann.id }, query: {} })).data.map(
    ({ hidden_for }) => hidden_for,
  );
  expect(reasons).toEqual([null, null, WHY, null, null]);
  api.actAs(bob);
  const seen = await request(listWritten, { params: { id: ann.id }, query: {} });
  expect([seen.total, seen.data.map(({ opinion }) => opinion)]).toEqual([4, ['five', 'four', 'two', 'one']]);
});

test('a buyer’s answer contains their own hidden opinion, and no one else’s', async () => {
  const { api, ann } = await three();
  const bob = await api.addPlayer(20_000);
  api.actAs(bob);
  const { opinion: his } = await request(createRewardOpinion, {
    params: { id: 12 },
    body: { user_id: bob.id, opinion: 'Mine, hidden.' },
  });
  await hide(his.id);
  const bought = await request(buyAmount, {
    params: { id: 12 },
    body: { amount_id: 1201 },
    idempotencyKey: 'a-key-of-his-own',
  });
  expect(bought.opinions.data.find(({ id }) => id === his.id)?.hidden_for).toBe(WHY);
  api.actAs(ann);
  expect((await request(getReward, { params: { id: 12 } })).opinions.data.map(({ id }) => id)).not.toContain(
    his.id,
  );
});

describe('a report', () => {
  test('counts once however often it is sent, and is shown to no one', {
    tags: 'concurrent',
  }, async () => {
    const { api, ann, bob, id } = await written();
    api.actAs(bob);
    await Promise.all(
      Array.from({ length: 5 }, () => request(reportOpinion, { params: { id }, body: REPORT })),
    );
    await request(reportOpinion, { params: { id }, body: { reason: 'spam' } });
    expect(await request(getModeratedOpinion, { params: { id } })).toMatchObject({
      opinion: { reports: 1, hidden_at: null, waits_since: api.now.toISOString() },
      reports: [{ user: { id: bob.id }, ...REPORT, version: 1, settled_at: null }],
    });
    for (const reader of [bob, ann]) {
      api.actAs(reader);
      expect(await onReward(id)).not.toHaveProperty('waits');
    }
    expect((await request(listNotifications, {})).data).toEqual([]);
    expect(await endOf(request(reportOpinion, { params: { id }, body: REPORT })), 'on one’s own').toBe(
      'invalid: reason',
    );
  });

  test('is rejected with an explanation: without a reason, with an unknown one, with “other” but no note, too long', async () => {
    const { api, bob, id } = await written();
    const path = `/api/user/opinions/${id}/report`;
    for (const [body, field] of [
      [{}, 'reason'],
      [{ reason: 'boring' }, 'reason'],
      [{ reason: 'other' }, 'note'],
      [{ reason: 'other', note: '   ' }, 'note'],
      [{ reason: 'spam', note: 'x'.repeat(501) }, 'note'],
    ] as const) {
      const answer = await api.send(bob.token, 'POST', path, body);
      expect(answer.status, JSON.stringify(body)).toBe(422);
      expect(Object.keys((await answer.json()).errors)).toEqual([field]);
    }
    api.actAs(null);
    expect(await endOf(request(reportOpinion, { params: { id }, body: REPORT }))).toBe('unauthenticated');
    api.actAs(bob);
    expect(
      await endOf(
        request(reportOpinion, { params: { id }, body: { reason: 'other', note: 'It is about me.' } }),
      ),
    ).toBe('done');
    expect(await endOf(request(reportOpinion, { params: { id: 999_999 }, body: REPORT }))).toBe('not_found');
  });

  test('is answered: the text stays with a reason or is hidden, and only a new text can be reported again', async () => {
    const { api, ann, bob, id } = await written();
    api.actAs(bob);
    await request(reportOpinion, { params: { id }, body: REPORT });
    await keep(id);
    expect(await newestNotification()).toMatchObject({
      title: expect.stringMatching(/^We reviewed your report: a review on Robux/),
      body: 'We’re keeping it. It is the address of a shop.',
    });
    expect((await request(listModeratedOpinions, {})).total).toBe(0);
    expect(await endsOf([request(reportOpinion, { params: { id }, body: REPORT }), keep(id)])).toEqual(
      Array(2).fill('nothing_to_do'),
    );
    api.actAs(ann);
    await request(editOpinion, { params: { id }, body: { opinion: 'And this is where his mother lives.' } });
    api.actAs(bob);
    pass(api, MINUTE);
    await request(reportOpinion, { params: { id }, body: REPORT });
    await hide(id, 2);
    expect((await newestNotification())?.body).toContain('We’ve hidden it');
    // Only its writer can read the reason.
    expect(JSON.stringify((await request(listNotifications, {})).data)).not.toContain(WHY);
    expect((await request(getModeratedOpinion, { params: { id } })).reports).toMatchObject([
      { version: 2, settled_at: api.now.toISOString() },
    ]);
  });
});

describe('who may moderate', () => {
  test('an operator can’t decide on their own opinion, without a reason, or on one that doesn’t exist', async () => {
    const { api, ann, id } = await written();
    expect(await endOf(hide(id, 1, 'no'))).toBe('invalid: reason');
    expect(await endOf(hide(999_999))).toBe('not_found');
    expect(await endOf(request(showOpinion, { params: { id }, body: { version: 1, reason: WHY } }))).toBe(
      'nothing_to_do',
    );
    api.operateAs(await api.addOperator(ann.email));
    expect(await endOf(hide(id))).toBe('forbidden');
  });

  test('two operators who hide it concurrently make one decision and one line in the log', {
    tags: 'concurrent',
  }, async () => {
    const { api, ann, one, id } = await written();
    const other = await api.addOperator();
    const by = (token: string) =>
      api.send(token, 'POST', `/api/operator/opinions/${id}/hide`, { version: 1, reason: WHY });
    const answers = await Promise.all([by(one.token), by(other.token), by(one.token)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const { data } = await request(listAuditEvents, {
      query: { subject: 'opinion', subject_id: String(id) },
    });
    const change = { before: { hidden: false }, after: { hidden: true } };
    expect(data).toMatchObject([{ act: 'opinion.hide', user_id: ann.id, reason: WHY, ...change }]);
    expect((await request(listNotifications, {})).total).toBe(1);
  });

  test('a change at the same moment either comes first and isn’t hidden unread, or waits', {
    tags: 'concurrent',
  }, async () => {
    const { id } = await written();
    const ends = await endsOf([
      request(editOpinion, { params: { id }, body: { opinion: 'Quite harmless now.' } }),
      hide(id),
    ]);
    const { opinion } = await request(getModeratedOpinion, { params: { id } });
    if (ends[1] === 'done')
      expect(opinion).toMatchObject({ hidden_for: WHY, waits_since: expect.any(String) });
    else expect([ends[1], opinion.hidden_at]).toEqual(['draft_changed', null]);
    expect(ends[0]).toBe('done');
  });

  test('a suspended writer can’t change it until the suspension is lifted, and it stays hidden until it was reviewed', async () => {
    const { api, ann, bob, id } = await written();
    await request(suspendUser, {
      params: { id: ann.id },
      body: { reason: 'Two accounts played from one device.' },
    });
    await hide(id);
    expect((await newestNotification())?.body).toContain(WHY);
    expect(await endOf(request(editOpinion, { params: { id }, body: { opinion: HARMLESS } }))).toBe(
      'suspended',
    );
    await request(liftSuspension, { params: { id: ann.id }, body: { reason: 'The brother was real.' } });
    await request(editOpinion, { params: { id }, body: { opinion: HARMLESS } });
    api.actAs(bob);
    expect(await onReward(id)).toBeUndefined();
    pass(api, MINUTE);
    await hide(id, 2, 'It still points at a person.');
    api.actAs(ann);
    expect((await newestNotification())?.title).toBe('Still hidden: your review on Robux');
    expect(await endOf(hide(id, 2))).toBe('nothing_to_do');
  });
});

test('opinions are listed as waiting, newest or hidden, by kind and by writer, a page at a time', async () => {
  const { api, ann, bob, id: first } = await written();
  const { id: second } = (
    await request(addComment, { params: { id: ARTICLE }, body: { comment: 'Another thing of hers.' } })
  ).opinion;
  const { id: third } = (
    await request(addGameOpinion, {
      params: { id: MERGE },
      body: { user_id: ann.id, opinion: 'And a third.' },
    })
  ).opinion;
  api.actAs(bob);
  await request(reportOpinion, { params: { id: second }, body: REPORT });
  pass(api, MINUTE);
  await request(reportOpinion, { params: { id: first }, body: { reason: 'spam' } });
  await hide(third);
  const ids = async (query: Query<typeof listModeratedOpinions>) =>
    (await request(listModeratedOpinions, { query })).data.map(({ id }) => id);
  expect(await ids({})).toEqual([second, first]);
  expect(await ids({ show: 'hidden' })).toEqual([third]);
  expect((await ids({ show: 'newest' })).slice(0, 3)).toEqual([third, second, first]);
  expect(await ids({ show: 'newest', user_id: ann.id, subject: 'article' })).toEqual([second]);
  expect(await ids({ show: 'newest', user_id: 9_999_999_999 })).toEqual([]);
  expect(
    await request(listModeratedOpinions, { query: { show: 'newest', user_id: ann.id, per_page: 2 } }),
  ).toMatchObject({
    total: 3,
    last_page: 2,
    data: [{ subject_name: expect.any(String) }, {}],
    next_page_url: expect.stringContaining(`user_id=${ann.id}`),
  });
});

test('an erased account’s reports and hidden opinions are deleted', async () => {
  const { api, ann, bob, id } = await written();
  const { opinion: kept } = await request(createRewardOpinion, {
    params: { id: ROBUX },
    body: { user_id: ann.id, opinion: 'Good value.' },
  });
  await hide(id);
  api.actAs(bob);
  await request(reportOpinion, { params: { id: kept.id }, body: REPORT });
  await api.db.drizzle.execute(
    `UPDATE users SET deletion_due_at = '2026-01-01' WHERE id IN (${ann.id}, ${bob.id})`,
  );
  await eraseDue(api);
  expect(await api.db.drizzle.$count(opinionReports)).toBe(0);
  expect(await api.db.drizzle.$count(opinions, eq(opinions.id, id))).toBe(0);
  // It was submitted for review, and gets one.
  expect((await request(listModeratedOpinions, {})).data).toMatchObject([{ id: kept.id, reports: 0 }]);
  await keep(kept.id);
  expect(await api.db.drizzle.$count(balances, eq(balances.userId, ann.id))).toBe(1);
});

import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { answer as answerAs } from '../../../server/features/messages/admin-support.ts';
import {
  answerThread,
  closeAsOperator,
  findThreads,
  getSupportThread,
} from '../../../server/features/messages/support.ts';
import { listAuditEvents } from '../../../src/lib/contract/admin/operator-audit.ts';
import {
  MAX_MESSAGE,
  MESSAGES_PER_PAGE,
  MESSAGES_PER_THREAD,
  OPEN_THREADS,
} from '../../../src/lib/contract/limits.ts';
import {
  closeThread,
  getThread,
  listThreads,
  type NewThread,
  readThread,
  reply,
  startThread,
} from '../../../src/lib/contract/messages/messages.ts';
import {
  findThreads as findThreadsCall,
  writeToUser,
} from '../../../src/lib/contract/messages/operator-support.ts';
import { listNotifications } from '../../../src/lib/contract/notifications/notifications.ts';
import { getUnread } from '../../../src/lib/contract/notifications/unread.ts';
import { buyReward } from '../../../src/lib/contract/redemption/buy.ts';
import { request, type TestApi, testApi } from '../../support/api.ts';
import { endOf, endsOf } from '../../support/ends.ts';

const question: NewThread = {
  topic: 'points',
  subject: 'Where are my points?',
  body: 'They are pending.',
  order_id: null,
};

let keys = 0;
const key = () => `message-key-${++keys}`;

const start = async (change: Partial<NewThread> = {}, by = key()) =>
  (await request(startThread, { body: { ...question, ...change }, idempotencyKey: by })).thread;

/** Answers like an operator, in a transaction, after reading everything. */
async function answer(
  api: TestApi,
  operator: { readonly id: number },
  threadId: number,
  body: string,
  more: { close?: boolean; readUpTo?: number; key?: string } = {},
) {
  const read = await getSupportThread(api.db.drizzle, threadId, 1);
  const readUpTo = read.messages.data[0]?.id ?? 0;
  const given = { operatorId: operator.id, threadId, body, readUpTo, key: key(), now: api.now, ...more };
  return api.db.drizzle.transaction((tx) => answerThread(tx, given));
}

async function signedIn(points = 0) {
  const api = await testApi();
  const player = await api.addPlayer(points);
  const operator = await api.addOperator();
  api.actAs(player);
  return { api, player, operator };
}

describe('writing to support', () => {
  test('begins a waiting thread, and notifies the other tabs', async () => {
    const { api, player } = await signedIn();
    const thread = await start({ body: '  They are\n pending.  ' });
    expect(thread).toEqual({
      id: expect.any(Number),
      topic: 'points',
      subject: 'Where are my points?',
      order_id: null,
      state: 'waiting',
      unread: 0,
      messages: 1,
      last: { from: 'user', text: 'They are pending.' },
      created_at: api.now.toISOString(),
      updated_at: api.now.toISOString(),
    });
    expect(api.events).toEqual([{ kind: 'message', userId: player.id, threadId: thread.id }]);
    const { messages: shown } = await request(getThread, { params: { id: thread.id } });
    expect(shown.data).toEqual([
      {
        id: expect.any(Number),
        from: 'user',
        body: 'They are\n pending.',
        created_at: api.now.toISOString(),
      },
    ]);
  });

  test('explains what is wrong with each field', async () => {
    await signedIn();
    await expect(start({ subject: ' a ', body: 'x', topic: 'gossip' as never })).rejects.toMatchObject({
      status: 422,
      fields: {
        topic: 'Please choose a topic.',
        subject: 'Please write at least 3 characters.',
        body: 'Please write at least 2 characters.',
      },
    });
    await expect(start({ body: 'x'.repeat(MAX_MESSAGE + 1) })).rejects.toMatchObject({
      fields: { body: 'Please write at most 4,000 characters.' },
    });
    expect((await request(listThreads, {})).total).toBe(0);
  });

  test('sends one message per key, and rejects the key with another text', {
    tags: 'concurrent',
  }, async () => {
    const { api } = await signedIn();
    const by = key();
    const all = await Promise.all(Array.from({ length: 5 }, () => start({}, by)));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect((await request(listThreads, {})).total).toBe(1);
    expect(api.events).toHaveLength(1);
    await expect(start({ body: 'Something else' }, by)).rejects.toMatchObject({
      fields: { 'Idempotency-Key': expect.stringContaining('another message') },
    });
    const id = all[0]?.id ?? 0;
    const again = key();
    const replies = await Promise.all(
      [1, 2, 3].map(() =>
        request(reply, { params: { id }, body: { body: 'And now?' }, idempotencyKey: again }),
      ),
    );
    expect(new Set(replies.map(({ message }) => message.id)).size).toBe(1);
    expect((await request(getThread, { params: { id } })).messages.total).toBe(2);
    await expect(
      request(reply, { params: { id }, body: { body: 'Different' }, idempotencyKey: again }),
    ).rejects.toMatchObject({ status: 422 });
  });

  test('can be about the player’s own order, and no other', async () => {
    const { api } = await signedIn(10_000);
    const { order } = await request(buyReward, { params: { id: 12 }, body: {} });
    const own = order?.id ?? 0;
    expect((await start({ order_id: own })).order_id).toBe(own);
    api.actAs(await api.addPlayer());
    for (const foreign of [own, own + 1, 2 ** 40])
      await expect(start({ order_id: foreign })).rejects.toMatchObject({
        fields: { order_id: expect.stringContaining('not one of your orders') },
      });
  });

  test('is limited in open threads, messages per thread, and frequency; support can always answer', async () => {
    const { api, operator } = await signedIn();
    const first = await start();
    for (let more = 1; more < OPEN_THREADS; more++) await start();
    expect(await endOf(start())).toBe('limit_reached');
    await request(closeThread, { params: { id: first.id } });
    const last = await start();
    const again = () => request(reply, { params: { id: first.id }, body: { body: 'They came back.' } });
    await expect(again()).rejects.toMatchObject({
      code: 'limit_reached',
      message: expect.stringContaining('mark one as solved'),
    });
    await request(closeThread, { params: { id: last.id } });
    expect((await again()).thread.state).toBe('waiting');

    for (let more = 2; more < MESSAGES_PER_THREAD; more++)
      await request(reply, { params: { id: first.id }, body: { body: `Line ${more}` } });
    await expect(
      request(reply, { params: { id: first.id }, body: { body: 'One more' } }),
    ).rejects.toMatchObject({
      code: 'limit_reached',
      message: expect.stringContaining('start a new one'),
    });
    await answer(api, operator, first.id, 'They are on their way.');
    expect(api.logged).toEqual([]);
  });
});

describe('a thread', () => {
  test('belongs only to its owner', async () => {
    const { api } = await signedIn();
    const { id } = await start();
    api.actAs(await api.addPlayer());
    const ends = await endsOf([
      request(getThread, { params: { id } }),
      request(reply, { params: { id }, body: { body: 'Let me in' } }),
      request(readThread, { params: { id }, body: { up_to: 1 } }),
      request(closeThread, { params: { id } }),
    ]);
    expect(ends).toEqual(Array(4).fill('not_found'));
    expect((await request(listThreads, {})).data).toEqual([]);
  });

  test('goes from waiting to answered to closed, and reopens with a new message', async () => {
    const { api, operator, player } = await signedIn();
    const { id } = await start();
    const waiting = async () =>
      (await findThreads(api.db, { ...v.parse(findThreadsCall.body, {}), state: 'waiting' })).data;
    expect(await waiting()).toMatchObject([
      { id, user: { id: player.id }, last: { text: 'They are pending.' } },
    ]);

    api.now = new Date('2026-11-18T13:00:00Z');
    await answer(api, operator, id, 'They will be confirmed tomorrow.');
    expect((await request(getThread, { params: { id } })).thread).toMatchObject({
      state: 'answered',
      unread: 1,
      messages: 2,
      last: { from: 'support', text: 'They will be confirmed tomorrow.' },
      updated_at: api.now.toISOString(),
    });
    expect(await waiting()).toEqual([]);

    expect((await request(closeThread, { params: { id } })).thread.state).toBe('closed');
    const { thread } = await request(reply, { params: { id }, body: { body: 'They did not come.' } });
    expect(thread).toMatchObject({ state: 'waiting', messages: 3 });
  });

  test('shows its messages newest first, page by page', async () => {
    await signedIn();
    const { id } = await start();
    for (let more = 0; more < MESSAGES_PER_PAGE; more++)
      await request(reply, { params: { id }, body: { body: `Line ${more}` } });
    const { data } = (await request(getThread, { params: { id } })).messages;
    expect(data).toHaveLength(MESSAGES_PER_PAGE);
    expect(data[0]?.body).toBe(`Line ${MESSAGES_PER_PAGE - 1}`);
    expect((await request(getThread, { params: { id }, query: { page: 2 } })).messages.data).toMatchObject([
      { body: 'They are pending.' },
    ]);
  });
});

describe('an answer from support', () => {
  test('is unread and makes a notification, until its thread was read up to it', async () => {
    const { api, operator, player } = await signedIn();
    const { id } = await start();
    const first = await answer(api, operator, id, 'First answer');
    expect(first).toMatchObject({ userId: player.id, threadId: id });
    expect((await request(getUnread, {})).unread).toEqual({ notifications: 1, threads: 1 });
    expect((await request(listNotifications, {})).data).toMatchObject([
      {
        kind: 'message',
        title: 'Support replied: Where are my points?',
        body: 'First answer',
        href: `/user/messages?thread=${id}`,
        read: false,
      },
    ]);
    const second = await answer(api, operator, id, 'Second answer');
    // Messages that arrived after the page was rendered stay unread.
    expect((await request(readThread, { params: { id }, body: { up_to: first.message.id } })).unread).toEqual(
      { notifications: 2, threads: 1 },
    );
    expect((await request(getThread, { params: { id } })).thread.unread).toBe(1);
    api.events.length = 0;
    expect(
      (await request(readThread, { params: { id }, body: { up_to: second.message.id } })).unread,
    ).toEqual({ notifications: 0, threads: 0 });
    expect(api.events).toEqual([{ kind: 'unread', userId: player.id }]);
  });

  test('is rejected if it is empty, to the operator’s own thread, or to an unread version', async () => {
    const { api, operator, player } = await signedIn();
    const { id } = await start();
    const own = await api.addOperator(player.email);
    expect(await endOf(answer(api, operator, id, ' '))).toBe('invalid: body');
    const given = {
      operatorId: own.id,
      threadId: id,
      readUpTo: 999_999,
      key: key(),
      close: false,
      now: api.now,
    };
    expect(await endOf(answerAs(api.db, { ...given, body: 'I answer myself' }))).toBe('forbidden');
    const stale = answer(api, operator, id, 'Too early', { readUpTo: 0 });
    expect(await endOf(stale)).toBe('invalid: read_up_to');
    const closed = api.db.drizzle.transaction((tx) => closeAsOperator(tx, id, 0));
    expect(await endOf(closed)).toBe('invalid: read_up_to');
    expect(await endOf(answer(api, operator, id + 1, 'Nobody there'))).toBe('not_found');
    expect((await request(getThread, { params: { id } })).messages.total).toBe(1);
  });

  test('is rejected if another operator has answered meanwhile, so that the player never reads two', async () => {
    const { api, operator } = await signedIn();
    const { id } = await start();
    const { messages } = await request(getThread, { params: { id } });
    const seen = { readUpTo: messages.data[0]?.id ?? 0 };
    await answer(api, operator, id, 'We can’t undo it.', seen);
    const other = await api.addOperator('other@operators.example');
    const second = answer(api, other, id, 'We have undone it.', seen);
    expect(await endOf(second)).toBe('invalid: read_up_to');
    const closed = api.db.drizzle.transaction((tx) => closeAsOperator(tx, id, seen.readUpTo));
    expect(await endOf(closed)).toBe('invalid: read_up_to');
    await answer(api, other, id, 'What my colleague wrote is right.');
    expect((await request(getThread, { params: { id } })).messages.total).toBe(3);
  });

  test('can close the thread, and an operator can close it without one', async () => {
    const { api, operator } = await signedIn();
    const { id } = await start();
    await answer(api, operator, id, 'Settled.', { close: true });
    expect((await request(getThread, { params: { id } })).thread.state).toBe('closed');
    const other = await start();
    await api.db.drizzle.transaction((tx) => closeAsOperator(tx, other.id, 999_999));
    expect((await request(getThread, { params: { id: other.id } })).thread).toMatchObject({
      state: 'closed',
      unread: 0,
    });
  });
});

test('an operator starts a conversation: it is there once per key, with a notification, and the player can reply', async () => {
  const { api, player, operator } = await signedIn();
  api.operateAs(operator);
  const given = {
    params: { id: player.id },
    body: { subject: 'Your code', body: 'The shop voided it.' },
    idempotencyKey: key(),
  };
  const { thread } = await request(writeToUser, given);
  expect((await request(writeToUser, given)).thread.id).toBe(thread.id);
  const { data } = await request(listThreads, {});
  expect(data).toMatchObject([
    {
      id: thread.id,
      subject: 'Your code',
      state: 'answered',
      unread: 1,
      messages: 1,
      last: { from: 'support' },
    },
  ]);
  expect((await request(listNotifications, {})).data).toMatchObject([
    {
      title: 'Support wrote to you: Your code',
      body: 'The shop voided it.',
      href: `/user/messages?thread=${thread.id}`,
    },
  ]);
  expect((await request(listAuditEvents, { query: { act: 'thread.start' } })).data).toMatchObject([
    { subject_id: String(thread.id), user_id: player.id },
  ]);
  const body = { body: 'Thank you.' };
  expect((await request(reply, { params: { id: thread.id }, body })).thread.state).toBe('waiting');
  for (const wrong of [{ subject: 'x' }, { body: '' }])
    expect(await endOf(request(writeToUser, { ...given, body: { ...given.body, ...wrong } }))).toMatch(
      /^invalid/,
    );
  const another = { ...given, idempotencyKey: key() };
  // What the player hasn't answered leaves room for their own ten.
  for (let at = 0; at < 10; at++) await request(writeToUser, { ...given, idempotencyKey: key() });
  expect(await endOf(request(startThread, { body: question, idempotencyKey: key() }))).toBe('done');
  expect(await endOf(request(writeToUser, { ...another, params: { id: 99_999 } }))).toBe('not_found');
  api.operateAs(await api.addOperator(player.email));
  expect(await endOf(request(writeToUser, another))).toBe('forbidden');
});

/**
 * What operators do with threads: list, answer and close them. Each action runs in the caller's transaction, together with its
 * audit event.
 */

import { and, asc, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { MAX_MESSAGE, MIN_MESSAGE } from '../../../src/lib/contract/limits.ts';
import type { Message, Thread } from '../../../src/lib/contract/messages/messages.ts';
import type { THREAD_VIEWS } from '../../../src/lib/contract/operator-limits.ts';
import { hrefs } from '../../../src/lib/routing/routes.ts';
import type { Database, Executor, Transaction } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { messages, threads, users } from '../../db/schema.ts';
import { DomainError, fieldError } from '../../platform/domain-error.ts';
import { MAX_INTEGER, onlyOf } from '../../platform/ids.ts';
import { type Page, type Paginator, preparedPageOf } from '../../platform/pagination.ts';
import { foundBy } from '../admin/find.ts';
import { notify } from '../notifications/notifications.ts';
import { addMessage, listMessages, lockThread, messageOf, threadMaker, threadOf } from './messages.ts';

interface SupportThread extends Thread {
  readonly user: { readonly id: number; readonly name: string };
  /** Whether the writer is suspended. Then it may be an appeal. */
  readonly suspended: boolean;
}

const selectThreads = (db: Executor) =>
  db
    .select({
      thread: threads,
      user: { id: users.id, name: users.name },
      suspended: sql<boolean>`${users.suspendedAt} IS NOT NULL`,
    })
    .from(threads)
    .innerJoin(users, eq(users.id, threads.userId));

/** Lists threads: those that wait for an answer, longest wait first; other lists newest first. */
export async function findThreads(
  db: Database,
  page: Page & {
    state: (typeof THREAD_VIEWS)[number];
    search: string;
    user_id: number | null;
    order_id: number | null;
  },
): Promise<Paginator<SupportThread>> {
  const { state, search, user_id, order_id } = page;
  // Written as text, to match the partial index of waiting threads.
  const waits = sql`${threads.state} = 'waiting'`;
  const wanted = and(
    state === 'all' ? undefined : state === 'waiting' ? waits : eq(threads.state, state),
    foundBy(search, threads),
    onlyOf(threads.userId, user_id),
    onlyOf(threads.orderId, order_id),
  );
  const rows = selectThreads(db.drizzle)
    .where(wanted)
    .orderBy(
      ...(state === 'waiting'
        ? [asc(threads.updatedAt), asc(threads.id)]
        : [desc(threads.updatedAt), desc(threads.id)]),
    );
  const total = db.drizzle.$count(threads, wanted);
  return preparedPageOf(rows, total, page, async (found) => {
    const threads = found.map(({ thread }) => thread);
    const threadOf = await threadMaker(db.drizzle, threads);
    return ({ thread, user, suspended }) => ({ ...threadOf(thread), user, suspended });
  });
}

/** Returns anyone's thread with one page of its messages, newest first. Errors: not_found. */
export async function getSupportThread(
  db: Executor,
  id: number,
  page: number,
): Promise<{ thread: SupportThread; messages: Paginator<Message> }> {
  const [row] = await selectThreads(db).where(eq(threads.id, id));
  if (!row) throw new DomainError('not_found');
  const { user, suspended } = row;
  const thread = (await threadMaker(db, [row.thread]))(row.thread);
  return { thread: { ...thread, user, suspended }, messages: await listMessages(db, id, page) };
}

interface Answering {
  /** Null for a sample answer. */
  readonly operatorId: number | null;
  readonly threadId: number;
  readonly body: string;
  /** The newest message that the operator has read. Another may have arrived since. */
  readonly readUpTo: number;
  /** An answer sent twice with the same key counts once. */
  readonly key: string;
  /** Whether the answer also closes the thread. */
  readonly close?: boolean;
  readonly now: Date;
}

/**
 * Answers a thread and notifies its owner. A full thread can be answered too: its last message may be a question. Errors:
 * not_found, the fields `body` and `read_up_to` (if there is a message that the operator hasn't read).
 */
export async function answerThread(
  tx: Transaction,
  given: Answering,
): Promise<{ userId: number; threadId: number; message: Message; repeated: boolean }> {
  const { operatorId, threadId, key, now, close = false } = given;
  const body = given.body.trim();
  if (body.length < MIN_MESSAGE || body.length > MAX_MESSAGE)
    throw fieldError(
      'body',
      `Please write a reply of ${MIN_MESSAGE} to ${MAX_MESSAGE.toLocaleString('en-US')} characters.`,
    );
  const thread = await lockThread(tx, threadId);
  const { userId } = thread;
  const written = await tx.select().from(messages).where(eq(messages.threadId, threadId));
  const before = written.find(
    (message) => message.sender === 'support' && message.operatorId === operatorId && message.key === key,
  );
  if (before) return { userId, threadId, message: messageOf(before), repeated: true };
  await rejectUnread(tx, threadId, given.readUpTo);
  const message = await addMessage(tx, {
    threadId,
    sender: 'support',
    writtenBy: null,
    operatorId,
    body,
    key,
    now,
  });
  await tx
    .update(threads)
    .set({
      state: close ? 'closed' : 'answered',
      count: thread.count + 1,
      unread: thread.unread + 1,
      updatedAt: now,
    })
    .where(eq(threads.id, threadId));
  await tellOwner(tx, thread, message, `Support replied: ${thread.subject}`, now);
  return { userId, threadId, message, repeated: false };
}

async function tellOwner(
  tx: Transaction,
  thread: typeof threads.$inferSelect,
  { id, body }: Message,
  title: string,
  now: Date,
): Promise<void> {
  const { id: threadId, userId } = thread;
  await notify(tx, userId, {
    kind: 'message',
    key: `message:${id}`,
    title,
    body: threadOf(thread, { sender: 'support', body }).last.text,
    href: hrefs.thread(threadId),
    now,
  });
  announce(tx, { kind: 'message', userId, threadId });
}

/** Starts a thread with a user, who didn't ask, and notifies them. Errors: not_found. */
export async function startAsOperator(
  tx: Transaction,
  given: { operatorId: number; userId: number; subject: string; body: string; key: string; now: Date },
): Promise<{ threadId: number; message: Message; repeated: boolean }> {
  const { operatorId, userId, subject, body, key, now } = given;
  // Two requests with the same key run one after another.
  const isUser = and(eq(users.id, userId), isNull(users.erasedAt));
  const [user] = await tx.select({ id: users.id }).from(users).where(isUser).for('no key update');
  if (!user) throw new DomainError('not_found');
  const [before] = await tx
    .select()
    .from(messages)
    .where(and(eq(messages.operatorId, operatorId), eq(messages.key, key)));
  if (before) return { threadId: before.threadId, message: messageOf(before), repeated: true };
  const [thread] = await tx
    .insert(threads)
    .values({ userId, topic: 'other', subject, state: 'answered', unread: 1, createdAt: now, updatedAt: now })
    .returning();
  if (!thread) throw new Error('the thread was not made');
  const threadId = thread.id;
  const written = { threadId, sender: 'support', writtenBy: null, operatorId, body, key, now } as const;
  const message = await addMessage(tx, written);
  await tellOwner(tx, thread, message, `Support wrote to you: ${subject}`, now);
  return { threadId, message, repeated: false };
}

/** Rejects an act on a thread in which the player or another operator has written since. Call it under the thread's lock. */
async function rejectUnread(tx: Transaction, threadId: number, readUpTo: number): Promise<void> {
  const unread = and(eq(messages.threadId, threadId), gt(messages.id, Math.min(readUpTo, MAX_INTEGER)));
  if ((await tx.$count(messages, unread)) > 0)
    throw fieldError('read_up_to', 'There’s a new message. Please read it first.');
}

/** Closes a thread that needs no answer. Errors: not_found, nothing_to_do, the field `read_up_to` as for answerThread. */
export async function closeAsOperator(
  tx: Transaction,
  threadId: number,
  readUpTo: number,
): Promise<{ userId: number; threadId: number }> {
  const { userId, state } = await lockThread(tx, threadId);
  if (state === 'closed') throw new DomainError('nothing_to_do', { message: 'It’s already closed.' });
  await rejectUnread(tx, threadId, readUpTo);
  await tx.update(threads).set({ state: 'closed' }).where(eq(threads.id, threadId));
  announce(tx, { kind: 'message', userId, threadId });
  return { userId, threadId };
}

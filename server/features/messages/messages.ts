/** Support threads as their owners use them. support.ts has the operators' side. */

import { and, desc, eq, inArray, lte, ne, sql } from 'drizzle-orm';
import { MESSAGES_PER_PAGE, MESSAGES_PER_THREAD, OPEN_THREADS } from '../../../src/lib/contract/limits.ts';
import type { Message, Thread } from '../../../src/lib/contract/messages/messages.ts';
import { hrefs } from '../../../src/lib/routing/routes.ts';
import type { Database, Executor, Transaction } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { messages, orders, threads, users } from '../../db/schema.ts';
import { DomainError, fieldError } from '../../platform/domain-error.ts';
import { canBeId } from '../../platform/ids.ts';
import { type Page, type Paginator, pageOf, preparedPageOf } from '../../platform/pagination.ts';
import { readNotificationsAbout } from '../notifications/notifications.ts';

type Row = typeof threads.$inferSelect;
type Last = { sender: 'user' | 'support'; body: string };

/** How much of the last message a list shows, in characters. */
const EXCERPT = 160;

export function threadOf(row: Row, last: Last | undefined): Thread {
  const text = (last?.body ?? '').replace(/\s+/g, ' ');
  return {
    id: row.id,
    topic: row.topic,
    subject: row.subject,
    order_id: row.orderId,
    state: row.state,
    unread: row.unread,
    messages: row.count,
    last: {
      from: last?.sender ?? 'user',
      text: text.length > EXCERPT ? `${text.slice(0, EXCERPT - 1)}…` : text,
    },
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** Returns a function that shows each of these threads with its last message. */
export async function threadMaker(db: Executor, rows: readonly Row[]): Promise<(row: Row) => Thread> {
  const ids = rows.map(({ id }) => id);
  const lasts =
    ids.length === 0
      ? []
      : await db
          .selectDistinctOn([messages.threadId], {
            threadId: messages.threadId,
            sender: messages.sender,
            body: messages.body,
          })
          .from(messages)
          .where(inArray(messages.threadId, ids))
          .orderBy(messages.threadId, desc(messages.id));
  const byThread = new Map(lasts.map((last) => [last.threadId, last]));
  return (row) => threadOf(row, byThread.get(row.id));
}

export const messageOf = (row: typeof messages.$inferSelect): Message => ({
  id: row.id,
  from: row.sender,
  body: row.body,
  created_at: row.createdAt.toISOString(),
});

/** Lists the user's threads, the last written to first. */
export async function listThreads(db: Database, userId: number, page: Page): Promise<Paginator<Thread>> {
  const own = eq(threads.userId, userId);
  const rows = db.drizzle
    .select()
    .from(threads)
    .where(own)
    .orderBy(desc(threads.updatedAt), desc(threads.id));
  const total = db.drizzle.$count(threads, own);
  return preparedPageOf(rows, total, page, (found) => threadMaker(db.drizzle, found));
}

/** Lists the messages of a thread, newest first. */
export async function listMessages(
  db: Executor,
  threadId: number,
  page: number,
): Promise<Paginator<Message>> {
  const ofThread = eq(messages.threadId, threadId);
  const rows = db.select().from(messages).where(ofThread).orderBy(desc(messages.id));
  return pageOf(rows, db.$count(messages, ofThread), { page, per_page: MESSAGES_PER_PAGE }, messageOf);
}

/** Returns one of the user's own threads. Errors: not_found (for another user's thread too). */
async function ownThread(db: Executor, userId: number, id: number): Promise<Thread> {
  const rows = await db
    .select()
    .from(threads)
    .where(and(eq(threads.id, id), eq(threads.userId, userId)));
  const [row] = rows;
  if (!row) throw new DomainError('not_found');
  return (await threadMaker(db, rows))(row);
}

/** Returns a thread with one page of its messages. Errors: not_found. */
export async function getThread(
  db: Executor,
  userId: number,
  id: number,
  page: number,
): Promise<{ thread: Thread; messages: Paginator<Message> }> {
  return { thread: await ownThread(db, userId, id), messages: await listMessages(db, id, page) };
}

/**
 * Returns the message that was sent under this key before, if any. The lock makes two requests with the same key run one after
 * another.
 */
async function sentBefore(tx: Transaction, userId: number, key: string) {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  const [before] = await tx
    .select()
    .from(messages)
    .where(and(eq(messages.writtenBy, userId), eq(messages.key, key)));
  return before;
}

const keyReused = () =>
  fieldError('Idempotency-Key', 'This key belongs to another message. Send a new key for a new message.');

/**
 * Starts a thread. The same key with the same text returns the same thread. Errors: `order_id` for an order that isn't the
 * user's, limit_reached with too many open threads, `Idempotency-Key`.
 */
export async function startThread(
  db: Database,
  given: Pick<Thread, 'topic' | 'subject' | 'order_id'> & {
    userId: number;
    body: string;
    key: string;
    now: Date;
  },
): Promise<Thread> {
  const { userId, topic, subject, body, order_id: orderId, key, now } = given;
  return db.drizzle.transaction(async (tx) => {
    const before = await sentBefore(tx, userId, key);
    if (before) {
      if (before.body !== body) throw keyReused();
      return ownThread(tx, userId, before.threadId);
    }
    if (orderId !== null) await rejectForeignOrder(tx, userId, orderId);
    await rejectMoreOpen(tx, userId);
    const [thread] = await tx
      .insert(threads)
      .values({ userId, topic, subject, orderId, createdAt: now, updatedAt: now })
      .returning();
    if (!thread) throw new Error('the thread was not made');
    await tx
      .insert(messages)
      .values({ threadId: thread.id, sender: 'user', writtenBy: userId, body, key, createdAt: now });
    announce(tx, { kind: 'message', userId, threadId: thread.id });
    return threadOf(thread, { sender: 'user', body });
  });
}

/** The caller holds the lock of the user's row, so two threads can't both be the last one. */
async function rejectMoreOpen(tx: Transaction, userId: number): Promise<void> {
  // What operators began and the player never answered doesn't count.
  const wrote = sql`EXISTS (SELECT 1 FROM messages m WHERE m.thread_id = ${threads.id} AND m.sender = 'user')`;
  const open = await tx.$count(threads, and(eq(threads.userId, userId), ne(threads.state, 'closed'), wrote));
  if (open >= OPEN_THREADS)
    throw new DomainError('limit_reached', {
      message: `You can have up to ${OPEN_THREADS} open conversations with support. Write in one of them, or mark one as solved.`,
    });
}

async function rejectForeignOrder(tx: Transaction, userId: number, orderId: number): Promise<void> {
  const own = and(eq(orders.id, orderId), eq(orders.userId, userId));
  if (!canBeId(orderId) || (await tx.$count(orders, own)) === 0)
    throw fieldError('order_id', 'That’s not one of your orders. Check the number, or leave it empty.');
}

/**
 * Adds a message to a thread. The thread then waits for support, and a closed one is open again. The same key with the same text
 * returns the same message. Errors: not_found, limit_reached if the thread is full or would be one open thread too many,
 * `Idempotency-Key`.
 */
export async function reply(
  db: Database,
  given: { userId: number; threadId: number; body: string; key: string; now: Date },
): Promise<{ thread: Thread; message: Message }> {
  const { userId, threadId, body, key, now } = given;
  return db.drizzle.transaction(async (tx) => {
    const before = await sentBefore(tx, userId, key);
    if (before) {
      if (before.body !== body || before.threadId !== threadId) throw keyReused();
      return { thread: await ownThread(tx, userId, threadId), message: messageOf(before) };
    }
    const thread = await lockThread(tx, threadId);
    if (thread.userId !== userId) throw new DomainError('not_found');
    rejectFull(thread);
    if (thread.state === 'closed') await rejectMoreOpen(tx, userId);
    const message = await addMessage(tx, { threadId, sender: 'user', writtenBy: userId, body, key, now });
    await tx
      .update(threads)
      .set({ state: 'waiting', count: thread.count + 1, updatedAt: now })
      .where(eq(threads.id, threadId));
    announce(tx, { kind: 'message', userId, threadId });
    return { thread: await ownThread(tx, userId, threadId), message };
  });
}

/** Locks a thread and returns it. Errors: not_found. */
export async function lockThread(tx: Transaction, id: number): Promise<Row> {
  const [thread] = await tx.select().from(threads).where(eq(threads.id, id)).for('no key update');
  if (!thread) throw new DomainError('not_found');
  return thread;
}

function rejectFull({ count }: Row): void {
  if (count >= MESSAGES_PER_THREAD)
    throw new DomainError('limit_reached', {
      message: `This conversation has reached ${MESSAGES_PER_THREAD} messages. Please start a new one.`,
    });
}

export async function addMessage(
  tx: Transaction,
  {
    now,
    ...message
  }: {
    threadId: number;
    sender: 'user' | 'support';
    writtenBy: number | null;
    operatorId?: number | null;
    body: string;
    key: string;
    now: Date;
  },
): Promise<Message> {
  const [row] = await tx
    .insert(messages)
    .values({ ...message, createdAt: now })
    .returning();
  if (!row) throw new Error('the message was not written');
  return messageOf(row);
}

/** Marks the answers up to a message as read, with their notifications. Errors: not_found. */
export async function readThread(
  db: Database,
  given: { userId: number; threadId: number; upTo: number; now: Date },
): Promise<void> {
  const { userId, threadId, upTo, now } = given;
  await db.drizzle.transaction(async (tx) => {
    const thread = await lockThread(tx, threadId);
    if (thread.userId !== userId) throw new DomainError('not_found');
    const ofSupport = and(eq(messages.threadId, threadId), eq(messages.sender, 'support'));
    const all = await tx.$count(messages, ofSupport);
    const seen = canBeId(upTo) ? await tx.$count(messages, and(ofSupport, lte(messages.id, upTo))) : all;
    const unread = Math.min(thread.unread, all - seen);
    if (unread !== thread.unread) {
      await tx.update(threads).set({ unread }).where(eq(threads.id, threadId));
      announce(tx, { kind: 'unread', userId });
    }
    if (unread === 0) await readNotificationsAbout(tx, userId, hrefs.thread(threadId), now);
  });
}

/** Closes a thread. Closing it again changes nothing. Errors: not_found. */
export async function closeThread(db: Database, userId: number, threadId: number): Promise<Thread> {
  return db.drizzle.transaction(async (tx) => {
    const thread = await lockThread(tx, threadId);
    if (thread.userId !== userId) throw new DomainError('not_found');
    await tx.update(threads).set({ state: 'closed' }).where(eq(threads.id, threadId));
    announce(tx, { kind: 'message', userId, threadId });
    return ownThread(tx, userId, threadId);
  });
}

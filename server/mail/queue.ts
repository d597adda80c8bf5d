/** Keeps mails that can't be sent immediately, encrypted, and tries them again until they are useless. */

import { randomUUID } from 'node:crypto';
import { asc, eq, gt, lte, or } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database, Executor } from '../db/database.ts';
import { mailQueue } from '../db/schema.ts';
import { type Clock, latestHonest } from '../platform/clock.ts';
import type { Vault } from '../platform/encryption.ts';
import { errorText } from '../platform/error-text.ts';
import { DAY, later, MINUTE } from '../platform/time.ts';
import type { ComposedMail, SendComposed } from './mail.ts';

interface MailQueue {
  /** Sends a mail, or keeps it if a later try may work. Rejects only if no later try could help. */
  readonly send: SendComposed;
  /** Tries the mails that are due. Call it every minute. */
  retry(now: Date): Promise<void>;
}

interface QueueOptions {
  readonly db: Executor;
  readonly vault: Vault;
  readonly send: SendComposed;
  /** Whether the reader still wants mails with this unsubscribe URL. Asked before a mail that has waited is sent. */
  readonly isWanted: (unsubscribe: string) => Promise<boolean>;
  readonly clock: Clock;
  readonly log: (text: string) => void;
}

/** About the length of an encrypted mail. */
const MAIL_LENGTH = 12_000;

class Undone extends Error {}

/**
 * Checks whether a mail could be stored now, before someone is promised one. If the database is full and the mail server is down
 * too, the mail would be lost silently. Rejects with the error of the write.
 */
export async function checkMailRoom(db: Database, now: Date): Promise<void> {
  const undone = new Undone();
  try {
    await db.drizzle.transaction(async (tx) => {
      const sealed = 'x'.repeat(MAIL_LENGTH);
      await tx
        .insert(mailQueue)
        .values({ id: randomUUID(), sealed, attempts: 1, dueAt: now, expiresAt: now });
      throw undone;
    });
  } catch (error) {
    if (error !== undone) throw error;
  }
}

/** Minutes until the next try, by the number of tries so far. */
const PAUSES = [1, 2, 5, 15, 30, 60];
const LONGEST_PAUSE_MS = Math.max(...PAUSES) * MINUTE;
/** Mails per run. The next run is a minute later. */
const BATCH = 100;
/**
 * After this time, in milliseconds, a job starts no more mails, and the next run continues. With a hanging mail server each mail
 * takes seconds. Meanwhile other jobs wait, and after the lease has ended (jobs/lease.ts) another process would start with the
 * same mails.
 */
export const MAILS_MS = MINUTE;

const keptSchema = v.object({
  to: v.string(),
  subject: v.string(),
  text: v.string(),
  /** Older versions didn't store it. Such a mail is sent as text only. */
  html: v.optional(v.string(), ''),
  unsubscribe: v.optional(v.string()),
});

/**
 * Whether an enhanced code (RFC 3463, section 3) is about this recipient (5.1, 5.2) or message (5.6), and not about us. 5.1.7 and
 * 5.1.8 are about the sender, 5.7 is sent by a relay that doesn't know us or has blocked our address, and 5.5 is about the
 * protocol.
 */
const isOfThisMail = (enhanced: string) => /^5\.[126]\./.test(enhanced) && !/^5\.1\.[78]$/.test(enhanced);

/** Returns the answer with which a mail server rejected this recipient or message. Null for every other failure. */
function rejectionOf(error: unknown): { readonly status: number; readonly text: string } | null {
  if (!(error instanceof Error && 'responseCode' in error && 'code' in error && 'command' in error))
    return null;
  const { responseCode, code, command } = error;
  const isAnswer =
    (code === 'EENVELOPE' && command === 'RCPT TO') || (code === 'EMESSAGE' && command === 'DATA');
  if (!isAnswer || typeof responseCode !== 'number') return null;
  return {
    status: responseCode,
    text: 'response' in error && typeof error.response === 'string' ? error.response : '',
  };
}

/**
 * Whether a mail server rejected this recipient or message for good (RFC 5321, section 4.2.1: 5yz). All other failures may be
 * temporary: a 535 for an expired password, a 530 for the sender, or "554 5.7.1 relay access denied" for each recipient. They say
 * nothing about the mail. A rejection without an enhanced code counts as one of the mail.
 */
export function isRefusedForGood(error: unknown): error is Error {
  const rejection = rejectionOf(error);
  if (rejection === null || rejection.status < 500) return false;
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(rejection.text)?.[1];
  return enhanced === undefined || isOfThisMail(enhanced);
}

/** Whether the next mail may succeed after this failure: it can't without a connection or a login, nor after a 421 (closing). */
const isOfOneMail = (error: unknown) => (rejectionOf(error)?.status ?? 421) !== 421;

export function createMailQueue({ db, vault, send, isWanted, clock, log }: QueueOptions): MailQueue {
  const purpose = (id: string) => `mail:${id}`;
  const dueAfter = (tries: number, now: Date) =>
    new Date(now.getTime() + (PAUSES[Math.min(tries, PAUSES.length) - 1] ?? 1) * MINUTE);

  async function keep({ until, ...mail }: ComposedMail): Promise<void> {
    const now = clock();
    const id = randomUUID();
    await db.insert(mailQueue).values({
      id,
      sealed: vault.seal(purpose(id), JSON.stringify(mail)),
      attempts: 1,
      dueAt: dueAfter(1, now),
      expiresAt: until ?? later(now, DAY),
    });
  }

  type Row = typeof mailQueue.$inferSelect;
  const drop = ({ id }: Row) => db.delete(mailQueue).where(eq(mailQueue.id, id));

  /** Returns whether the next mail is worth trying: it isn't while the server itself is down or rejects our login. */
  async function tryAgain(row: Row, now: Date): Promise<boolean> {
    if (row.expiresAt <= now) {
      await drop(row);
      log(`a mail was given up after ${row.attempts} tries because it expired`);
      return true;
    }
    let opened = false;
    try {
      const mail = v.parse(keptSchema, JSON.parse(vault.open(purpose(row.id), row.sealed)));
      opened = true;
      if (mail.unsubscribe === undefined || (await isWanted(mail.unsubscribe))) await send(mail);
      await drop(row);
      return true;
    } catch (error) {
      if (isRefusedForGood(error)) {
        await drop(row);
        log(`a mail was given up after ${row.attempts + 1} tries: ${errorText(error)}`);
        return true;
      }
      const attempts = row.attempts + 1;
      await db
        .update(mailQueue)
        .set({ attempts, dueAt: dueAfter(attempts, now) })
        .where(eq(mailQueue.id, row.id));
      log(`a mail could not be sent, after ${attempts} tries: ${errorText(error)}`);
      return !opened || isOfOneMail(error);
    }
  }

  return {
    async send(mail) {
      try {
        await send(mail);
      } catch (error) {
        if (isRefusedForGood(error)) throw error;
        await keep(mail);
        log(`a mail could not be sent and is tried again in a minute: ${errorText(error)}`);
      }
    },
    async retry(now) {
      const due = await db
        .select()
        .from(mailQueue)
        .where(or(lte(mailQueue.dueAt, now), gt(mailQueue.dueAt, latestHonest(now, LONGEST_PAUSE_MS))))
        .orderBy(asc(mailQueue.dueAt))
        .limit(BATCH);
      const end = clock().getTime() + MAILS_MS;
      for (const row of due) if (clock().getTime() >= end || !(await tryAgain(row, now))) return;
    },
  };
}

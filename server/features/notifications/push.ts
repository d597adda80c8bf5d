/**
 * Push notifications, which a device shows while no page is open. They use Web Push (RFC 8030) and are encrypted so that the push
 * service can't read them (RFC 8291). A device gets them as long as the session that turned them on is valid.
 */
import { createECDH, ECDH } from 'node:crypto';
import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { MAX_PUSH_DEVICES } from '../../../src/lib/contract/limits.ts';
import type { Push } from '../../../src/lib/contract/notifications/push.ts';
import { routes } from '../../../src/lib/routing/routes.ts';
import type { Database, Executor } from '../../db/database.ts';
import { notifications, pushSettings, pushSubscriptions, tokens } from '../../db/schema.ts';
import type { Clock } from '../../platform/clock.ts';
import { DomainError, fieldError } from '../../platform/domain-error.ts';
import { errorText } from '../../platform/error-text.ts';
import type { PushSender } from '../../platform/push-sender.ts';
import { isTimeZone } from '../../platform/quiet-hours.ts';
import { later, MINUTE } from '../../platform/time.ts';
import { idleSince, tokenHash } from '../../platform/tokens.ts';
import { bulkLast, hasChosen, isStillWanted } from './notifications.ts';

/** Returns the public half of PUSH_KEY, with which browsers check the sender. */
export function publicKeyOf(key: Buffer): string {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(key);
  return ecdh.getPublicKey().toString('base64url');
}

/** Quiet hours until a player chooses others. */
const NIGHT = { quietFrom: 22, quietUntil: 8 };

interface Reader {
  readonly userId: number;
  readonly now: Date;
  readonly idleDays: number;
}

export async function pushOf(db: Executor, sender: PushSender | null, reader: Reader): Promise<Push> {
  const { userId } = reader;
  const rows = await devicesOf(db, reader);
  const [chosen = { ...NIGHT }] = await db.select().from(pushSettings).where(eq(pushSettings.userId, userId));
  const { quietFrom: from, quietUntil: until } = chosen;
  return {
    public_key: sender?.publicKey ?? null,
    devices: rows.map(({ endpoint }) => endpoint),
    quiet: from === null || until === null ? null : { from, until },
    offered: await isPushOffered(db, sender, userId),
  };
}

/** Returns whether to offer news of orders on a device: this host sends them, and the user hasn't chosen yet how to hear of orders. */
export async function isPushOffered(
  db: Executor,
  sender: PushSender | null,
  userId: number,
): Promise<boolean> {
  return sender !== null && !(await hasChosen(db, userId, 'order'));
}

function checkZone(timeZone: string): void {
  if (!isTimeZone(timeZone)) throw fieldError('time_zone', 'We don’t know that time zone.');
}

interface Subscribing extends Reader {
  /** The token of the session that subscribes. */
  readonly token: string;
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
  readonly timeZone: string;
}

/** Returns whether messages can be encrypted with a device's keys: an uncompressed point of P-256, and 16 bytes. */
function canEncrypt({ p256dh, auth }: Subscribing['keys']): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  try {
    ECDH.convertKey(point, 'prime256v1');
  } catch {
    return false;
  }
  return point.length === 65 && point[0] === 4 && Buffer.from(auth, 'base64url').length === 16;
}

/** Subscribes a device. Errors: `endpoint`, `keys`, `time_zone`, not_found (push is off here), limit_reached. */
export async function subscribe(db: Database, sender: PushSender | null, given: Subscribing): Promise<void> {
  const { userId, token, endpoint, keys, timeZone, now, idleDays } = given;
  if (sender === null) throw new DomainError('not_found');
  if (!sender.allows(endpoint))
    throw fieldError('endpoint', 'We can’t send notifications to this browser yet.');
  if (!canEncrypt(keys)) throw fieldError('keys', 'We can’t encrypt notifications with these keys.');
  checkZone(timeZone);
  const hash = tokenHash(token);
  await db.drizzle.transaction(async (tx) => {
    const [session] = hash
      ? await tx.select({ id: tokens.id }).from(tokens).where(eq(tokens.hash, hash)).for('no key update')
      : [];
    if (!session) throw new DomainError('unauthenticated');
    const device = { userId, tokenId: session.id, ...keys, createdAt: now };
    // A browser's subscription belongs to its newest session.
    await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.tokenId, session.id));
    await tx
      .insert(pushSubscriptions)
      .values({ endpoint, ...device })
      .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: device });
    if ((await devicesOf(tx, { userId, now, idleDays })).length > MAX_PUSH_DEVICES)
      throw new DomainError('limit_reached', {
        message: `Notifications are on for ${MAX_PUSH_DEVICES} devices already. Turn one off first.`,
      });
    await tx
      .insert(pushSettings)
      .values({ userId, timeZone, ...NIGHT })
      .onConflictDoUpdate({ target: pushSettings.userId, set: { timeZone } });
  });
}

export async function unsubscribe(db: Executor, userId: number, endpoint: string): Promise<void> {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.endpoint, endpoint)));
}

/** Saves the quiet hours. Errors: `time_zone`. */
export async function saveQuiet(
  db: Executor,
  given: { userId: number; quiet: Push['quiet']; timeZone: string },
): Promise<void> {
  const { userId, quiet, timeZone } = given;
  checkZone(timeZone);
  const chosen = { timeZone, quietFrom: quiet?.from ?? null, quietUntil: quiet?.until ?? null };
  await db
    .insert(pushSettings)
    .values({ userId, ...chosen })
    .onConflictDoUpdate({ target: pushSettings.userId, set: chosen });
}

/** Per run. The next run takes the rest. It is more than most runs send within RUN_MS, because a push that waits for a day is dropped. */
const AT_ONCE = 1000;
/** A run ends after this time, so that other jobs can run (mail/queue.ts says why). */
const RUN_MS = MINUTE;
const TIMEOUT_MS = 8000;
const TRY_AGAIN_MS = 5 * MINUTE;
const DAY_SECONDS = 86_400;
/** The most characters of a text that a device shows. */
const SHOWN = 240;

interface Sending extends Pick<PushSender, 'publicKey' | 'privateKey' | 'subject' | 'ask'> {
  readonly idleDays: number;
  readonly clock: Clock;
  readonly log: (text: string) => void;
}

type Row = typeof notifications.$inferSelect;
type Device = Pick<typeof pushSubscriptions.$inferSelect, 'id' | 'endpoint' | 'p256dh' | 'auth'>;

/**
 * Sends the notifications that are due, each once: each is marked before it is sent, as with mail. Notifications that were read
 * or turned off in the meantime, or are older than a day, aren't sent. If no device could be reached, it is tried again, unless
 * the push service rejects it for good. A device that the push service says is gone, or whose keys can't encrypt, is deleted.
 */
export async function pushNotifications(db: Database, sending: Sending): Promise<number> {
  const begun = sending.clock().getTime();
  const due = await db.drizzle
    .select()
    .from(notifications)
    .where(
      sql`${notifications.pushAt} IS NOT NULL AND ${notifications.pushAt} <= ${new Date(begun).toISOString()}::timestamptz`,
    )
    .orderBy(bulkLast, asc(notifications.pushAt), asc(notifications.id))
    .limit(AT_ONCE);
  let sent = 0;
  for (const row of due) {
    const now = sending.clock();
    if (now.getTime() - begun >= RUN_MS) break;
    const taken = await db.drizzle
      .update(notifications)
      .set({ pushAt: null })
      .where(and(eq(notifications.id, row.id), eq(notifications.pushAt, row.pushAt ?? now)))
      .returning({ readAt: notifications.readAt, isWanted: isStillWanted('push') });
    const isOld = now.getTime() - row.createdAt.getTime() > DAY_SECONDS * 1000;
    if (!taken[0]?.isWanted || taken[0].readAt || isOld) continue;
    const devices = await devicesOf(db.drizzle, { userId: row.userId, now, idleDays: sending.idleDays });
    const ends = await Promise.all(devices.map((device) => sendTo(device, row, sending)));
    const gone = devices.filter((_, at) => ends[at] === 'gone').map(({ id }) => id);
    if (gone.length > 0)
      await db.drizzle.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, gone));
    if (ends.includes('sent')) sent += 1;
    else if (ends.includes('failed'))
      await db.drizzle
        .update(notifications)
        .set({ pushAt: later(now, TRY_AGAIN_MS) })
        .where(eq(notifications.id, row.id));
  }
  return sent;
}

/** Returns the user's devices whose sessions are valid. */
function devicesOf(db: Executor, { userId, now, idleDays }: Reader): Promise<Device[]> {
  const { id, endpoint, p256dh, auth } = pushSubscriptions;
  return db
    .select({ id, endpoint, p256dh, auth })
    .from(pushSubscriptions)
    .innerJoin(tokens, eq(tokens.id, pushSubscriptions.tokenId))
    .where(
      and(
        eq(pushSubscriptions.userId, userId),
        isNull(tokens.revokedAt),
        gt(tokens.expiresAt, now),
        gt(tokens.lastUsedAt, idleSince(now, idleDays)),
      ),
    )
    .orderBy(id);
}

/** A push contains the title, the text and the link, and nothing else. */
const payloadOf = ({ title, body, href }: Row) => ({
  title,
  body: body.length > SHOWN ? `${body.slice(0, SHOWN - 1)}…` : body,
  href: href ?? routes.userMessages.pattern,
});

async function sendTo(
  device: Device,
  row: Row,
  sending: Sending,
): Promise<'sent' | 'gone' | 'rejected' | 'failed'> {
  const { endpoint, p256dh, auth } = device;
  const { publicKey, privateKey, subject, ask, log } = sending;
  if (!canEncrypt(device)) return 'gone';
  try {
    const { buildPushPayload } = await import('@block65/webcrypto-web-push');
    const { headers, method, body } = await buildPushPayload(
      { data: payloadOf(row), options: { ttl: DAY_SECONDS, urgency: 'normal' } },
      { endpoint, expirationTime: null, keys: { p256dh, auth } },
      { publicKey, privateKey, subject },
    );
    const answer = await ask(endpoint, { headers, method, body, signal: AbortSignal.timeout(TIMEOUT_MS) });
    await answer.body?.cancel();
    if (answer.ok) return 'sent';
    if (answer.status === 404 || answer.status === 410) return 'gone';
    log(`a push service answered ${answer.status} to notification ${row.id}`);
    // The same request again would get the same answer, except after a time-out or too many of them.
    if (answer.status >= 400 && answer.status < 500 && ![408, 429].includes(answer.status)) return 'rejected';
  } catch (error) {
    log(`notification ${row.id} could not be pushed: ${errorText(error)}`);
  }
  return 'failed';
}

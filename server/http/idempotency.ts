/**
 * Idempotency keys: an action that is sent twice runs once. A call that changes something may send an `Idempotency-Key`. A second
 * call with the same key waits for the first and gets the same answer. If the result of the first is unknown, the second is
 * rejected, because running it could do the action twice.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from 'hono';
import * as account from '../../src/lib/contract/account/account.ts';
import { finishSession, keepSession } from '../../src/lib/contract/arcade/rounds.ts';
import { previousOrNextArticle } from '../../src/lib/contract/articles/articles.ts';
import * as factor from '../../src/lib/contract/auth/second-factor.ts';
import type { Call } from '../../src/lib/contract/call.ts';
import { joinChannel } from '../../src/lib/contract/channel-events.ts';
import { reply, startThread } from '../../src/lib/contract/messages/messages.ts';
import { answerThread, findThreads } from '../../src/lib/contract/messages/operator-support.ts';
import { adjustBalance, findUsers } from '../../src/lib/contract/operators/operator-users.ts';
import { buyAmount, buyReward } from '../../src/lib/contract/redemption/buy.ts';
import { findOrders, showDeliveryDetails } from '../../src/lib/contract/redemption/operator-orders.ts';
import { revealCode } from '../../src/lib/contract/redemption/orders.ts';
import { findDisputes } from '../../src/lib/contract/reviews/operator-reviews.ts';
import { previewArticle } from '../../src/lib/contract/submissions/submissions.ts';
import { DomainError, fieldError } from '../platform/domain-error.ts';
import { beginKeyed, dropUndone, findKeyed, type KeyedCall, keepAnswer } from '../platform/idempotency.ts';
import type { ApiEnv } from './app-deps.ts';

/** 8 to 100 visible ASCII characters. */
export const KEY_PATTERN = /^[\x21-\x7e]{8,100}$/;

/** Calls that keep their key themselves, in the row that they write and for as long as that row exists. */
export const keepsItsKey: ReadonlySet<Call> = new Set([
  buyReward,
  buyAmount,
  finishSession,
  startThread,
  reply,
  adjustBalance,
  answerThread,
]);

/** Calls that ignore the key, and why that does no harm. */
export const needsNoKey: ReadonlyMap<Call, string> = new Map<Call, string>([
  [account.logoutUser, 'ends the session that a second call would need'],
  [keepSession, 'keeps the furthest progress, so sending it again changes nothing'],
  [revealCode, 'only marks the code as seen; its answer is a code, which isn’t stored again'],
  [previousOrNextArticle, 'only reads'],
  [previewArticle, 'only reads'],
  [findUsers, 'only reads'],
  [findOrders, 'only reads'],
  [findThreads, 'only reads'],
  [findDisputes, 'only reads'],
  [joinChannel, 'only reads'],
  [showDeliveryDetails, 'is logged each time; the details it shows are encrypted and aren’t stored again'],
  ...Object.values(factor)
    .filter((one): one is Extract<typeof one, Call> => 'method' in one && one.method !== 'GET')
    .map((call): [Call, string] => [
      call,
      'needs a fresh proof, and its answer may be a secret that isn’t stored',
    ]),
]);

/** How often to check whether the first call is answered: the interval in milliseconds, and the number of checks (about 10 s). */
const POLL_MS = 50;
const MAX_POLLS = 200;
/** No call runs this long, so after it the process that ran the call must be gone. */
const LONGEST_MS = 60_000;

/** Returns the caller's key, checked; undefined if none was sent. */
function keyOf(c: Context): string | undefined {
  const key = c.req.header('Idempotency-Key');
  if (key !== undefined && !KEY_PATTERN.test(key))
    throw fieldError(
      'Idempotency-Key',
      'The Idempotency-Key header must have 8 to 100 visible ASCII characters, such as a UUID.',
    );
  return key;
}

/** Returns the result of `work` as JSON. If this sender's key was used before, it returns the earlier answer instead. */
export async function onceByKey(
  c: Context<ApiEnv>,
  call: Call,
  sender: string,
  work: () => Promise<unknown>,
): Promise<string> {
  const key = call.method === 'GET' || keepsItsKey.has(call) || needsNoKey.has(call) ? undefined : keyOf(c);
  if (key === undefined) return JSON.stringify(await work());
  const { vault } = c.var.parts;
  const what = `${call.method} ${c.req.path}\n${await c.req.text()}`;
  return runKeyed(c, { sender, key, digest: vault.digest('keyed call', what) }, work);
}

async function runKeyed(c: Context<ApiEnv>, keyed: KeyedCall, work: () => Promise<unknown>): Promise<string> {
  const { vault, clock } = c.var.parts;
  const db = c.var.parts.db.drizzle;
  for (let polls = 0; polls < MAX_POLLS; polls++) {
    if (await beginKeyed(db, keyed, clock())) {
      const answer = JSON.stringify(
        await work().catch(async (error: unknown) => {
          await dropUndone(db, keyed, error);
          throw error;
        }),
      );
      await keepAnswer(db, vault, keyed, answer);
      return answer;
    }
    const known = await findKeyed(db, vault, keyed);
    if (known?.state === 'answered') return known.answer;
    if (known?.state === 'other call')
      throw fieldError(
        'Idempotency-Key',
        'This key was used for another call. Send a new key for each action.',
      );
    if (known && clock().getTime() - known.startedAt.getTime() > LONGEST_MS) break;
    await pause(POLL_MS);
  }
  throw new DomainError('end_unknown');
}

/**
 * Returns the caller's key for this purchase. A client without one gets a new key per request, so its repeated request buys
 * twice.
 */
export function idempotencyKey(c: Context): string {
  return keyOf(c) ?? randomUUID();
}

/**
 * Sends purchases to the database. A single purchase is sent immediately. When they arrive faster than the database answers,
 * several share one statement: the round trip and the commit cost more than the purchase itself.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { Database } from '../../db/database.ts';
import { databaseFailure } from '../../db/failures.ts';
import { MAX_INTEGER } from '../../platform/ids.ts';
import { idleSince } from '../../platform/tokens.ts';

export interface Purchase {
  readonly tokenHash: Buffer;
  readonly rewardId: number;
  /** Null means the smallest. */
  readonly amountId: number | null;
  /** The price that the buyer saw. Null accepts any price. */
  readonly points: number | null;
  readonly key: string;
  readonly now: Date;
}

interface Waiting {
  readonly purchase: Purchase;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/**
 * Statements in flight, and the most purchases in one. Fewer and larger statements answer all callers at once, so the database
 * idles while this process writes the answers, and the other way round. More statements than these carry fewer purchases each.
 */
const LANES = 4;
const MOST_TOGETHER = 16;

export function createBuyQueue(db: Database, idleDays: number): (purchase: Purchase) => Promise<unknown> {
  const waiting: Waiting[] = [];
  let lanes = 0;

  async function send(purchases: readonly Purchase[]): Promise<unknown[]> {
    const now = purchases.at(-1)?.now ?? new Date();
    const answers = await db.value('SELECT buy_together($1, $2, $3, $4, $5, $6, $7)', [
      purchases.map(({ tokenHash }) => tokenHash.toString('hex')),
      purchases.map(({ rewardId }) => rewardId),
      purchases.map(({ amountId }) => amountId ?? 0),
      purchases.map(({ key }) => key),
      // A number beyond the column's range can't match a price, so capping it changes nothing.
      purchases.map(({ points }) => Math.min(points ?? 0, MAX_INTEGER)),
      now,
      idleSince(now, idleDays),
    ]);
    if (!Array.isArray(answers)) throw new Error('buy_together returned no list');
    return answers;
  }

  async function settle(together: readonly Waiting[]): Promise<void> {
    try {
      const answers = await send(together.map(({ purchase }) => purchase));
      for (const [at, { resolve }] of together.entries()) resolve(answers[at]);
    } catch (error) {
      // One failure rolls back the whole group. Each purchase is then tried on its own, which its idempotency key makes safe.
      if (together.length === 1 || databaseFailure(error)) for (const { reject } of together) reject(error);
      else await Promise.all(together.map((one) => settle([one])));
    }
  }

  /** Runs until nothing is waiting. */
  async function work(): Promise<void> {
    lanes++;
    // Requests that arrived at the same time can join this statement.
    await turn();
    while (waiting.length > 0) await settle(waiting.splice(0, MOST_TOGETHER));
    lanes--;
  }

  return (purchase) =>
    new Promise((resolve, reject) => {
      waiting.push({ purchase, resolve, reject });
      if (lanes < LANES) void work();
    });
}

/**
 * Fills a database: the catalogue, and outside production the demo account and sample data, which the screen marks as samples. It
 * may run at every start, because it only adds what is missing.
 */
import { randomInt } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { hatch } from '../../src/lib/arcade/hatch.ts';
import { createUser } from '../features/auth/accounts.ts';
import { hashPassword, saltOf } from '../features/auth/passwords.ts';
import type { Catalogue } from '../features/catalogue/files.ts';
import { importCatalogue } from '../features/catalogue/import.ts';
import { addFinds } from '../features/milestones/finds.ts';
import { addCodes } from '../features/redemption/code-stock.ts';
import type { Vault } from '../platform/encryption.ts';
import { DAY, later } from '../platform/time.ts';
import type { Database } from './database.ts';
import { demoPartner } from './demo-partner.ts';
import { opinions, users } from './schema.ts';
import { demoGifts } from './seed-gifts.ts';
import { seedOffers } from './seed-offers.ts';

export const demoAccount = { email: 'demo@playtally.example', password: 'demo-password-1' } as const;

const sampleOpinions: { rewardId?: number; gameId?: number; opinion: string }[] = [
  {
    rewardId: 84,
    opinion:
      'Sample review: the username has to be spelled exactly as on Roblox, so copy it from your profile.',
  },
  {
    rewardId: 12,
    opinion: 'Sample review: the key activated under "Activate a product" in the Steam client.',
  },
  { gameId: 1, opinion: 'Sample review: keeping the largest tile in a corner makes the 128 much easier.' },
  { gameId: 1, opinion: 'Sample review: ten short rounds for the weekly quest fit into a lunch break.' },
];

const CODES_PER_AMOUNT = 25;

interface SeedOptions {
  readonly demo: boolean;
  /** Whether seedRounds follows. It then gives the demo account its gifts, between the rounds. */
  readonly rounds?: boolean;
  readonly pauseNew?: boolean;
  readonly vault: Vault;
  readonly partnerPort?: number;
  readonly now: Date;
}

export async function seed(db: Database, catalogue: Catalogue, options: SeedOptions): Promise<void> {
  await importCatalogue(db, catalogue, options.now, options.pauseNew);
  await countPopularity(db);
  await seedOffers(db, { partnerPort: demoPartner.port, ...options });
  if (options.demo) await seedDemo(db, catalogue, options);
}

/** Updates the counts of orders and openings, by which "popular" sorts. */
export async function countPopularity(db: Database): Promise<void> {
  await db.drizzle.execute(sql`UPDATE rewards SET popularity = counted.orders FROM (
    SELECT reward_id, count(*)::integer AS orders FROM orders WHERE state <> 'cancelled' GROUP BY reward_id) AS counted
    WHERE counted.reward_id = rewards.id AND rewards.popularity <> counted.orders`);
  await db.drizzle.execute(sql`UPDATE cases SET popularity = counted.openings FROM (
    SELECT case_id, count(*)::integer AS openings FROM case_openings GROUP BY case_id) AS counted
    WHERE counted.case_id = cases.id AND cases.popularity <> counted.openings`);
}

async function seedDemo(
  db: Database,
  catalogue: Catalogue,
  { vault, rounds, now }: { vault: Vault; rounds?: boolean; now: Date },
): Promise<void> {
  const known = await db.drizzle
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, demoAccount.email));
  if (known.length > 0) return;
  const passwordHash = await hashPassword(demoAccount.password, await saltOf(db, demoAccount.email));
  await db.drizzle.transaction(async (tx) => {
    const demo = await createUser(tx, {
      email: demoAccount.email,
      passwordHash,
      confirmed: true,
      name: 'demo-player',
      sample: true,
      now,
    });
    const sample = await createUser(tx, {
      email: 'sample@playtally.example',
      passwordHash: null,
      confirmed: true,
      name: 'sample-player',
      sample: true,
      now,
    });
    if (demo === null || sample === null) throw new Error('the demo accounts exist in part');
    await addFinds(tx, demo, hatch.finds?.(7, { hatched: 10 }) ?? [], now);
    if (!rounds) for (const { give } of demoGifts) await give(tx, demo, now);
    const rewardIds = new Set(catalogue.rewards.map(({ id }) => id));
    const gameIds = new Set(catalogue.games.map(({ id }) => id));
    const fitting = sampleOpinions.filter(
      ({ rewardId, gameId }) => rewardIds.has(rewardId ?? 0) || gameIds.has(gameId ?? 0),
    );
    if (fitting.length > 0)
      await tx
        .insert(opinions)
        .values(fitting.map((opinion) => ({ ...opinion, userId: sample, createdAt: now })));
    const inAYear = later(now, 365 * DAY)
      .toISOString()
      .slice(0, 10);
    for (const { delivery, id, amounts } of catalogue.rewards) {
      if (delivery.kind !== 'code' || soldOutInDemo(id)) continue;
      for (const amount of amounts)
        await addCodes(tx, vault, {
          amountId: amount.id,
          codes: Array.from({ length: CODES_PER_AMOUNT }, () => ({
            code: sampleCode(),
            // Some issuers let codes expire, others don't.
            expiresOn: id % 3 === 0 ? inAYear : undefined,
          })),
          now,
        });
    }
  });
}

/** A few rewards are out of stock in the demo, to show what that looks like. */
function soldOutInDemo(rewardId: number): boolean {
  return rewardId % 11 === 5;
}

/** "SAMPLE-7KQ2-M4XD": clearly not a real code. */
function sampleCode(): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');
  return `SAMPLE-${group()}-${group()}`;
}

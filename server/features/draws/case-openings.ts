/** Opening cases, and the openings that players look up afterwards. */

import { randomUUID } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import { drawIndex } from '../../../src/lib/arcade/draw.ts';
import type { Balance } from '../../../src/lib/contract/account/account.ts';
import type { Case, Opening } from '../../../src/lib/contract/draws/cases.ts';
import { pointsInWords } from '../../../src/lib/format/points.ts';
import { hrefs } from '../../../src/lib/routing/routes.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { caseCommitments, caseOpenings, cases } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { createSeed } from '../../platform/draw-seed.ts';
import { type Page, type Paginator, pageOf } from '../../platform/pagination.ts';
import { mapRows } from '../../platform/sound-rows.ts';
import { rejectSuspended } from '../fraud/suspension.ts';
import { balanceOf, lockBalance, post, settleDebt } from '../ledger/ledger.ts';
import { notify } from '../notifications/notifications.ts';
import { caseOf, stateOf } from './cases.ts';

type OpeningRow = typeof caseOpenings.$inferSelect;

interface Opened {
  opening: Opening;
  balance: Balance;
  case: Case;
  /** Isn't sent to the browser. True if this opening had already happened. */
  repeated: boolean;
}

/**
 * Opens a case with the user's commitment: takes the price, draws, credits the prize and makes the next commitment, all or
 * nothing. The same request again returns the same opening. Errors: not_found, commitment_stale, birth_date_needed, too_young,
 * limit_reached, not_enough_points; none of them uses up the commitment.
 */
export async function openCase(
  db: Database,
  given: { caseId: number; userId: number; commitmentId: string; playerSeed: string; now: Date },
): Promise<Opened> {
  const { caseId, userId, commitmentId, playerSeed, now } = given;
  return db.drizzle.transaction(async (tx) => {
    // One user's openings run one after another. After two clicks or in two tabs, the second request finds the first one's
    // result.
    await lockBalance(tx, userId);
    const [row] = await tx.select().from(cases).where(eq(cases.id, caseId));
    if (!row) throw new DomainError('not_found');
    const answer = async (opening: OpeningRow, repeated: boolean): Promise<Opened> => ({
      opening: openingOf(opening, row.name),
      balance: balanceOf(await lockBalance(tx, userId)),
      case: await caseOf(tx, row, userId, now),
      repeated,
    });
    const [before] = await tx
      .select()
      .from(caseOpenings)
      .where(and(eq(caseOpenings.id, commitmentId), eq(caseOpenings.userId, userId)));
    if (before?.caseId === caseId && before.playerSeed === playerSeed) return answer(before, true);

    if (!row.active) throw new DomainError('not_found');
    await rejectSuspended(tx, userId);
    const [commitment] = await tx
      .select()
      .from(caseCommitments)
      .where(and(eq(caseCommitments.userId, userId), eq(caseCommitments.id, commitmentId)));
    if (!commitment) throw new DomainError('commitment_stale');
    const { status } = await stateOf(tx, userId, row.points, now);
    if (status !== 'ready') throw new DomainError(status);

    const { seed, seedHash, nonce } = commitment;
    const weights = row.items.map(({ weight }) => weight);
    const item = await drawIndex({ seed, playerSeed, nonce, weights });
    const drawn = row.items[item];
    if (!drawn) throw new Error(`case ${caseId} has no item ${item}`);
    const opening: OpeningRow = {
      // The id as we wrote it. A request with the same id in capitals would make different ledger keys.
      id: commitment.id,
      userId,
      caseId,
      items: row.items,
      item,
      cost: row.points,
      points: drawn.points,
      seed,
      seedHash,
      playerSeed,
      nonce,
      openedAt: now,
      listed: true,
    };
    await tx.insert(caseOpenings).values(opening);
    await tx
      .update(caseCommitments)
      .set({ id: randomUUID(), ...(await createSeed()), nonce: nonce + 1 })
      .where(eq(caseCommitments.userId, userId));
    await movePoints(tx, opening, `${row.name}: ${drawn.name}`, row.name);
    await notify(tx, userId, {
      kind: 'case',
      key: `case:${opening.id}`,
      title: `${row.name}: ${drawn.name}`,
      body: `You got ${pointsInWords(drawn.points)} from this case.`,
      href: hrefs.userCase(caseId),
      seen: true,
      now,
    });
    return answer(opening, false);
  });
}

/** Moves the price to the house account, then the prize to the player. Like all new points, it pays off any debt first. */
async function movePoints(
  tx: Transaction,
  { id, userId, cost, points, nonce, openedAt }: OpeningRow,
  prizeTitle: string,
  caseName: string,
): Promise<void> {
  const common = { userId, createdAt: openedAt, detail: `your opening ${nonce.toLocaleString('en-US')}` };
  await post(tx, {
    ...common,
    key: `case:${id}:stake`,
    from: 'available',
    to: 'house:cases',
    points: cost,
    reason: 'stake',
    title: `${caseName}: opened`,
  });
  const prize = await post(tx, {
    ...common,
    key: `case:${id}:prize`,
    from: 'house:cases',
    to: 'available',
    points,
    reason: 'prize',
    title: prizeTitle,
  });
  await settleDebt(tx, userId, prize, openedAt);
}

function openingOf(row: OpeningRow, caseName: string): Opening {
  return {
    id: row.id,
    case: { id: row.caseId, name: caseName },
    item: row.item,
    name: row.items[row.item]?.name ?? '',
    cost: row.cost,
    points: row.points,
    seed: row.seed,
    seed_hash: row.seedHash,
    player_seed: row.playerSeed,
    nonce: row.nonce,
    weights: row.items.map(({ weight }) => weight),
    opened_at: row.openedAt.toISOString(),
  };
}

/** How many recent openings of a case are public. */
const RECENT = 10;

/**
 * Lists the latest openings of a case, newest first. They have no names, only the values each was drawn from. Errors: not_found.
 */
export async function listRecentOpenings(db: Database, caseId: number): Promise<Opening[]> {
  const [row] = await db.drizzle
    .select({ name: cases.name })
    .from(cases)
    .where(and(eq(cases.id, caseId), eq(cases.active, true)));
  if (!row) throw new DomainError('not_found');
  const recent = await db.drizzle
    .select()
    .from(caseOpenings)
    .where(and(eq(caseOpenings.caseId, caseId), caseOpenings.listed))
    .orderBy(desc(caseOpenings.openedAt), desc(caseOpenings.id))
    .limit(RECENT);
  return mapRows(recent, (opening) => openingOf(opening, row.name));
}

/**
 * Lists the user's openings, newest first. The total and the page come from the same snapshot: readers use them to check that no
 * number is missing, and an opening made in between would look like a gap.
 */
export async function listOpenings(db: Database, userId: number, page: Page): Promise<Paginator<Opening>> {
  const mine = eq(caseOpenings.userId, userId);
  return db.drizzle.transaction(
    async (tx) => {
      const rows = tx
        .select({ opening: caseOpenings, name: cases.name })
        .from(caseOpenings)
        .innerJoin(cases, eq(cases.id, caseOpenings.caseId))
        .where(mine)
        .orderBy(desc(caseOpenings.nonce));
      const total = tx.$count(caseOpenings, mine);
      return pageOf(rows, total, page, ({ opening, name }) => openingOf(opening, name));
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

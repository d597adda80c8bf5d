/** The collection: the creatures that a player hatched, one card per kind. */
import { randomInt } from 'node:crypto';
import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { childOf } from '../../../src/lib/arcade/breeding.ts';
import { asKind, codeOf, kindOf, kinds, lookOf } from '../../../src/lib/arcade/creatures.ts';
import { pictureOf, sizes } from '../../../src/lib/arcade/hatch-pictures.ts';
import type { Milestone } from '../../../src/lib/contract/arcade/rounds.ts';
import type { Bred, Find } from '../../../src/lib/contract/milestones/collection.ts';
import { hrefs } from '../../../src/lib/routing/routes.ts';
import type { Executor, Transaction } from '../../db/database.ts';
import { finds } from '../../db/schema.ts';
import { DomainError, fieldError } from '../../platform/domain-error.ts';
import { periodOf } from '../../platform/periods.ts';
import { mapRows } from '../../platform/sound-rows.ts';

/**
 * Adds the creatures that a round hatched, by their codes. Returns a milestone for each new kind. Call it once per round, in the
 * transaction that finishes it, under the lock on the account's balance.
 */
export async function addFinds(
  tx: Transaction,
  userId: number,
  hatched: readonly string[],
  now: Date,
): Promise<Milestone[]> {
  const byKind = Map.groupBy(
    hatched.flatMap((creature) => {
      const kind = kindOf(lookOf(creature));
      return kind ? [{ kind, creature }] : [];
    }),
    ({ kind }) => kind,
  );
  const rows = [...byKind].flatMap(([{ id: kind }, [first, ...more]]) =>
    first ? [{ userId, kind, creature: first.creature, foundAt: now, count: 1 + more.length }] : [],
  );
  if (rows.length === 0) return [];
  const known = await tx.select({ kind: finds.kind }).from(finds).where(eq(finds.userId, userId));
  await tx
    .insert(finds)
    .values(rows)
    .onConflictDoUpdate({
      target: [finds.userId, finds.kind],
      set: { count: sql`${finds.count} + excluded.count` },
    });
  const before = new Set(known.map(({ kind }) => kind));
  const found = [...byKind.keys()].filter(({ id }) => !before.has(id));
  const [one, ...others] = found;
  if (!one) return [];
  return [
    {
      kind: 'find',
      title: others.length > 0 ? `${found.length} new creatures` : `New creature: ${one.name}`,
      text: `${found.map(({ name, rarity }) => `${name} (${rarity})`).join(', ')}. In your collection now.`,
      href: hrefs.collection(),
      creatures: rows.filter(({ kind }) => !before.has(kind)).map(({ creature }) => creature),
    },
  ];
}

/** A creature comes after each of this many played days in a row. */
const GIFT_DAYS = 7;

/** Returns the kinds that can be a gift: those not found yet. The week's giants can only be won by playing. */
function giftsFor(own: readonly Pick<Find, 'kind'>[]) {
  const found = new Set(own.map(({ kind }) => kind));
  return kinds.filter(({ id, size }) => sizes.includes(size) && !found.has(id));
}

/** Returns the day of a streak that brings the next creature; null if all are found. */
export async function nextGiftDay(db: Executor, userId: number, days: number): Promise<number | null> {
  if (giftsFor(await findsOf(db, userId)).length === 0) return null;
  return days - (days % GIFT_DAYS) + GIFT_DAYS;
}

/**
 * Adds the creature for this day of a streak, if the day brings one. `days` is the length of the streak; 0 if today was already
 * counted.
 */
export async function addGift(
  tx: Transaction,
  { userId, days, now }: { userId: number; days: number; now: Date },
): Promise<Milestone[]> {
  if (days === 0 || days % GIFT_DAYS !== 0) return [];
  const gifts = giftsFor(await findsOf(tx, userId));
  const kind = gifts[randomInt(Math.max(1, gifts.length))];
  if (!kind) return [];
  const creature = codeOf(asKind(kind, pictureOf(randomInt(2 ** 32), 0, [kind.size])));
  await tx.insert(finds).values({ userId, kind: kind.id, creature, foundAt: now, count: 1 });
  return [
    {
      kind: 'find',
      title: `Day ${days}: ${kind.name}`,
      text: `A new creature (${kind.rarity}) for ${days} days in a row. In your collection now.`,
      href: hrefs.collection(),
      creatures: [creature],
    },
  ];
}

const shown = ({ kind, creature, foundAt, count, parents }: typeof finds.$inferSelect): Find => ({
  kind,
  creature,
  found_at: foundAt.toISOString(),
  count,
  parents,
});

/** Returns a user's finds, in the order of the collection. */
export async function findsOf(db: Executor, userId: number): Promise<Find[]> {
  const rows = await db.select().from(finds).where(eq(finds.userId, userId)).orderBy(asc(finds.kind));
  return mapRows(rows, shown);
}

/** Returns when a user can breed again; null means now. */
export async function breedsAt(db: Executor, userId: number, now: Date): Promise<string | null> {
  const [last] = await db
    .select({ at: finds.bredAt })
    .from(finds)
    .where(and(eq(finds.userId, userId), isNotNull(finds.bredAt)))
    .orderBy(desc(finds.bredAt))
    .limit(1);
  const end = last?.at ? periodOf('daily', last.at).end : null;
  return end && end > now ? end.toISOString() : null;
}

/**
 * Breeds two creatures of a user's collection into a new card, once per UTC day. The caller holds the lock on the account's
 * balance. Errors: invalid, limit_reached.
 */
export async function breed(
  tx: Transaction,
  { userId, one, other, now }: { userId: number; one: number; other: number; now: Date },
): Promise<Bred> {
  const own = await findsOf(tx, userId);
  const lookOfKind = (field: 'one' | 'other', kind: number) => {
    const find = own.find((each) => each.kind === kind);
    if (!find) throw fieldError(field, 'Choose a creature from your collection.');
    return lookOf(find.creature);
  };
  const looks = [lookOfKind('one', one), lookOfKind('other', other)] as const;
  if (one === other) throw fieldError('other', 'Choose two different creatures.');
  if (looks[0].size !== looks[1].size) throw fieldError('other', 'Choose two creatures of the same size.');
  if ((await breedsAt(tx, userId, now)) !== null)
    throw new DomainError('limit_reached', {
      message: 'You can breed one pair a day. Try again after midnight UTC.',
    });
  const child = childOf(...looks);
  const kind = kindOf(child);
  if (!kind) throw new Error(`no kind for ${codeOf(child)}`);
  const [row] = await tx
    .insert(finds)
    .values({
      userId,
      kind: kind.id,
      creature: codeOf(child),
      foundAt: now,
      count: 1,
      parents: [one, other],
      bredAt: now,
    })
    .onConflictDoUpdate({
      target: [finds.userId, finds.kind],
      set: { count: sql`${finds.count} + 1`, bredAt: now },
    })
    .returning();
  if (!row) throw new Error('the upsert answered no row');
  return {
    find: shown(row),
    is_new: row.count === 1,
    next_at: (periodOf('daily', now).end ?? now).toISOString(),
  };
}

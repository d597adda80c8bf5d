/** Operators pause rewards and turn them on again. A paused reward can't be redeemed. */
import { and, asc, eq, ilike, isNotNull, isNull, notExists, type SQL, sql } from 'drizzle-orm';
import type { OperatorReward } from '../../../src/lib/contract/catalogue/operator-rewards.ts';
import type { OPERATOR_REWARD_VIEWS } from '../../../src/lib/contract/operator-limits.ts';
import { contains } from '../../db/contains.ts';
import type { Database, Executor, Transaction } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { operatorActs, rewards } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { type Page, type Paginator, pageOf } from '../../platform/pagination.ts';
import { recordAuditEvent } from '../admin/audit-log.ts';
import { newReward, notifyOfNew } from './announcements.ts';

const offered = eq(rewards.active, true);
const paused = isNotNull(rewards.pausedAt);

const shown = {
  id: rewards.id,
  name: rewards.name,
  points: rewards.points,
  pausedAt: rewards.pausedAt,
  codes: sql<number | null>`(SELECT CASE WHEN bool_or(a.is_code)
    THEN (SELECT count(*)::integer FROM codes c JOIN amounts b ON b.id = c.amount_id WHERE b.reward_id = rewards.id AND b.active) END
    FROM amounts a WHERE a.reward_id = rewards.id AND a.active)`,
};

const select = (db: Executor, where: SQL | undefined) => db.select(shown).from(rewards).where(where);

const rewardOf = ({
  pausedAt,
  codes,
  ...row
}: Awaited<ReturnType<typeof select>>[number]): OperatorReward => ({
  ...row,
  paused_at: pausedAt?.toISOString() ?? null,
  delivery: codes === null ? 'person' : 'code',
  codes,
});

interface View extends Page {
  state: (typeof OPERATOR_REWARD_VIEWS)[number];
  search: string;
}

/** Lists the catalogue's rewards, paused ones first. */
export async function listOperatorRewards(db: Database, given: View): Promise<Paginator<OperatorReward>> {
  const { state, search } = given;
  const ofState = { all: undefined, paused, on: isNull(rewards.pausedAt) }[state];
  const wanted = and(offered, ofState, search ? ilike(rewards.name, contains(search)) : undefined);
  const rows = select(db.drizzle, wanted).orderBy(
    sql`${rewards.pausedAt} IS NULL`,
    asc(rewards.name),
    asc(rewards.id),
  );
  return pageOf(rows, db.drizzle.$count(rewards, wanted), given, rewardOf);
}

interface Acting {
  readonly operatorId: number;
  readonly now: Date;
}

async function note(tx: Transaction, { operatorId, now }: Acting, id: number, on: boolean): Promise<void> {
  await recordAuditEvent(tx, {
    operatorId,
    act: on ? 'reward.resume' : 'reward.pause',
    subjectId: id,
    before: { paused: on },
    after: { paused: !on },
    now,
  });
  announce(tx, { kind: 'reward', rewardId: id });
}

/**
 * Announces paused rewards that were never on: they were imported paused, and no operator has turned them on or off yet. It runs
 * before they are turned on. Otherwise a buyer would wait until everyone who wants news is notified.
 */
async function announceNew(tx: Transaction, which: SQL | undefined, now: Date): Promise<void> {
  const switched = tx
    .select({ id: operatorActs.id })
    .from(operatorActs)
    .where(and(eq(operatorActs.subject, 'reward'), eq(operatorActs.subjectId, sql`${rewards.id}::text`)));
  const first = await tx
    .select({ id: rewards.id, name: rewards.name })
    .from(rewards)
    .where(and(offered, paused, which, notExists(switched)))
    .orderBy(asc(rewards.id));
  await notifyOfNew(tx, first.map(newReward), now);
}

/** Pauses a reward or turns it on. Errors: not_found, nothing_to_do if nothing would change. */
export async function switchReward(
  db: Database,
  given: Acting & { rewardId: number },
  on: boolean,
): Promise<OperatorReward> {
  const { rewardId, now } = given;
  return db.drizzle.transaction(async (tx) => {
    const one = and(offered, eq(rewards.id, rewardId));
    if (on) await announceNew(tx, one, now);
    const changed = await tx
      .update(rewards)
      .set({ pausedAt: on ? null : now })
      .where(and(one, on ? paused : isNull(rewards.pausedAt)))
      .returning({ id: rewards.id });
    const [reward] = await select(tx, one);
    if (!reward) throw new DomainError('not_found');
    if (changed.length === 0)
      throw new DomainError('nothing_to_do', { message: on ? 'It’s already on.' : 'It’s already paused.' });
    await note(tx, given, rewardId, on);
    return rewardOf(reward);
  });
}

/** Turns on all paused rewards, or pauses all that are on, and returns their ids. Each gets an audit event. */
export async function switchAll(db: Database, given: Acting, on: boolean): Promise<number[]> {
  const { now } = given;
  return db.drizzle.transaction(async (tx) => {
    if (on) await announceNew(tx, undefined, now);
    const rows = await tx
      .update(rewards)
      .set({ pausedAt: on ? null : now })
      .where(and(offered, on ? paused : isNull(rewards.pausedAt)))
      .returning({ id: rewards.id });
    const ids = rows.map(({ id }) => id).sort((a, b) => a - b);
    for (const id of ids) await note(tx, given, id, on);
    return ids;
  });
}

/**
 * What operators do with contests: create, change and cancel them. contest-proposals.ts has what a second operator approves, and
 * contest-draws.ts draws the winners.
 */

import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import type { ContestForm, OperatorContest } from '../../../src/lib/contract/draws/operator-contests.ts';
import { slugOf } from '../../../src/lib/format/slug.ts';
import { routes } from '../../../src/lib/routing/routes.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { contestEntries, contests } from '../../db/schema.ts';
import { DomainError, fieldError } from '../../platform/domain-error.ts';
import { createSeed } from '../../platform/draw-seed.ts';
import { DAY, HOUR } from '../../platform/time.ts';
import { givenReason } from '../admin/act.ts';
import { lockOperator, payOrPropose } from '../admin/approvals.ts';
import { recordAuditEvent } from '../admin/audit-log.ts';
import { notifyAll } from '../notifications/notifications.ts';
import { shown } from './admin-contests.ts';

type Row = typeof contests.$inferSelect;

const LONGEST_MS = 366 * DAY;

/** Turns the form into a row of the table. Errors: the fields `starts_at` and `ends_at`. */
function contentOf({ starts_at, ends_at, ...words }: ContestForm, now: Date) {
  const startsAt = new Date(starts_at);
  const endsAt = new Date(ends_at);
  if (startsAt <= now) throw fieldError('starts_at', 'Please choose a start in the future.');
  if (endsAt.getTime() - startsAt.getTime() < HOUR)
    throw fieldError('ends_at', 'A giveaway has to last at least an hour.');
  if (endsAt.getTime() - startsAt.getTime() > LONGEST_MS)
    throw fieldError('ends_at', 'A giveaway can last at most a year.');
  return { ...words, slug: slugOf(words.name).toLowerCase() || 'contest', startsAt, endsAt };
}

type Content = Pick<Row, 'name' | 'game' | 'summary' | 'rules' | 'prizes' | 'startsAt' | 'endsAt'>;

/** All that players read of a contest, for the audit log. */
const short = ({ name, game, summary, rules, prizes, startsAt, endsAt }: Content) => ({
  name,
  game,
  summary,
  rules: rules.join('\n'),
  prizes: prizes.join(', '),
  starts: startsAt.toISOString(),
  ends: endsAt.toISOString(),
});
export type Short = ReturnType<typeof short>;
export const shortSchema = v.object({
  name: v.string(),
  game: v.string(),
  summary: v.string(),
  rules: v.string(),
  prizes: v.string(),
  starts: v.string(),
  ends: v.string(),
});

export const formOf = ({ name, game, summary, rules, prizes, starts, ends }: Short): ContestForm => ({
  name,
  game,
  summary,
  rules: rules.split('\n'),
  prizes: prizes.split(', ').map(Number),
  starts_at: starts,
  ends_at: ends,
});

const total = ({ prizes }: Pick<ContestForm, 'prizes'>) => prizes.reduce((sum, points) => sum + points, 0);

/** The terms that decide how much can be won, and when. */
const termsOf = ({ prizes, startsAt, endsAt }: Pick<Row, 'prizes' | 'startsAt' | 'endsAt'>) =>
  JSON.stringify([prizes, startsAt, endsAt]);

/** Identifies what was proposed. A second operator must approve exactly that. */
export const hashOf = (content: Short) =>
  createHash('sha256')
    .update(JSON.stringify(formOf(content)))
    .digest('hex');

export const CREATE = 'contest.create';
export const EDIT = 'contest.edit';

/**
 * Creates a contest. Returns null if its prizes need a second operator, so that it is only proposed. The seed is made here, and its
 * hash is public from now on, before anyone can enter.
 */
export async function createContest(
  db: Database,
  given: { operatorId: number; form: ContestForm; alone: number; approves?: number; now: Date },
): Promise<OperatorContest | null> {
  const { operatorId, form, alone, approves, now } = given;
  const content = contentOf(form, now);
  const seed = await createSeed();
  const common = { operatorId, now };
  return db.drizzle.transaction(async (tx) => {
    const act = CREATE;
    const payment = {
      ...common,
      act,
      subjectId: hashOf(short(content)),
      points: total(form),
      alone,
      approves,
    };
    if ((await payOrPropose(tx, payment)) === 'proposed') {
      await recordAuditEvent(tx, {
        ...common,
        act: 'contest.propose',
        subjectId: 'new',
        after: short(content),
      });
      return null;
    }
    const [row] = await tx
      .insert(contests)
      .values({ ...content, ...seed })
      .returning();
    if (!row) throw new Error('the contest was not stored');
    await recordAuditEvent(tx, { ...common, act, subjectId: row.id, after: short(row) });
    return shown(row, now);
  });
}

/** Locks a contest and returns it. Until the transaction ends, no one can enter and it can't be drawn. Errors: not_found. */
async function lockContest(tx: Transaction, id: number): Promise<Row> {
  const [row] = await tx.select().from(contests).where(eq(contests.id, id)).for('no key update');
  if (!row) throw new DomainError('not_found');
  return row;
}

/**
 * Changes a contest that hasn't started. Returns null if it needs a second operator. Errors: not_found, contest_closed, and the
 * fields of the form.
 */
export async function editContest(
  db: Database,
  given: { operatorId: number; id: number; form: ContestForm; alone: number; approves?: number; now: Date },
): Promise<OperatorContest | null> {
  const { operatorId, id, form, alone, approves, now } = given;
  return db.drizzle.transaction(async (tx) => {
    await lockOperator(tx, operatorId);
    const before = await lockContest(tx, id);
    const refuse = (message: string) => new DomainError('contest_closed', { message });
    if (before.catalogueId !== null)
      throw refuse(
        'This giveaway comes from the catalog and is announced. Cancel it, and give its file a new ID.',
      );
    if (before.calledOffAt) throw refuse('This giveaway was cancelled. Announce another one.');
    if (before.startsAt <= now)
      throw refuse('This giveaway has started, so you can’t change it. You can still cancel it.');
    const content = contentOf(form, now);
    const common = { operatorId, now };
    const change = { ...common, subjectId: id, before: short(before) };
    const act = EDIT;
    // Another operator may have approved the old terms, so changed terms count like a new contest.
    const points = termsOf(content) === termsOf(before) ? 0 : total(form);
    const payment = { ...common, act, subjectId: `${id}:${hashOf(short(content))}`, points, alone, approves };
    if ((await payOrPropose(tx, payment)) === 'proposed') {
      await recordAuditEvent(tx, { ...change, act: 'contest.propose', after: short(content) });
      return null;
    }
    const [row] = await tx.update(contests).set(content).where(eq(contests.id, id)).returning();
    if (!row) throw new Error('the contest is gone');
    announce(tx, { kind: 'contest', contestId: id });
    await recordAuditEvent(tx, { ...change, act, after: short(row) });
    return shown(row, now);
  });
}

/**
 * Cancels a contest that isn't drawn. There are no winners, and everyone who entered reads the reason. Errors: not_found,
 * contest_closed, nothing_to_do, and the field `reason`.
 */
export async function callOffContest(
  db: Database,
  given: { operatorId: number; id: number; reason: string; now: Date },
): Promise<OperatorContest> {
  const { operatorId, id, now } = given;
  const reason = givenReason(given.reason);
  return db.drizzle.transaction(async (tx) => {
    const before = await lockContest(tx, id);
    if (before.calledOffAt) throw new DomainError('nothing_to_do', { message: 'It’s already cancelled.' });
    if (before.drawnAt)
      throw new DomainError('contest_closed', {
        message: 'We’ve already drawn the winners, and they have their prizes.',
      });
    const [row] = await tx
      .update(contests)
      .set({ calledOffAt: now, calledOffFor: reason })
      .where(eq(contests.id, id))
      .returning();
    await tx.update(contestEntries).set({ mailbox: null }).where(eq(contestEntries.contestId, id));
    if (!row) throw new Error('the contest is gone');
    const entered = await tx
      .select({ userId: contestEntries.userId })
      .from(contestEntries)
      .where(eq(contestEntries.contestId, id));
    await notifyAll(
      tx,
      entered.map(({ userId }) => userId),
      {
        kind: 'contest',
        key: `contest:${id}:called-off`,
        title: `Cancelled: ${row.name}`,
        body: `We cancelled this giveaway, so nobody wins. The reason: ${reason}`,
        href: routes.userContests.pattern,
        now,
      },
    );
    announce(tx, { kind: 'contest', contestId: id });
    await recordAuditEvent(tx, {
      operatorId,
      act: 'contest.call_off',
      subjectId: id,
      reason,
      before: { state: shown(before, now).state, entries: before.entries },
      after: { state: 'called_off' },
      now,
    });
    return shown(row, now);
  });
}

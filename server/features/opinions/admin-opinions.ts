/** Opinions and comments as operators read them, and their decisions: hide it with a reason, show it again, or keep it. */

import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { OPINION_SUBJECTS, OPINION_VIEWS } from '../../../src/lib/contract/operator-limits.ts';
import type {
  ModeratedOpinion,
  OpinionReport,
} from '../../../src/lib/contract/opinions/operator-opinions.ts';
import { hrefs } from '../../../src/lib/routing/routes.ts';
import type { Database, Executor, Transaction } from '../../db/database.ts';
import { articles, games, opinionReports, opinions, rewards, users } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { onlyOf } from '../../platform/ids.ts';
import { type Page, type Paginator, preparedPageOf } from '../../platform/pagination.ts';
import { mapRows } from '../../platform/sound-rows.ts';
import { givenReason, type OperatorAct } from '../admin/act.ts';
import { operatorNames, recordAuditEvent } from '../admin/audit-log.ts';
import { lockBalance } from '../ledger/ledger.ts';
import { withMilestones } from '../milestones/milestones.ts';
import { notify, notifyAll } from '../notifications/notifications.ts';
import { sentence } from '../notifications/words.ts';

const selectOpinions = (db: Executor) =>
  db
    .select({
      row: opinions,
      user: { id: users.id, name: users.name },
      subjectName: sql<string>`coalesce(${rewards.name}, ${games.name}, ${articles.title})`,
      reports: sql<number>`(SELECT count(*)::integer FROM opinion_reports r WHERE r.opinion_id = ${sql.raw('opinions.id')} AND r.settled_at IS NULL)`,
    })
    .from(opinions)
    .innerJoin(users, eq(users.id, opinions.userId))
    .leftJoin(rewards, eq(rewards.id, opinions.rewardId))
    .leftJoin(games, eq(games.id, opinions.gameId))
    .leftJoin(articles, eq(articles.id, opinions.articleId));

type Found = Awaited<ReturnType<typeof selectOpinions>>[number];

function subjectOf(row: Found['row']): { subject: ModeratedOpinion['subject']; subject_id: number } {
  if (row.rewardId !== null) return { subject: 'reward', subject_id: row.rewardId };
  if (row.gameId !== null) return { subject: 'game', subject_id: row.gameId };
  return { subject: 'article', subject_id: row.articleId ?? 0 };
}

async function showerOf(db: Executor, found: readonly Found[]): Promise<(one: Found) => ModeratedOpinion> {
  const nameOf = await operatorNames(
    db,
    found.map(({ row }) => row.hiddenBy),
  );
  return ({ row, user, subjectName, reports }) => ({
    id: row.id,
    version: row.version,
    user,
    ...subjectOf(row),
    subject_name: subjectName,
    opinion: row.opinion,
    likes: row.likes,
    created_at: row.createdAt.toISOString(),
    edited_at: row.editedAt?.toISOString() ?? null,
    hidden_at: row.hiddenAt?.toISOString() ?? null,
    hidden_for: row.hiddenFor,
    hidden_by: nameOf(row.hiddenBy),
    waits_since: row.waitsSince?.toISOString() ?? null,
    reports,
  });
}

/** The conditions are written as text, to match the partial indexes. */
const views: Record<(typeof OPINION_VIEWS)[number], { wanted: SQL | undefined; order: SQL[] }> = {
  waiting: { wanted: sql`waits_since IS NOT NULL`, order: [asc(opinions.waitsSince), asc(opinions.id)] },
  newest: { wanted: undefined, order: [desc(opinions.id)] },
  hidden: { wanted: sql`hidden_at IS NOT NULL`, order: [desc(opinions.hiddenAt), desc(opinions.id)] },
};

const subjects: Record<(typeof OPINION_SUBJECTS)[number], SQL | undefined> = {
  all: undefined,
  reward: sql`${opinions.rewardId} IS NOT NULL`,
  game: sql`${opinions.gameId} IS NOT NULL`,
  article: sql`${opinions.articleId} IS NOT NULL`,
};

export async function listModeratedOpinions(
  db: Database,
  given: Page & { show: keyof typeof views; subject: keyof typeof subjects; user_id: number | null },
): Promise<Paginator<ModeratedOpinion>> {
  const { show, subject, user_id: writer } = given;
  const { wanted: view, order } = views[show];
  const wanted = and(view, subjects[subject], onlyOf(opinions.userId, writer));
  const rows = selectOpinions(db.drizzle)
    .where(wanted)
    .orderBy(...order);
  const total = db.drizzle.$count(opinions, wanted);
  return preparedPageOf(rows, total, given, (found) => showerOf(db.drizzle, found));
}

/** Errors: not_found. */
async function opinionById(db: Executor, id: number): Promise<ModeratedOpinion> {
  const found = await selectOpinions(db).where(eq(opinions.id, id));
  const [one] = found;
  if (!one) throw new DomainError('not_found');
  return (await showerOf(db, found))(one);
}

/** How many reports are listed. The rest are only counted. */
const REPORTS_SHOWN = 100;

/** Returns an opinion with its reports. Errors: not_found. */
export async function getModeratedOpinion(
  db: Executor,
  id: number,
): Promise<{ opinion: ModeratedOpinion; reports: OpinionReport[] }> {
  const opinion = await opinionById(db, id);
  const reports = await db
    .select({ report: opinionReports, user: { id: users.id, name: users.name } })
    .from(opinionReports)
    .innerJoin(users, eq(users.id, opinionReports.userId))
    .where(eq(opinionReports.opinionId, id))
    .orderBy(sql`${opinionReports.settledAt} IS NOT NULL`, desc(opinionReports.createdAt))
    .limit(REPORTS_SHOWN);
  return {
    opinion,
    reports: mapRows(reports, ({ report, user }) => ({
      user,
      reason: report.reason,
      note: report.note,
      version: report.version,
      created_at: report.createdAt.toISOString(),
      settled_at: report.settledAt?.toISOString() ?? null,
    })),
  };
}

interface Deciding extends OperatorAct {
  opinionId: number;
  /** The version that the operator read. The writer may have changed it since. */
  version: number;
}

/**
 * Locks the opinion and checks that it is the version the operator read. Errors: not_found,
 * draft_changed.
 */
async function lockRead(tx: Transaction, given: Deciding): Promise<Found['row']> {
  const thisOpinion = eq(opinions.id, given.opinionId);
  const [found] = await tx.select({ writer: opinions.userId }).from(opinions).where(thisOpinion);
  if (!found) throw new DomainError('not_found');
  // Locks the writer first. Erasing an account takes the locks in the same order, so the two can't deadlock.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, found.writer)).for('share');
  await lockBalance(tx, found.writer);
  const [row] = await tx.select().from(opinions).where(thisOpinion).for('update');
  if (!row) throw new DomainError('not_found');
  if (row.version !== given.version)
    throw new DomainError('draft_changed', { message: 'The writer has edited it since you read it.' });
  return row;
}

/** Settles the reports about an opinion. Returns who made them. */
async function settleReports(tx: Transaction, opinionId: number, now: Date): Promise<number[]> {
  const settled = await tx
    .update(opinionReports)
    .set({ settledAt: now })
    .where(and(eq(opinionReports.opinionId, opinionId), isNull(opinionReports.settledAt)))
    .returning({ userId: opinionReports.userId });
  return settled.map(({ userId }) => userId);
}

type Becomes = 'hidden' | 'shown' | 'kept';

const places = { reward: hrefs.userReward, game: hrefs.userGame, article: hrefs.userArticle } as const;
const acts = { hidden: 'opinion.hide', shown: 'opinion.show', kept: 'opinion.keep' } as const;

/** Returns why this decision isn't possible; null if it is. */
function reasonAgainst({ hiddenAt, waitsSince }: Found['row'], becomes: Becomes): string | null {
  if (becomes === 'hidden' && hiddenAt && !waitsSince) return 'It’s already hidden.';
  if (becomes === 'shown' && !hiddenAt) return 'It isn’t hidden.';
  if (becomes === 'kept' && (hiddenAt || !waitsSince)) return 'Someone else has already decided on this.';
  return null;
}

async function decide(db: Database, given: Deciding, becomes: Becomes): Promise<ModeratedOpinion> {
  const { opinionId, operatorId, now } = given;
  const reason = givenReason(given.reason);
  return db.drizzle.transaction(async (tx) => {
    const row = await lockRead(tx, given);
    const refused = reasonAgainst(row, becomes);
    if (refused !== null) throw new DomainError('nothing_to_do', { message: refused });
    await withMilestones(tx, { userId: row.userId, now }, () =>
      tx
        .update(opinions)
        .set({
          waitsSince: null,
          ...(becomes === 'hidden' && { hiddenAt: now, hiddenFor: reason, hiddenBy: operatorId }),
          ...(becomes === 'shown' && { hiddenAt: null, hiddenFor: null, hiddenBy: null }),
        })
        .where(eq(opinions.id, opinionId)),
    );
    const reporters = await settleReports(tx, opinionId, now);
    await recordAuditEvent(tx, {
      operatorId,
      act: acts[becomes],
      subjectId: opinionId,
      userId: row.userId,
      reason,
      before: { hidden: row.hiddenAt !== null, reports: reporters.length },
      after: { hidden: becomes === 'hidden', reports: 0 },
      now,
    });
    const opinion = await opinionById(tx, opinionId);
    const { subject, subject_id, subject_name } = opinion;
    const what = `${subject === 'article' ? 'comment' : 'review'} on ${subject_name}`;
    // Reviews start closed on their page: the fragment opens them.
    const common = { kind: 'message' as const, href: `${places[subject](subject_id)}#opinions`, now };
    const hidden = row.hiddenAt === null ? 'Hidden' : 'Still hidden';
    if (becomes !== 'kept')
      await notify(tx, row.userId, {
        ...common,
        key: `opinion:${opinionId}:${becomes}:${now.getTime()}`,
        title: `${becomes === 'hidden' ? hidden : 'Shown again'}: your ${what}`,
        body:
          becomes === 'hidden'
            ? `${sentence(reason)} Only you can see it now. Edit it, and we’ll review it again.`
            : sentence(reason),
      });
    // Only the writer reads why it was hidden.
    if (becomes !== 'shown')
      await notifyAll(tx, reporters, {
        ...common,
        key: `report:${opinionId}:${now.getTime()}`,
        title: `We reviewed your report: a ${what}`,
        body:
          becomes === 'hidden'
            ? 'We’ve hidden it. Thanks for letting us know.'
            : `We’re keeping it. ${sentence(reason)}`,
      });
    return opinion;
  });
}

/**
 * Hides an opinion. Errors of all three: not_found, forbidden (the operator's own), draft_changed, nothing_to_do, the field
 * `reason`.
 */
export const hideOpinion = (db: Database, given: Deciding) => decide(db, given, 'hidden');
export const showOpinion = (db: Database, given: Deciding) => decide(db, given, 'shown');
export const keepOpinion = (db: Database, given: Deciding) => decide(db, given, 'kept');

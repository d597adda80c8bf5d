/** Operators' decisions on the articles that players submit. */

import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { LAST_CATALOGUE_ARTICLE } from '../../../src/lib/contract/catalogue/catalogue.ts';
import type { PublishedArticle } from '../../../src/lib/contract/reviews/operator-reviews.ts';
import type { Draft } from '../../../src/lib/contract/submissions/submissions.ts';
import { hrefs, routes } from '../../../src/lib/routing/routes.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { articles, submissions, users } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { onlyOf } from '../../platform/ids.ts';
import { type Page, type Paginator, pageOf } from '../../platform/pagination.ts';
import { renderArticle } from '../../platform/render-markdown.ts';
import { givenReason, type OperatorAct } from '../admin/act.ts';
import { lockOperator, payAlone } from '../admin/approvals.ts';
import { credit, lockBalance } from '../ledger/ledger.ts';
import { withMilestones } from '../milestones/milestones.ts';
import { notifyDecision } from '../notifications/decision.ts';
import { notify } from '../notifications/notifications.ts';
import { sentence } from '../notifications/words.ts';
import { contentOf } from './submissions.ts';

type Row = typeof submissions.$inferSelect;

interface WaitingSubmission extends Draft {
  id: number;
  version: number;
  user: { id: number; name: string };
  points: number;
  submitted_at: string;
}

const waitingState = sql`${submissions.state} = 'submitted'`;
const withWriter = { row: submissions, user: { id: users.id, name: users.name } };

function waitingOf({ row, user }: { row: Row; user: WaitingSubmission['user'] }): WaitingSubmission {
  return {
    id: row.id,
    version: row.version,
    user,
    ...contentOf(row),
    points: row.points ?? 0,
    submitted_at: (row.submittedAt ?? row.updatedAt).toISOString(),
  };
}

/** Lists the submissions that wait for an operator, longest wait first. */
export async function listWaitingSubmissions(
  db: Database,
  page: Page,
): Promise<Paginator<WaitingSubmission>> {
  const rows = db.drizzle
    .select(withWriter)
    .from(submissions)
    .innerJoin(users, eq(users.id, submissions.userId))
    .where(waitingState)
    .orderBy(asc(submissions.submittedAt), asc(submissions.id));
  const total = db.drizzle.$count(submissions, waitingState);
  return pageOf(rows, total, page, waitingOf);
}

/**
 * Returns a waiting submission as readers would see it. Its HTML must be sanitised before it is shown. Errors: not_found, also
 * after it was decided.
 */
export async function getWaitingSubmission(
  db: Database,
  id: number,
): Promise<WaitingSubmission & { html: string }> {
  const [found] = await db.drizzle
    .select(withWriter)
    .from(submissions)
    .innerJoin(users, eq(users.id, submissions.userId))
    .where(and(eq(submissions.id, id), waitingState));
  if (!found) throw new DomainError('not_found');
  return { ...waitingOf(found), html: await renderArticle(found.row.body) };
}

export interface Deciding extends OperatorAct {
  submissionId: number;
  /** The version that the operator read. The writer may have taken it back and changed it since. */
  version: number;
}

const decided: Record<Exclude<Row['state'], 'submitted'>, string> = {
  draft: 'The writer has withdrawn it.',
  accepted: 'Someone has already accepted it.',
  refused: 'Someone has already declined it.',
};

async function lockSubmission(tx: Transaction, id: number): Promise<Row> {
  const wanted = eq(submissions.id, id);
  const [writer] = await tx.select({ id: submissions.userId }).from(submissions).where(wanted);
  if (!writer) throw new DomainError('not_found');
  // Locks the balance first, as saving does.
  await lockBalance(tx, writer.id);
  const [row] = await tx.select().from(submissions).where(wanted).for('update');
  if (!row) throw new DomainError('not_found');
  return row;
}

async function waitingRow(tx: Transaction, given: Deciding): Promise<Row> {
  const row = await lockSubmission(tx, given.submissionId);
  if (row.state !== 'submitted') throw new DomainError('nothing_to_do', { message: decided[row.state] });
  if (row.version !== given.version)
    throw new DomainError('draft_changed', { message: 'The writer has edited it since you read it.' });
  return row;
}

/**
 * Accepts an article: it is published under its writer's name and paid, once. Returns the writer, the article's id and the
 * points. Errors: not_found, nothing_to_do, draft_changed, the field `reason`.
 */
export async function acceptSubmission(
  tx: Transaction,
  given: Deciding & { alone: number },
): Promise<{ userId: number; articleId: number; points: number }> {
  const { operatorId, alone, now } = given;
  const reason = givenReason(given.reason);
  await lockOperator(tx, operatorId);
  const row = await waitingRow(tx, given);
  const { id, userId, title, summary, type, gameId, body, points } = row;
  if (points === null) throw new Error(`the submission ${id} waits without its points`);
  await payAlone(tx, { operatorId, act: 'submission.accept', subjectId: id, points, alone, now });
  const articleId = LAST_CATALOGUE_ARTICLE + id;
  await withMilestones(tx, { userId, now }, async () => {
    await tx.insert(articles).values({
      id: articleId,
      title: title.trim(),
      summary: summary.trim(),
      type,
      body,
      gameId,
      authorId: userId,
      publishedAt: now,
    });
    await tx
      .update(submissions)
      .set({ state: 'accepted', decidedAt: now, decidedBy: operatorId, reason, articleId, updatedAt: now })
      .where(eq(submissions.id, id));
    await credit(tx, {
      key: `article:${id}`,
      userId,
      points,
      title: `Article accepted: ${title.trim()}`,
      detail: `your published ${type}`,
      quiet: true,
      at: now,
    });
  });
  await notifyDecision(tx, {
    userId,
    key: `article:${id}`,
    title: title.trim(),
    accepted: true,
    reason,
    points,
    href: hrefs.userArticle(articleId),
    now,
  });
  return { userId, articleId, points };
}

/**
 * Rejects an article with a reason that its writer reads. It can be changed and submitted again. Errors: as for acceptSubmission.
 */
export async function refuseSubmission(tx: Transaction, given: Deciding): Promise<{ userId: number }> {
  const { operatorId, now } = given;
  const reason = givenReason(given.reason);
  const { id, userId, title } = await waitingRow(tx, given);
  await tx
    .update(submissions)
    .set({ state: 'refused', decidedAt: now, decidedBy: operatorId, reason, updatedAt: now })
    .where(eq(submissions.id, id));
  await notifyDecision(tx, {
    userId,
    key: `article:${id}`,
    title: title.trim(),
    accepted: false,
    reason,
    points: null,
    href: routes.userCreateContent.pattern,
    now,
  });
  return { userId };
}

/** Lists the articles by players that were published, newest first. */
export async function listPublishedArticles(
  db: Database,
  given: Page & { user_id: number | null },
): Promise<Paginator<PublishedArticle>> {
  const wanted = onlyOf(articles.authorId, given.user_id);
  const rows = db.drizzle
    .select({ row: submissions, article: articles, user: { id: users.id, name: users.name } })
    .from(articles)
    .innerJoin(users, eq(users.id, articles.authorId))
    .innerJoin(submissions, eq(submissions.articleId, articles.id))
    .where(wanted)
    .orderBy(desc(articles.publishedAt), desc(articles.id));
  const total = db.drizzle.$count(articles, and(wanted, isNotNull(articles.authorId)));
  return pageOf(rows, total, given, ({ row, article, user }) => ({
    id: row.id,
    article_id: article.id,
    title: article.title,
    type: row.type,
    user,
    published_at: article.publishedAt.toISOString(),
    hidden: !article.active,
  }));
}

type OnPublished = OperatorAct & { submissionId: number };

async function setShown(tx: Transaction, given: OnPublished, active: boolean): Promise<{ userId: number }> {
  const { now } = given;
  const reason = givenReason(given.reason);
  const { id, key, userId, title, articleId } = await lockSubmission(tx, given.submissionId);
  if (articleId === null) throw new DomainError('not_found');
  await withMilestones(tx, { userId, now }, async () => {
    const changed = await tx
      .update(articles)
      .set({ active })
      // Its writer may have deleted it with their account.
      .where(and(eq(articles.id, articleId), eq(articles.authorId, userId), eq(articles.active, !active)))
      .returning({ id: articles.id });
    if (changed.length === 0)
      throw new DomainError('nothing_to_do', {
        message: active ? 'It isn’t hidden.' : 'It’s already hidden.',
      });
    // Its writer reads why it is hidden, and nothing of that once it is shown.
    await tx
      .update(submissions)
      .set({ reason: active ? null : reason, updatedAt: now })
      .where(eq(submissions.id, id));
  });
  await notify(tx, userId, {
    kind: 'message',
    key: `article:${id}:${active ? 'shown' : 'hidden'}:${now.getTime()}`,
    title: `${active ? 'Shown again' : 'Hidden'}: your article “${title.trim()}”`,
    body: active ? sentence(reason) : `${sentence(reason)} Only you can see it now.`,
    href: active ? hrefs.userArticle(articleId) : hrefs.draft(key),
    now,
  });
  return { userId };
}

/**
 * Hides a published article from everyone but its writer. Errors of both: not_found, nothing_to_do, the field `reason`.
 */
export const hideArticle = (tx: Transaction, given: OnPublished) => setShown(tx, given, false);
export const showArticle = (tx: Transaction, given: OnPublished) => setShown(tx, given, true);

/**
 * Articles that players write, from the first word to submitting them. What follows is up to operators (decisions.ts). A save
 * names the version that it changed. With two tabs or devices, the second gets an error, and neither overwrites the other.
 */
import { createHash } from 'node:crypto';
import { and, desc, eq, gte, inArray, ne, or, sql } from 'drizzle-orm';
import * as v from 'valibot';
import {
  DRAFTS_KEPT,
  SUBMISSION_POINTS,
  SUBMISSIONS_PER_DAY,
  SUBMISSIONS_WAITING,
} from '../../../src/lib/contract/limits.ts';
import {
  completeDraftSchema,
  type Draft,
  type Submission,
  type SubmissionCard,
} from '../../../src/lib/contract/submissions/submissions.ts';
import type { Database, Executor, Transaction } from '../../db/database.ts';
import { games, submissions } from '../../db/schema.ts';
import { DomainError, fieldError } from '../../platform/domain-error.ts';
import { type Page, type Paginator, pageOf } from '../../platform/pagination.ts';
import { periodOf } from '../../platform/periods.ts';
import { previewArticle } from '../../platform/render-markdown.ts';
import { rejectSuspended } from '../fraud/suspension.ts';
import { lockBalance } from '../ledger/ledger.ts';

type Row = typeof submissions.$inferSelect;

/** How many submissions are to be read before this one. */
const ahead = sql<number>`(SELECT count(*)::integer FROM submissions AS other
  WHERE other.state = 'submitted' AND (other.submitted_at, other.id) < (submissions.submitted_at, submissions.id))`;

const hidden = sql<boolean>`EXISTS (SELECT 1 FROM articles WHERE articles.id = submissions.article_id AND NOT articles.active)`;

/** A submission as its writer sees it. */
const shown = { row: submissions, ahead, hidden };

function cardOf({
  row,
  ahead: before,
  hidden,
}: {
  row: Row;
  ahead: number;
  hidden: boolean;
}): SubmissionCard {
  const waits = row.state === 'submitted';
  const isDraft = row.state === 'draft';
  return {
    key: row.key,
    title: row.title,
    type: row.type,
    state: row.state,
    updated_at: row.updatedAt.toISOString(),
    submitted_at: isDraft ? null : (row.submittedAt?.toISOString() ?? null),
    decided_at: row.decidedAt?.toISOString() ?? null,
    reason: row.reason,
    points: isDraft ? null : row.points,
    article_id: hidden ? null : row.articleId,
    hidden,
    ahead: waits ? before : null,
  };
}

export const contentOf = ({ title, summary, type, gameId, body }: Row): Draft => ({
  title,
  summary,
  type,
  game_id: gameId,
  body,
});

/** Returns the user's own submission. Errors: not_found (for another user's too). */
export async function getSubmission(db: Executor, key: string, userId: number): Promise<Submission> {
  const [found] = await db
    .select(shown)
    .from(submissions)
    .where(and(eq(submissions.key, key), eq(submissions.userId, userId)));
  if (!found) throw new DomainError('not_found');
  const { row } = found;
  return { ...cardOf(found), ...contentOf(row), version: row.version };
}

/** Lists the user's own submissions, last changed first. */
export async function listSubmissions(
  db: Database,
  userId: number,
  page: Page,
): Promise<Paginator<SubmissionCard>> {
  const mine = eq(submissions.userId, userId);
  const rows = db.drizzle
    .select(shown)
    .from(submissions)
    .where(mine)
    .orderBy(desc(submissions.updatedAt), desc(submissions.id));
  const total = db.drizzle.$count(submissions, mine);
  return pageOf(rows, total, page, cardOf);
}

/** Locks the user's own submission until the transaction ends; null if there is none. Errors: not_found for another user's. */
async function lockOwn(tx: Transaction, key: string, userId: number): Promise<Row | null> {
  const [row] = await tx.select().from(submissions).where(eq(submissions.key, key)).for('update');
  if (row && row.userId !== userId) throw new DomainError('not_found');
  return row ?? null;
}

const isSame = (row: Row, draft: Draft) => JSON.stringify(contentOf(row)) === JSON.stringify(draft);

async function checkGame(tx: Transaction, id: number | null): Promise<void> {
  if (id === null) return;
  if ((await tx.$count(games, and(eq(games.id, id), eq(games.active, true)))) === 0)
    throw fieldError('game_id', 'This game is no longer available. Choose another one, or none.');
}

/**
 * Saves a draft. A rejected article becomes a draft again. The same text sent again counts as the same save, whatever version it
 * names. Errors: not_found (deleted in the meantime), not_a_draft (submitted or accepted), draft_changed, limit_reached, the
 * field `game_id`.
 */
export async function saveSubmission(
  db: Database,
  given: { key: string; userId: number; draft: Draft; version: number; now: Date },
): Promise<Submission> {
  const { key, userId, version, now } = given;
  const { title, summary, type, game_id, body } = given.draft;
  // In the order of contentOf, whatever order the request had, because drafts are compared as JSON.
  const draft: Draft = { title, summary, type, game_id, body };
  const { game_id: gameId, ...texts } = draft;
  return db.drizzle.transaction(async (tx) => {
    // A user's saves run one after another. If the first save is sent twice, the second finds what the first made.
    await lockBalance(tx, userId);
    const row = await lockOwn(tx, key, userId);
    if (row && isSame(row, draft)) return getSubmission(tx, key, userId);
    if (row && row.state !== 'draft' && row.state !== 'refused')
      throw new DomainError('not_a_draft', {
        message:
          row.state === 'submitted'
            ? 'We’re reviewing this article. Withdraw it first if you want to change it.'
            : 'This article is published, so you can’t change it. If something in it is wrong, contact support, and we can hide it.',
      });
    if (!row && version > 0)
      throw new DomainError('not_found', {
        message: 'This draft was deleted. Your text here is still saved, and you can save it as a new draft.',
      });
    if (row && row.version !== version) throw new DomainError('draft_changed');
    await checkGame(tx, gameId);
    if (row) {
      await tx
        .update(submissions)
        .set({ ...texts, gameId, state: 'draft', version: row.version + 1, updatedAt: now })
        .where(eq(submissions.id, row.id));
    } else {
      const kept = await tx.$count(
        submissions,
        and(eq(submissions.userId, userId), inArray(submissions.state, ['draft', 'refused'])),
      );
      if (kept >= DRAFTS_KEPT)
        throw new DomainError('limit_reached', {
          message: `You can keep up to ${DRAFTS_KEPT} drafts. Delete one, and we’ll save this one.`,
        });
      await tx.insert(submissions).values({ ...texts, gameId, key, userId, createdAt: now, updatedAt: now });
    }
    return getSubmission(tx, key, userId);
  });
}

/** Returns a hash of a text without case and spaces. Texts that differ only in those count as the same. */
const hashOf = (body: string) =>
  createHash('sha256').update(body.toLowerCase().replace(/\s+/g, ' ').trim()).digest('hex');

function checkComplete(draft: Draft): void {
  const { issues } = v.safeParse(completeDraftSchema, draft);
  if (!issues) return;
  const fields: Record<string, string[]> = {};
  for (const issue of issues) {
    const field = v.getDotPath(issue) ?? 'body';
    fields[field] = [...(fields[field] ?? []), issue.message];
  }
  throw new DomainError('invalid', { fields });
}

async function checkLimits(tx: Transaction, userId: number, now: Date): Promise<void> {
  const mine = eq(submissions.userId, userId);
  const waiting = await tx.$count(submissions, and(mine, eq(submissions.state, 'submitted')));
  if (waiting >= SUBMISSIONS_WAITING)
    throw new DomainError('limit_reached', {
      message: `You can have up to ${SUBMISSIONS_WAITING} articles in review. Your draft is saved, so submit it once we’ve answered one.`,
    });
  const midnight = new Date(periodOf('daily', now).start);
  const today = await tx.$count(submissions, and(mine, gte(submissions.submittedAt, midnight)));
  if (today >= SUBMISSIONS_PER_DAY)
    throw new DomainError('limit_reached', {
      message: `You can submit up to ${SUBMISSIONS_PER_DAY} articles a day. Your draft is saved, so submit it after midnight UTC.`,
    });
}

/**
 * Submits an article as it was last saved. Sending it again gives the same answer. Errors: not_found, draft_changed, not_a_draft,
 * invalid with the fields that are too short, limit_reached, the field `body` (if the text was submitted before or can't be
 * shown).
 */
export async function submitForReview(
  db: Database,
  given: { key: string; userId: number; version: number; now: Date },
): Promise<Submission> {
  const { key, userId, version, now } = given;
  // Before any lock is taken, because rendering takes time. The version shows whether it is still this text.
  const { body } = await getSubmission(db.drizzle, key, userId);
  await previewArticle(body);
  return db.drizzle.transaction(async (tx) => {
    await lockBalance(tx, userId);
    const row = await lockOwn(tx, key, userId);
    if (!row) throw new DomainError('not_found');
    if (row.version !== version) throw new DomainError('draft_changed');
    if (row.state === 'submitted') return getSubmission(tx, key, userId);
    if (row.state !== 'draft')
      throw new DomainError('not_a_draft', {
        message:
          row.state === 'refused'
            ? 'We didn’t accept this version. Make the changes in our reply, then submit it again.'
            : 'This article is already published.',
      });
    await rejectSuspended(tx, userId);
    checkComplete(contentOf(row));
    await checkGame(tx, row.gameId);
    await checkLimits(tx, userId, now);
    const bodyHash = hashOf(row.body);
    // If two players submit the same text at the same moment, the second finds the first's.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`submission:${bodyHash}`}, 0))`);
    const known = await tx.$count(
      submissions,
      and(
        eq(submissions.bodyHash, bodyHash),
        ne(submissions.id, row.id),
        or(eq(submissions.state, 'submitted'), eq(submissions.state, 'accepted')),
      ),
    );
    if (known > 0)
      throw fieldError('body', 'You or someone else already submitted this text. Each text counts once.');
    await tx
      .update(submissions)
      .set({
        state: 'submitted',
        submittedAt: now,
        updatedAt: now,
        decidedAt: null,
        decidedBy: null,
        reason: null,
        points: SUBMISSION_POINTS[row.type],
        bodyHash,
      })
      .where(eq(submissions.id, row.id));
    return getSubmission(tx, key, userId);
  });
}

/**
 * Takes a waiting article back, so that it is a draft again. Doing it again gives the same answer. Errors: not_found, not_a_draft
 * (it was decided).
 */
export async function withdrawSubmission(
  db: Database,
  given: { key: string; userId: number; now: Date },
): Promise<Submission> {
  const { key, userId, now } = given;
  return db.drizzle.transaction(async (tx) => {
    const row = await lockOwn(tx, key, userId);
    if (!row) throw new DomainError('not_found');
    if (row.state !== 'submitted' && row.state !== 'draft')
      throw new DomainError('not_a_draft', {
        message:
          row.state === 'accepted'
            ? 'This article is already published, so you can’t withdraw it.'
            : 'We’ve already reviewed this article and didn’t accept it. Make the changes in our reply, then submit it again.',
      });
    if (row.state === 'submitted')
      await tx.update(submissions).set({ state: 'draft', updatedAt: now }).where(eq(submissions.id, row.id));
    return getSubmission(tx, key, userId);
  });
}

/** Deletes a draft or a rejected article. Errors: not_found (also if it is already gone), not_a_draft. */
export async function deleteSubmission(db: Database, key: string, userId: number): Promise<void> {
  await db.drizzle.transaction(async (tx) => {
    const row = await lockOwn(tx, key, userId);
    if (!row) throw new DomainError('not_found');
    if (row.state !== 'draft' && row.state !== 'refused')
      throw new DomainError('not_a_draft', {
        message:
          row.state === 'submitted'
            ? 'We’re reviewing this article. Withdraw it first, then delete it.'
            : 'This article is published, so you can’t delete it.',
      });
    await tx.delete(submissions).where(eq(submissions.id, row.id));
  });
}

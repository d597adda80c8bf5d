/** Tasks on other networks. A player submits a proof, an operator reviews it, and the confirmation pays the points. */

import { and, asc, eq, gte, ne, or, type SQL, sql } from 'drizzle-orm';
import { SOCIAL_TRIES } from '../../../src/lib/contract/limits.ts';
import type { PROOF_VIEWS } from '../../../src/lib/contract/operator-limits.ts';
import type { WaitingProof } from '../../../src/lib/contract/reviews/operator-reviews.ts';
import type { SocialTask } from '../../../src/lib/contract/social/social.ts';
import { routes } from '../../../src/lib/routing/routes.ts';
import type { Database, Executor, Transaction } from '../../db/database.ts';
import { socialProofs, socialTasks, users } from '../../db/schema.ts';
import { DomainError, fieldError } from '../../platform/domain-error.ts';
import type { Vault } from '../../platform/encryption.ts';
import { onlyOf } from '../../platform/ids.ts';
import { type Page, type Paginator, pageOf } from '../../platform/pagination.ts';
import { mapRows } from '../../platform/sound-rows.ts';
import { givenReason, type OperatorAct } from '../admin/act.ts';
import { lockOperator, payAlone } from '../admin/approvals.ts';
import { notePaidProof, signalHash, wasOwnerPaid, wasProofPaid } from '../fraud/kept-signals.ts';
import { rejectSuspended } from '../fraud/suspension.ts';
import { credit, lockBalance } from '../ledger/ledger.ts';
import { notifyDecision } from '../notifications/decision.ts';
import { notify } from '../notifications/notifications.ts';
import { sentence } from '../notifications/words.ts';

type Task = typeof socialTasks.$inferSelect;
type Proof = typeof socialProofs.$inferSelect;

const SOCIAL = routes.userSocialMedia.pattern;

function taskOf(task: Task, proof: Proof | null): SocialTask {
  const { id, network, name, steps, proofLabel, proofHint } = task;
  const used = proof ? proof.tries : 0;
  return {
    id,
    network,
    name,
    steps,
    proof: { label: proofLabel, hint: proofHint },
    points: proof && proof.state !== 'refused' ? proof.points : task.points,
    state: proof?.state ?? 'open',
    last_proof: proof && {
      proof: proof.proof,
      submitted_at: proof.submittedAt.toISOString(),
      decided_at: proof.decidedAt?.toISOString() ?? null,
      reason: proof.reason,
    },
    tries_left: proof?.state === 'confirmed' ? 0 : SOCIAL_TRIES - used,
  };
}

function rowsOf(db: Executor, userId: number) {
  return db
    .select({ task: socialTasks, proof: socialProofs })
    .from(socialTasks)
    .leftJoin(socialProofs, and(eq(socialProofs.taskId, socialTasks.id), eq(socialProofs.userId, userId)));
}

/** Lists the tasks as one player sees them. A retired task stays visible to players who submitted something. */
export async function listSocialTasks(db: Executor, userId: number): Promise<SocialTask[]> {
  const rows = await rowsOf(db, userId)
    .where(or(eq(socialTasks.active, true), sql`${socialProofs.id} IS NOT NULL`))
    .orderBy(asc(socialTasks.id));
  return mapRows(rows, ({ task, proof }) => taskOf(task, proof));
}

async function socialTask(db: Executor, id: number, userId: number): Promise<SocialTask> {
  const [row] = await rowsOf(db, userId).where(eq(socialTasks.id, id));
  if (!row) throw new DomainError('not_found');
  return taskOf(row.task, row.proof);
}

/** Returns what a link identifies, so that two spellings of it count as the same. Errors: the field `proof`. */
function keyOf(task: Task, proof: string): string {
  const match = new RegExp(`^(?:${task.proofPattern})$`, 'u').exec(proof);
  if (!match) throw fieldError('proof', `That doesn’t look right. ${task.proofHint}`);
  return match.groups?.id ?? proof.toLowerCase();
}

/** The ledger keys of a task's credits, without the account's id. */
const keyPrefix = (taskId: number) => `social:${taskId}:`;

const proofHash = (vault: Pick<Vault, 'digest'>, { taskId, proofKey }: Pick<Proof, 'taskId' | 'proofKey'>) =>
  signalHash(vault, 'proof', `${taskId} ${proofKey}`);

/**
 * Submits a proof. While it waits, a new one replaces it. Errors: not_found, the field `proof` (wrong form, or someone else's),
 * nothing_to_do (already confirmed), limit_reached (no tries left).
 */
export async function submitProof(
  db: Database,
  vault: Pick<Vault, 'digest'>,
  given: { taskId: number; userId: number; proof: string; now: Date },
): Promise<SocialTask> {
  const { taskId, userId, proof, now } = given;
  return db.drizzle.transaction(async (tx) => {
    // Submissions for a task run one after another, so the second of two with the same link gets a proper error.
    const [task] = await tx.select().from(socialTasks).where(eq(socialTasks.id, taskId)).for('no key update');
    const mine = and(eq(socialProofs.taskId, taskId), eq(socialProofs.userId, userId));
    // An operator may be deciding on it: this waits for the decision.
    const [before] = await tx.select().from(socialProofs).where(mine).for('update');
    if (!task || (!task.active && !before)) throw new DomainError('not_found');
    if (before?.state === 'confirmed')
      throw new DomainError('nothing_to_do', {
        message: 'You’ve already completed this task. You can do it once.',
      });
    if (before?.state === 'waiting' && before.proof === proof) return taskOf(task, before);
    if (before?.state === 'refused' && before.tries >= SOCIAL_TRIES)
      throw new DomainError('limit_reached', {
        message: `You’ve used all ${SOCIAL_TRIES} tries. If you think this is wrong, contact support.`,
      });
    await rejectSuspended(tx, userId);
    if (await wasOwnerPaid(tx, userId, keyPrefix(taskId)))
      throw new DomainError('nothing_to_do', {
        message: 'An account of yours that you deleted was paid for this task. You can do it once.',
      });
    const proofKey = keyOf(task, proof);
    const taken = await tx.$count(
      socialProofs,
      and(
        eq(socialProofs.taskId, taskId),
        eq(socialProofs.proofKey, proofKey),
        ne(socialProofs.userId, userId),
        ne(socialProofs.state, 'refused'),
      ),
    );
    if (taken > 0 || (await wasProofPaid(tx, proofHash(vault, { taskId, proofKey }))))
      throw fieldError('proof', 'Another player already submitted this. Please use your own.');
    const values = {
      state: 'waiting' as const,
      proof,
      proofKey,
      points: task.points,
      submittedAt: now,
      decidedAt: null,
      decidedBy: null,
    };
    if (before)
      await tx
        .update(socialProofs)
        .set({ ...values, tries: before.tries + (before.state === 'refused' ? 1 : 0), reason: null })
        .where(mine);
    else await tx.insert(socialProofs).values({ ...values, taskId, userId });
    return socialTask(tx, taskId, userId);
  });
}

/** The first condition is written as text, to match the partial index. */
const views: Record<(typeof PROOF_VIEWS)[number], SQL | undefined> = {
  waiting: sql`${socialProofs.state} = 'waiting'`,
  used_up: and(eq(socialProofs.state, 'refused'), gte(socialProofs.tries, SOCIAL_TRIES)),
};

/** Lists the proofs that wait for an operator, or those of players without tries left; longest wait first. */
export async function listWaitingProofs(
  db: Database,
  page: Page & { show: (typeof PROOF_VIEWS)[number]; user_id: number | null },
): Promise<Paginator<WaitingProof>> {
  const wanted = and(views[page.show], onlyOf(socialProofs.userId, page.user_id));
  const rows = db.drizzle
    .select({
      id: socialProofs.id,
      user: { id: users.id, name: users.name },
      task: {
        id: socialTasks.id,
        name: socialTasks.name,
        network: socialTasks.network,
        steps: socialTasks.steps,
      },
      proof: socialProofs.proof,
      points: socialProofs.points,
      tries: socialProofs.tries,
      at: socialProofs.submittedAt,
    })
    .from(socialProofs)
    .innerJoin(socialTasks, eq(socialTasks.id, socialProofs.taskId))
    .innerJoin(users, eq(users.id, socialProofs.userId))
    .where(wanted)
    .orderBy(asc(socialProofs.submittedAt), asc(socialProofs.id));
  const total = db.drizzle.$count(socialProofs, wanted);
  return pageOf(rows, total, page, ({ at, ...row }) => ({ ...row, submitted_at: at.toISOString() }));
}

/**
 * Locks the submitter's balance, then the waiting proof, in the same order as all code. `proof` is what the operator saw, because
 * it may have been replaced since.
 */
async function waitingProof(
  tx: Transaction,
  { proofId, proof }: { proofId: number; proof: string },
): Promise<Proof> {
  const row = await lockProof(tx, proofId);
  if (row.state !== 'waiting') throw new DomainError('nothing_to_do');
  if (row.proof !== proof)
    throw fieldError('proof', 'The player has submitted a newer one. Please check that one.');
  return row;
}

async function lockProof(tx: Transaction, proofId: number): Promise<Proof> {
  const wanted = eq(socialProofs.id, proofId);
  const [owner] = await tx.select({ id: socialProofs.userId }).from(socialProofs).where(wanted);
  if (!owner) throw new DomainError('not_found');
  await lockBalance(tx, owner.id);
  const [row] = await tx.select().from(socialProofs).where(wanted).for('update');
  if (!row) throw new DomainError('not_found');
  return row;
}

/** Confirms a proof and pays it, once. Returns the player. Errors: not_found, nothing_to_do, `proof`, `reason`. */
export async function confirmProof(
  tx: Transaction,
  {
    proofId,
    proof,
    operatorId,
    reason,
    alone,
    vault,
    now,
  }: OperatorAct & { proofId: number; proof: string; alone: number; vault: Pick<Vault, 'digest'> },
): Promise<{ userId: number; points: number }> {
  await lockOperator(tx, operatorId);
  const row = await waitingProof(tx, { proofId, proof });
  const { userId, taskId, points } = row;
  const [task] = await tx.select().from(socialTasks).where(eq(socialTasks.id, taskId));
  if (!task) throw new Error(`there is no social task ${taskId}`);
  if (await wasOwnerPaid(tx, userId, keyPrefix(taskId)))
    throw new DomainError('nothing_to_do', {
      message: 'A deleted account of this player was already paid for this task. Reject the proof.',
    });
  await payAlone(tx, { operatorId, act: 'proof.confirm', subjectId: proofId, points, alone, now });
  await tx
    .update(socialProofs)
    .set({ state: 'confirmed', decidedAt: now, decidedBy: operatorId, reason: givenReason(reason) })
    .where(eq(socialProofs.id, proofId));
  await notePaidProof(tx, { userId, hash: proofHash(vault, row), now });
  await credit(tx, {
    key: keyPrefix(taskId) + userId,
    userId,
    points,
    title: `${task.network}: ${task.name}`,
    detail: 'approved by our team',
    at: now,
  });
  await notifyDecision(tx, {
    userId,
    key: `social:${taskId}`,
    title: `${task.network}: ${task.name}`,
    accepted: true,
    reason: givenReason(reason),
    points,
    href: SOCIAL,
    now,
  });
  return { userId, points };
}

/** Rejects a proof, with a reason that the player reads. Returns the player. Errors: as for confirmProof. */
export async function refuseProof(
  tx: Transaction,
  { proofId, proof, operatorId, reason, now }: OperatorAct & { proofId: number; proof: string },
): Promise<{ userId: number }> {
  const { userId, taskId } = await waitingProof(tx, { proofId, proof });
  const [task] = await tx.select().from(socialTasks).where(eq(socialTasks.id, taskId));
  await tx
    .update(socialProofs)
    .set({ state: 'refused', decidedAt: now, decidedBy: operatorId, reason: givenReason(reason) })
    .where(eq(socialProofs.id, proofId));
  await notifyDecision(tx, {
    userId,
    key: `social:${taskId}`,
    title: task ? `${task.network}: ${task.name}` : 'Your submission',
    accepted: false,
    reason: givenReason(reason),
    points: null,
    href: SOCIAL,
    now,
  });
  return { userId };
}

/**
 * Lets a player whose tries are used up submit the task again. Returns the player. Errors: not_found, nothing_to_do (they can submit
 * it anyway), `reason`.
 */
export async function giveTries(
  tx: Transaction,
  { proofId, reason, now }: OperatorAct & { proofId: number },
): Promise<{ userId: number }> {
  const text = givenReason(reason);
  const { userId, taskId, state, tries } = await lockProof(tx, proofId);
  if (state !== 'refused' || tries < SOCIAL_TRIES)
    throw new DomainError('nothing_to_do', { message: 'This player still has tries left.' });
  const [task] = await tx.select().from(socialTasks).where(eq(socialTasks.id, taskId));
  await tx.update(socialProofs).set({ tries: 0 }).where(eq(socialProofs.id, proofId));
  await notify(tx, userId, {
    kind: 'message',
    key: `social:${taskId}:tries:${now.getTime()}`,
    title: `You can try again: ${task ? `${task.network}: ${task.name}` : 'your submission'}`,
    body: sentence(text),
    href: SOCIAL,
    now,
  });
  return { userId };
}

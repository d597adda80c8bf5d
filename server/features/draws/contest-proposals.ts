/**
 * Contests that an operator proposed and a second operator approves or declines. contest-acts.ts proposes them, and carries out
 * what was approved.
 */

import { and, asc, eq, inArray } from 'drizzle-orm';
import * as v from 'valibot';
import type { ContestProposal, OperatorContest } from '../../../src/lib/contract/draws/operator-contests.ts';
import type { Database, Executor } from '../../db/database.ts';
import { operatorActs, operatorPayments, operators } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { givenReason } from '../admin/act.ts';
import { decidedBefore, lockOperator, withdrawProposal } from '../admin/approvals.ts';
import { recordAuditEvent } from '../admin/audit-log.ts';
import {
  CREATE,
  createContest,
  EDIT,
  editContest,
  formOf,
  hashOf,
  type Short,
  shortSchema,
} from './contest-acts.ts';

interface Waiting {
  readonly act: string;
  readonly subjectId: string;
  readonly content: Short;
  readonly proposal: ContestProposal;
}

/** Returns what waits for a second operator, with the terms that the audit log has of it, oldest first. */
async function waitingProposals(db: Executor): Promise<Waiting[]> {
  const { operatorId, act, subjectId, state, at } = operatorPayments;
  // The event is written in the proposal's transaction, and its hash says that it is the right one.
  const rows = await db
    .select({
      payment: operatorPayments,
      event: operatorActs,
      by: { id: operators.id, name: operators.name },
    })
    .from(operatorPayments)
    .innerJoin(operators, eq(operators.id, operatorId))
    .innerJoin(
      operatorActs,
      and(
        eq(operatorActs.act, 'contest.propose'),
        eq(operatorActs.operatorId, operatorId),
        eq(operatorActs.at, at),
      ),
    )
    .where(and(inArray(act, [CREATE, EDIT]), eq(state, 'waiting')))
    .orderBy(asc(operatorPayments.id), asc(subjectId));
  return rows.flatMap(({ payment, event, by }) => {
    const { success, output: content } = v.safeParse(shortSchema, event.after);
    // An earlier version didn't log all of it, so nobody could see what they approve.
    if (!success) return [];
    const hash = hashOf(content);
    const contestId = payment.act === EDIT ? Number(event.subjectId) : null;
    if (payment.subjectId !== (contestId === null ? hash : `${contestId}:${hash}`)) return [];
    return [
      {
        act: payment.act,
        subjectId: payment.subjectId,
        content,
        proposal: {
          ...formOf(content),
          id: payment.id,
          contest_id: contestId,
          proposed_by: by,
          proposed_at: payment.at.toISOString(),
        },
      },
    ];
  });
}

/** Lists what a second operator can still approve: what starts in the future. */
export async function listContestProposals(db: Executor, now: Date): Promise<ContestProposal[]> {
  const all = await waitingProposals(db);
  return all.flatMap(({ proposal }) => (new Date(proposal.starts_at) > now ? [proposal] : []));
}

async function waitingProposal(db: Executor, id: number): Promise<Waiting> {
  const found = (await waitingProposals(db)).find(({ proposal }) => proposal.id === id);
  if (!found) throw new DomainError('not_found');
  return found;
}

/**
 * Announces what another operator proposed, as it is, once. Returns null if it still needs a second operator. Errors: not_found,
 * nothing_to_do (someone has just decided it), and as for createContest and editContest.
 */
export async function approveContestProposal(
  db: Database,
  given: { operatorId: number; id: number; alone: number; now: Date },
): Promise<OperatorContest | null> {
  const { id, ...rest } = given;
  const common = { ...rest, approves: id };
  const { content, proposal } = await waitingProposal(db.drizzle, id);
  const form = formOf(content);
  return proposal.contest_id === null
    ? createContest(db, { ...common, form })
    : editContest(db, { ...common, id: proposal.contest_id, form });
}

/** Declines a proposal. Declining one's own withdraws it. Errors: not_found, nothing_to_do (someone has just decided it), the field `reason`. */
export async function declineContestProposal(
  db: Database,
  given: { operatorId: number; id: number; reason: string; now: Date },
): Promise<void> {
  const { operatorId, id, now } = given;
  const reason = givenReason(given.reason);
  await db.drizzle.transaction(async (tx) => {
    await lockOperator(tx, operatorId);
    const { act, subjectId, content, proposal } = await waitingProposal(tx, id);
    if (!(await withdrawProposal(tx, act, subjectId))) throw decidedBefore();
    await recordAuditEvent(tx, {
      operatorId,
      act: 'contest.decline',
      subjectId: proposal.contest_id ?? 'new',
      reason,
      before: content,
      now,
    });
  });
}

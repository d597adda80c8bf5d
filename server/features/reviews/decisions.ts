/**
 * Operators' decisions on what players submitted. The rules are in submissions/decisions.ts, social.ts and referrals.ts; this
 * file adds the audit log.
 */
import type { AuditedAct } from '../../../src/lib/contract/admin/operator-audit.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { Vault } from '../../platform/encryption.ts';
import type { OperatorAct } from '../admin/act.ts';
import { type NewAuditEvent, recordAuditEvent } from '../admin/audit-log.ts';
import { admitReferral, refuseReferral } from '../referrals/referrals.ts';
import { confirmProof, giveTries, refuseProof } from '../social/social.ts';
import { acceptSubmission, hideArticle, refuseSubmission, showArticle } from '../submissions/decisions.ts';

type OnSubmission = OperatorAct & { submissionId: number; version: number };
type OnProof = OperatorAct & { proofId: number; proof: string };
/** The points that an operator may pay alone. */
type Paying = { alone: number };
type OnReferral = OperatorAct & { friendId: number };

/** Returns a function that runs `work` and records its audit event in one transaction. `after` is the new state in the event. */
function noted<Given extends OperatorAct, Done extends { userId: number }>(
  act: AuditedAct,
  subjectOf: (given: Given) => number,
  after: NonNullable<NewAuditEvent['after']>,
  work: (tx: Transaction, given: Given) => Promise<Done>,
): (db: Database, given: Given) => Promise<Done> {
  return (db, given) =>
    db.drizzle.transaction(async (tx) => {
      const done = await work(tx, given);
      const { operatorId, reason, now } = given;
      const subjectId = subjectOf(given);
      await recordAuditEvent(tx, { act, subjectId, after, operatorId, userId: done.userId, reason, now });
      return done;
    });
}

const submission = ({ submissionId }: { submissionId: number }) => submissionId;
const proof = ({ proofId }: { proofId: number }) => proofId;
const referral = ({ friendId }: OnReferral) => friendId;

export const accept = noted(
  'submission.accept',
  (given: OnSubmission & Paying) => submission(given),
  { state: 'accepted' },
  acceptSubmission,
);
export const refuse = noted('submission.refuse', submission, { state: 'refused' }, refuseSubmission);
export const hide = noted('submission.hide', submission, { hidden: true }, hideArticle);
export const show = noted('submission.show', submission, { hidden: false }, showArticle);
export const confirm = noted(
  'proof.confirm',
  (given: OnProof & Paying & { vault: Pick<Vault, 'digest'> }) => proof(given),
  { state: 'confirmed' },
  confirmProof,
);
export const refuseAProof = noted('proof.refuse', proof, { state: 'refused' }, refuseProof);
export const giveTriesBack = noted('proof.give_tries', proof, { tries: 0 }, giveTries);
export const refuseFriend = noted('referral.refuse', referral, { paid: false }, refuseReferral);
export const admitFriend = noted('referral.admit', referral, { paid: true }, admitReferral);

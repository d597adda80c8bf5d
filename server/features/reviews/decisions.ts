/** Deciding what players handed in. The rules are in submission-acts.ts, social.ts and referrals.ts; here each act gets its line. */
import type { Database, Transaction } from '../../db/database.ts';
import type { OperatorAct } from '../admin/act.ts';
import { type NewAuditEvent, recordAuditEvent } from '../admin/audit-log.ts';
import { admitReferral, refuseReferral } from '../referrals/referrals.ts';
import { confirmProof, refuseProof } from '../social/social.ts';
import { acceptSubmission, refuseSubmission } from '../submissions/decisions.ts';

type OnSubmission = OperatorAct & { submissionId: number; version: number };
type OnProof = OperatorAct & { proofId: number; proof: string };
/** Up to so many points an operator pays alone. */
type Paying = { alone: number };
type OnReferral = OperatorAct & { friendId: number };

/** `work` and the line of its act, in one transaction. `after`: what the line says became of it. */
function noted<Given extends OperatorAct, Done extends { userId: number }>(
  act: string,
  subjectOf: (given: Given) => Pick<NewAuditEvent, 'subject' | 'subjectId'>,
  after: NonNullable<NewAuditEvent['after']>,
  work: (tx: Transaction, given: Given) => Promise<Done>,
): (db: Database, given: Given) => Promise<Done> {
  return (db, given) =>
    db.drizzle.transaction(async (tx) => {
      const done = await work(tx, given);
      const { operatorId, reason, now } = given;
      await recordAuditEvent(tx, {
        act,
        ...subjectOf(given),
        after,
        operatorId,
        userId: done.userId,
        reason,
        now,
      });
      return done;
    });
}

const submission = ({ submissionId }: OnSubmission) =>
  ({ subject: 'submission', subjectId: submissionId }) as const;
const proof = ({ proofId }: OnProof) => ({ subject: 'proof', subjectId: proofId }) as const;
const referral = ({ friendId }: OnReferral) => ({ subject: 'referral', subjectId: friendId }) as const;

export const accept = noted(
  'submission.accept',
  (given: OnSubmission & Paying) => submission(given),
  { state: 'accepted' },
  acceptSubmission,
);
export const refuse = noted('submission.refuse', submission, { state: 'refused' }, refuseSubmission);
export const confirm = noted(
  'proof.confirm',
  (given: OnProof & Paying) => proof(given),
  { state: 'confirmed' },
  confirmProof,
);
export const refuseAProof = noted('proof.refuse', proof, { state: 'refused' }, refuseProof);
export const refuseFriend = noted('referral.refuse', referral, { paid: false }, refuseReferral);
export const admitFriend = noted('referral.admit', referral, { paid: true }, admitReferral);

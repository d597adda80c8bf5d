/** Deciding what players handed in. The rules stand in submission-acts.ts, social.ts and referrals.ts; here each act gets its line. */
import type { Database, Transaction } from '../db/database.ts';
import type { OperatorAct } from './operator-act.ts';
import { type NewAct, noteAct } from './operator-log.ts';
import { admitReferral, refuseReferral } from './referrals.ts';
import { confirmProof, refuseProof } from './social.ts';
import { acceptSubmission, refuseSubmission } from './submission-acts.ts';

type Line = Pick<NewAct, 'act' | 'subject' | 'subjectId'> & { readonly after: NonNullable<NewAct['after']> };

/** An act and its line, in one transaction. */
function noted<T extends { userId: number }>(
  db: Database,
  { operatorId, reason, now }: OperatorAct,
  line: Line,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return db.drizzle.transaction(async (tx) => {
    const done = await work(tx);
    await noteAct(tx, { ...line, operatorId, userId: done.userId, reason, now });
    return done;
  });
}

type OnSubmission = OperatorAct & { submissionId: number; version: number };
type OnProof = OperatorAct & { proofId: number; proof: string };
type OnReferral = OperatorAct & { friendId: number };

export function accept(db: Database, given: OnSubmission) {
  const line: Line = {
    act: 'submission.accept',
    subject: 'submission',
    subjectId: given.submissionId,
    after: { state: 'accepted' },
  };
  return noted(db, given, line, (tx) => acceptSubmission(tx, given));
}

export function refuse(db: Database, given: OnSubmission) {
  const line: Line = {
    act: 'submission.refuse',
    subject: 'submission',
    subjectId: given.submissionId,
    after: { state: 'refused' },
  };
  return noted(db, given, line, (tx) => refuseSubmission(tx, given));
}

export function confirm(db: Database, given: OnProof) {
  const line: Line = {
    act: 'proof.confirm',
    subject: 'proof',
    subjectId: given.proofId,
    after: { state: 'confirmed' },
  };
  return noted(db, given, line, (tx) => confirmProof(tx, given));
}

export function refuseAProof(db: Database, given: OnProof) {
  const line: Line = {
    act: 'proof.refuse',
    subject: 'proof',
    subjectId: given.proofId,
    after: { state: 'refused' },
  };
  return noted(db, given, line, (tx) => refuseProof(tx, given));
}

export function refuseFriend(db: Database, given: OnReferral) {
  const line: Line = {
    act: 'referral.refuse',
    subject: 'referral',
    subjectId: given.friendId,
    after: { paid: false },
  };
  return noted(db, given, line, (tx) => refuseReferral(tx, given));
}

export function admitFriend(db: Database, given: OnReferral) {
  const line: Line = {
    act: 'referral.admit',
    subject: 'referral',
    subjectId: given.friendId,
    after: { paid: true },
  };
  return noted(db, given, line, (tx) => admitReferral(tx, given));
}

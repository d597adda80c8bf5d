/** Operators, their invitations and sessions, and the log of what all of them did. */
import * as api from '../../lib/api/operator.ts';
import type { Answer } from '../../lib/contract/call.ts';
import {
  type Act,
  actSubjects,
  type inviteOperator,
  type listOperators,
} from '../../lib/contract/operator.ts';
import { attempt, itemSource, listSource, type Outcome } from './section-store.ts';

export const operators = itemSource<Answer<typeof listOperators>, 'all'>(() => api.listOperators());
export const sessions = itemSource<Awaited<ReturnType<typeof api.listOperatorSessions>>, 'all'>(() =>
  api.listOperatorSessions(),
);
export const acts = listSource<Act>(({ subject, ...query }) =>
  api.listAuditEvents({ ...query, subject: actSubjects.find((one) => one === subject) ?? '' }),
);

async function onPeople<T>(act: () => Promise<T>): Promise<Outcome<T>> {
  const outcome = await attempt(act);
  if ('done' in outcome) await Promise.all([operators.again(), sessions.again()]);
  return outcome;
}

/** The set-up code is answered this once, and kept nowhere. */
export const invite = (note: string): Promise<Outcome<Answer<typeof inviteOperator>>> =>
  onPeople(() => api.inviteOperator(note));
export const approveInvitation = (id: number) => onPeople(() => api.approveInvitation(id));
export const withdraw = (id: number) => onPeople(() => api.withdrawInvitation(id));
export const endAccess = (id: number, reason: string) => onPeople(() => api.endOperator(id, reason));
export const revoke = (id: number) => onPeople(() => api.revokeOperatorSession(id));

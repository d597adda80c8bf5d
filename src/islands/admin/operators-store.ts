/** Operators, their invitations and sessions, and the audit log. */
import { request } from '../../lib/client/client.ts';
import type { Answer } from '../../lib/contract/call.ts';
import type { inviteOperator, listOperators } from '../../lib/contract/operator.ts';
import * as calls from '../../lib/contract/operator.ts';
import { type Act, actSubjects, listAuditEvents } from '../../lib/contract/operator-audit.ts';
import { attempt, itemSource, listSource, type Outcome } from './section-store.ts';

export const operators = itemSource<Answer<typeof listOperators>, 'all'>(() =>
  request(calls.listOperators, {}),
);
export const sessions = itemSource<Answer<typeof calls.listOperatorSessions>['sessions'], 'all'>(
  async () => (await request(calls.listOperatorSessions, {})).sessions,
);
export const acts = listSource<Act>(({ subject, ...query }) =>
  request(listAuditEvents, {
    query: { ...query, subject: actSubjects.find((one) => one === subject) ?? '' },
  }),
);

async function onPeople<T>(act: () => Promise<T>): Promise<Outcome<T>> {
  const outcome = await attempt(act);
  if ('done' in outcome) await Promise.all([operators.again(), sessions.again()]);
  return outcome;
}

/** Invites an operator. The setup code is returned only once and never stored. */
export const invite = (note: string): Promise<Outcome<Answer<typeof inviteOperator>>> =>
  onPeople(() => request(calls.inviteOperator, { body: { note } }));
export const approveInvitation = (id: number) =>
  onPeople(() => request(calls.approveInvitation, { params: { id } }));
export const withdraw = (id: number) => onPeople(() => request(calls.withdrawInvitation, { params: { id } }));
export const endAccess = (id: number, reason: string) =>
  onPeople(() => request(calls.endOperator, { params: { id }, body: { reason } }));
export const revoke = (id: number) =>
  onPeople(() => request(calls.revokeOperatorSession, { params: { id } }));

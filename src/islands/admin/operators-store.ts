/** Operators, their invitations and sessions, and the audit log. */
import { request } from '../../lib/client/client.ts';
import { type Act, actSubjects, actsOf, listAuditEvents } from '../../lib/contract/admin/operator-audit.ts';
import type { Answer } from '../../lib/contract/call.ts';
import * as calls from '../../lib/contract/operators/operator.ts';
import { actOn, itemSource, listSource, type Outcome } from './section-store.ts';

export { actSubjects, actsOf };

export const operators = itemSource<Answer<typeof calls.listOperators>, 'all'>(() =>
  request(calls.listOperators, {}),
);
export type OperatorSignIn = Answer<typeof calls.listOperatorSessions>['sessions'][number];
export const sessions = itemSource<readonly OperatorSignIn[], 'all'>(
  async () => (await request(calls.listOperatorSessions, {})).sessions,
);
export const acts = listSource<Act>(({ subject, ...query }) =>
  request(listAuditEvents, {
    query: { ...query, subject: actSubjects.find((one) => one === subject) ?? '' },
  }),
);

/** Acts on operators change their sessions too. */
const people = { again: () => Promise.all([operators.again(), sessions.again()]) };

/** Invites an operator. The setup code is returned only once and never stored. */
export const invite = (note: string): Promise<Outcome<Answer<typeof calls.inviteOperator>>> =>
  actOn(people, () => request(calls.inviteOperator, { body: { note } }));
export const approveInvitation = (id: number) =>
  actOn(people, () => request(calls.approveInvitation, { params: { id } }));
export const withdraw = (id: number) =>
  actOn(people, () => request(calls.withdrawInvitation, { params: { id } }));
export const endAccess = (id: number, reason: string) =>
  actOn(people, () => request(calls.endOperator, { params: { id }, body: { reason } }));
export const revoke = (id: number) =>
  actOn(people, () => request(calls.revokeOperatorSession, { params: { id } }));

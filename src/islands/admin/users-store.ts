/** Users, actions on accounts, and balance adjustments, for operators. */
import { request } from '../../lib/client/client.ts';
import type { Answer } from '../../lib/contract/call.ts';
import * as calls from '../../lib/contract/operators/operator-users.ts';
import type { Transaction } from '../../lib/contract/progress/dashboard.ts';
import { asApiError } from '../shared/stores/load.ts';
import { actOn, attempt, itemSource, listSource, type Outcome } from './section-store.ts';

export const users = listSource<calls.OperatorUser>((query) => request(calls.findUsers, { body: query }));
export const user = itemSource<Answer<typeof calls.getOperatorUser>>((id) =>
  request(calls.getOperatorUser, { params: { id } }),
);
export const adjustments = listSource<calls.Adjustment>((query) => request(calls.listAdjustments, { query }));

/** The ledger of the user whose id is `user` in the query. */
export const ledger = listSource<Transaction>(
  ({ user: id, page }) =>
    request(calls.listUserLedger, { params: { id: Number(id) }, query: { page, per_page: '10' } }),
  'user',
);

export const suspend = (id: number, reason: string) =>
  actOn(user, () => request(calls.suspendUser, { params: { id }, body: { reason } }));
export const lift = (id: number, reason: string) =>
  actOn(user, () => request(calls.liftSuspension, { params: { id }, body: { reason } }));
export const endSessions = (id: number, reason: string) =>
  actOn(user, () => request(calls.endUserSessions, { params: { id }, body: { reason } }));
export const clearBirthDate = (id: number, reason: string) =>
  actOn(user, () => request(calls.clearBirthDate, { params: { id }, body: { reason } }));
export const scheduleDeletion = (id: number, given: { reason: string; writings: 'keep' | 'remove' }) =>
  actOn(user, () => request(calls.scheduleDeletion, { params: { id }, body: given }));
export const settleMatches = (id: number, given: { reason: string; matched_up_to: number }) =>
  actOn(user, () => request(calls.settleUserMatches, { params: { id }, body: given }));
/** `id`: the invited friend's. */
export const refuseReferral = (id: number, reason: string) =>
  actOn(user, () => request(calls.refuseReferral, { params: { id }, body: { reason } }));
export const admitReferral = (id: number, reason: string) =>
  actOn(user, () => request(calls.admitReferral, { params: { id }, body: { reason } }));

/** The player whom an adjustment would be for. */
export async function findPlayer(id: number): Promise<Outcome<calls.OperatorUserDetail>> {
  try {
    return { done: (await request(calls.getOperatorUser, { params: { id } })).user };
  } catch (error) {
    const { code, message } = asApiError(error);
    const fields =
      code === 'not_found'
        ? { user_id: `No player has the ID ${id}. Please look it up in the list of users.` }
        : undefined;
    return { refused: { message, fields: fields ?? {} } };
  }
}

/** Makes or proposes an adjustment. While the outcome of the last try is unknown, the same input again is the same adjustment. */
export async function adjust(body: {
  user_id: number;
  points: number;
  reason: string;
}): Promise<Outcome<Answer<typeof calls.adjustBalance>>> {
  return attempt(() => request(calls.adjustBalance, { body, sameAs: ['adjust', body] }));
}

export const approve = (id: number) =>
  actOn(adjustments, () => request(calls.approveAdjustment, { params: { id } }));
export const decline = (id: number, reason: string) =>
  actOn(adjustments, () => request(calls.declineAdjustment, { params: { id }, body: { reason } }));

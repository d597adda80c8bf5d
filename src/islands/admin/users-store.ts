/** Users, what is done with accounts, and adjustments of balances, for operators. */
import * as api from '../../lib/api/operator-users.ts';
import type { Answer } from '../../lib/contract/call.ts';
import type { Transaction } from '../../lib/contract/dashboard.ts';
import type { Adjustment, getOperatorUser, OperatorUser } from '../../lib/contract/operator-users.ts';
import { once } from '../../lib/stores/once.ts';
import { attempt, itemSource, listSource, type Outcome } from './section-store.ts';

export const users = listSource<OperatorUser>((query) => api.findUsers(query));
export const user = itemSource<Answer<typeof getOperatorUser>>((id) => api.getOperatorUser(id));
export const adjustments = listSource<Adjustment>((query) => api.listAdjustments(query));

/** The ledger of the user whom the question names as `user`. */
export const ledger = listSource<Transaction>(
  ({ user: id, page }) => api.listUserLedger(Number(id), { page }),
  'user',
);

async function onUser<T>(act: () => Promise<T>): Promise<Outcome<T>> {
  const outcome = await attempt(act);
  if ('done' in outcome || !('reason' in outcome.refused.fields)) await user.again();
  return outcome;
}

export const suspend = (id: number, reason: string) => onUser(() => api.suspendUser(id, reason));
export const lift = (id: number, reason: string) => onUser(() => api.liftSuspension(id, reason));
export const endSessions = (id: number, reason: string) => onUser(() => api.endUserSessions(id, reason));
/** `id`: the invited friend's. */
export const refuseReferral = (id: number, reason: string) => onUser(() => api.refuseReferral(id, reason));
export const admitReferral = (id: number, reason: string) => onUser(() => api.admitReferral(id, reason));

/** Books an adjustment, or proposes it. While it is unknown how the last try ended, the same again is the same adjustment. */
export async function adjust(body: {
  user_id: number;
  points: number;
  reason: string;
}): Promise<Outcome<Adjustment>> {
  return attempt(() => once(['adjust', body], (key) => api.adjustBalance(body, key)));
}

async function onAdjustment(act: () => Promise<Adjustment>): Promise<Outcome<Adjustment>> {
  const outcome = await attempt(act);
  if ('done' in outcome || !('reason' in outcome.refused.fields)) await adjustments.again();
  return outcome;
}

export const approve = (id: number) => onAdjustment(() => api.approveAdjustment(id));
export const decline = (id: number, reason: string) => onAdjustment(() => api.declineAdjustment(id, reason));

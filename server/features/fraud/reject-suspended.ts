/**
 * Rejects all actions of suspended accounts in one place, so that no call can be forgotten. features/fraud/suspension.ts has the
 * message.
 */
import { logoutUser } from '../../../src/lib/contract/account/account.ts';
import * as passkeys from '../../../src/lib/contract/auth/passkeys.ts';
import * as secondFactor from '../../../src/lib/contract/auth/second-factor.ts';
import { noteDevice } from '../../../src/lib/contract/auth/sign-in.ts';
import type { Call } from '../../../src/lib/contract/call.ts';
import * as messages from '../../../src/lib/contract/messages/messages.ts';
import { readNotifications } from '../../../src/lib/contract/notifications/notifications.ts';
import { unsubscribePush } from '../../../src/lib/contract/notifications/push.ts';
import * as settings from '../../../src/lib/contract/settings/settings.ts';
import { rejectSuspended } from './suspension.ts';

/** What a suspended account may do besides reading and exporting: write to support, secure the account, and leave. */
export const openToSuspended: readonly Call[] = [
  messages.startThread,
  messages.reply,
  messages.closeThread,
  messages.readThread,
  readNotifications,
  logoutUser,
  settings.changePassword,
  settings.revokeDevice,
  settings.revokeOtherDevices,
  secondFactor.setUpApp,
  secondFactor.confirmApp,
  secondFactor.keepFactor,
  secondFactor.renewRecoveryCodes,
  secondFactor.turnOffApp,
  passkeys.startPasskey,
  passkeys.addPasskey,
  passkeys.renamePasskey,
  passkeys.removePasskey,
  passkeys.removeLogin,
  unsubscribePush,
  noteDevice,
  settings.forgetDetail,
  settings.deleteAccount,
];

/** Returns whether a call changes something. */
export const isAct = ({ method, changes }: Call): boolean => changes ?? method !== 'GET';

/**
 * Rejects an action of a suspended account. Calls that are open to guests don't act for the account: they prove themselves with a
 * password or a mailed link, perhaps another account's. Errors: suspended, with the reason. Actions that move points check again
 * in their transaction, under the lock that a suspension takes.
 */
export async function rejectActOfSuspended(
  db: Parameters<typeof rejectSuspended>[0],
  call: Call,
  userId: number,
): Promise<void> {
  if (call.who === 'user' && isAct(call) && !openToSuspended.includes(call))
    await rejectSuspended(db, userId);
}

import type { Context, Hono } from 'hono';
import { changeEmail, requestConfirmation } from '../../src/lib/contract/confirmation.ts';
import {
  changePassword,
  deleteAccount,
  exportAccount,
  forgetDetail,
  getSettings,
  listDevices,
  revokeDevice,
  revokeOtherDevices,
  saveNotification,
  saveProfile,
} from '../../src/lib/contract/settings.ts';
import { noteDevice } from '../../src/lib/contract/sign-in.ts';
import type { ApiEnv, AppParts } from '../app-parts.ts';
import { exportAccount as accountOf } from '../domain/account-export.ts';
import { ownUser } from '../domain/accounts.ts';
import { askDeletion } from '../domain/deletion.ts';
import { forgetDetail as forgetSaved, savedDetails } from '../domain/delivery-details.ts';
import {
  listDevices as devicesOf,
  revokeDevice as endDevice,
  isCurrent,
  revokeOthers,
} from '../domain/devices.ts';
import { changeEmail as keepEmail, startConfirmation } from '../domain/email-confirmation.ts';
import { checkMailRoom } from '../domain/mail-queue.ts';
import { mailboxOf } from '../domain/mailbox.ts';
import { proveOwner } from '../domain/owner-proof.ts';
import { countRequest } from '../domain/rate-limit.ts';
import {
  saveNotification as keepNotification,
  changePassword as keepPassword,
  saveProfile as keepProfile,
  settingsOf,
} from '../domain/settings.ts';
import { noteSignal } from '../domain/signals.ts';
import type { Mail } from '../mail/mail.ts';
import { addressOf, bearerToken, type Given, handle, handleStream } from './route.ts';
import { noteSecurity } from './security-log.ts';

const TEN_MINUTES = 600;
const HOUR = 3600;

type Caller = Pick<Given<typeof getSettings>, 'parts' | 'now' | 'userId'>;

export async function limit({ parts, now, userId }: Caller, key: string, max: number, seconds: number) {
  if (parts.rateLimit) await countRequest(parts.db.drizzle, `${key}:${userId}`, max, seconds, now);
}

/** Mails to confirm an address, to one mailbox within an hour. Older ones' links hold as well, so spending them all takes nothing from its owner. */
const CONFIRMATION_MAILS = 5;

/** However many accounts give its addresses, and whether they join or ask again: nobody's box is filled by making many. */
export async function limitMails(
  { parts, now }: Pick<Caller, 'parts' | 'now'>,
  email: string,
): Promise<void> {
  await checkMailRoom(parts.db, now);
  if (parts.rateLimit)
    await countRequest(parts.db.drizzle, `confirm-mail:${mailboxOf(email)}`, CONFIRMATION_MAILS, HOUR, now);
}

/** Mails the link that confirms an address; nobody waits for it. */
export function mailConfirmation(parts: AppParts, userId: number, now: Date): void {
  parts.background.run('a mail to confirm an address', async () => {
    const mail = await startConfirmation(parts.db, { userId, siteUrl: parts.siteUrl, now });
    if (mail) await parts.sendMail(mail);
  });
}

/** Keeps where somebody came in from; nobody waits for it. */
export function noteAddress(parts: AppParts, userId: number, c: Context, now: Date): void {
  const value = addressOf(c);
  parts.background.run('noting where somebody came from', () =>
    noteSignal(parts.db, parts.vault, { userId, kind: 'address', value, now }),
  );
}

export function mailLater(parts: AppParts, what: string, mail: Mail | null): void {
  if (mail) parts.background.run(what, () => parts.sendMail(mail));
}

const tokenOf = (c: Context) => bearerToken(c) ?? '';

const devicesFor = ({ parts, userId, now, c }: Caller & { c: Context }) =>
  devicesOf(parts.db.drizzle, { userId, token: tokenOf(c), now, restDays: parts.sessionRestDays });

/** That it is the owner who asks to sign others out. */
async function prove(given: Given<typeof revokeOtherDevices | typeof revokeDevice>): Promise<void> {
  await limit(given, 'old-password', 10, TEN_MINUTES);
  const { parts, userId, body, now, c } = given;
  await proveOwner(parts.db, { userId, token: tokenOf(c), password: body.password, now });
}

export function settingsRoutes(app: Hono<ApiEnv>): void {
  handle(app, getSettings, async ({ parts, userId }) => ({
    ...(await settingsOf(parts.db.drizzle, parts.vault, userId)),
    delivery: await savedDetails(parts.db.drizzle, parts, userId),
  }));

  handle(app, forgetDetail, async ({ parts, params, userId }) => {
    await forgetSaved(parts.db.drizzle, userId, params.field);
    return {
      user: await ownUser(parts.db.drizzle, parts.vault, userId),
      delivery: await savedDetails(parts.db.drizzle, parts, userId),
    };
  });

  handle(app, saveProfile, async (given) => {
    await limit(given, 'profile', 30, HOUR);
    const { parts, userId, body } = given;
    await keepProfile(parts.db.drizzle, userId, body);
    return { user: await ownUser(parts.db.drizzle, parts.vault, userId) };
  });

  handle(app, saveNotification, async ({ parts, userId, body }) => ({
    notifications: await keepNotification(parts.db.drizzle, userId, body),
  }));

  handle(app, changePassword, async (given) => {
    // Who has somebody's open session could guess the password here.
    await limit(given, 'old-password', 10, TEN_MINUTES);
    const { parts, userId, body, now, c } = given;
    const { ended, mail } = await keepPassword(parts.db, {
      userId,
      token: tokenOf(c),
      oldPassword: body.old_password,
      password: body.password,
      siteUrl: parts.siteUrl,
      now,
      restDays: parts.sessionRestDays,
    });
    noteSecurity(c, 'password_changed');
    parts.broadcast.publish({ kind: 'sessions', userId });
    mailLater(parts, 'a mail about a changed password', mail);
    return { signed_out: ended };
  });

  handle(app, changeEmail, async (given) => {
    // Each is a mail in somebody's box.
    await limit(given, 'confirmation', 5, HOUR);
    const { parts, userId, body, now, c } = given;
    await limitMails(given, body.email);
    const { email, password } = body;
    await keepEmail(parts.db, { userId, token: tokenOf(c), email, password, now });
    noteSecurity(c, 'address_changed');
    mailConfirmation(parts, userId, now);
    return { user: await ownUser(parts.db.drizzle, parts.vault, userId) };
  });

  handle(app, requestConfirmation, async (given) => {
    const { parts, userId, now } = given;
    const { email, email_confirmed } = await ownUser(parts.db.drizzle, parts.vault, userId);
    if (email_confirmed || !email) return { sent: false };
    await limit(given, 'confirmation', 5, HOUR);
    await limitMails(given, email);
    mailConfirmation(parts, userId, now);
    return { sent: true };
  });

  handle(app, listDevices, async ({ parts, userId, now, c }) => ({
    devices: await devicesFor({ parts, userId, now, c }),
  }));

  handle(app, revokeDevice, async (given) => {
    const { parts, params, userId, now, c } = given;
    if (!(await isCurrent(parts.db.drizzle, userId, tokenOf(c), params.id))) await prove(given);
    await endDevice(parts.db.drizzle, userId, params.id, now);
    noteSecurity(c, 'sessions_ended');
    parts.broadcast.publish({ kind: 'sessions', userId });
    return { devices: await devicesFor({ parts, userId, now, c }) };
  });

  handle(app, revokeOtherDevices, async (given) => {
    await prove(given);
    const { parts, userId, now, c } = given;
    const restDays = parts.sessionRestDays;
    await revokeOthers(parts.db.drizzle, { userId, token: tokenOf(c), now, restDays });
    noteSecurity(c, 'sessions_ended');
    parts.broadcast.publish({ kind: 'sessions', userId });
    return { devices: await devicesFor({ parts, userId, now, c }) };
  });

  handle(app, noteDevice, async (given) => {
    // The site tells it once per sign-in.
    await limit(given, 'device', 10, HOUR);
    const { parts, userId, body, now } = given;
    await noteSignal(parts.db, parts.vault, { userId, kind: 'device', value: body.device, now });
    return { noted: true as const };
  });

  handleStream(app, exportAccount, async (given) => {
    await limit(given, 'export', 10, HOUR);
    const { parts, userId, now } = given;
    return accountOf(parts.db, parts.vault, userId, now);
  });

  handle(app, deleteAccount, async (given) => {
    await limit(given, 'old-password', 10, TEN_MINUTES);
    const { parts, userId, body, now, c } = given;
    const { dueAt, mail } = await askDeletion(parts.db, {
      userId,
      token: tokenOf(c),
      proof: body.proof,
      removesWritings: body.writings === 'remove',
      siteUrl: parts.siteUrl,
      now,
    });
    noteSecurity(c, 'deletion_asked');
    parts.broadcast.publish({ kind: 'sessions', userId });
    mailLater(parts, 'a mail about a deletion', mail);
    return { due_at: dueAt.toISOString() };
  });
}

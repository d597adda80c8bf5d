import type { Context, Hono } from 'hono';
import { changeEmail, requestConfirmation } from '../../../src/lib/contract/auth/confirmation.ts';
import { noteDevice } from '../../../src/lib/contract/auth/sign-in.ts';
import * as calls from '../../../src/lib/contract/settings/settings.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { deferMail } from '../../http/defer-mail.ts';
import { limit, limitProof } from '../../http/limit.ts';
import { bearerToken, type Given, handle, handleStream } from '../../http/route.ts';
import { noteSecurity } from '../../http/security-log.ts';
import { fieldError } from '../../platform/domain-error.ts';
import { HOUR } from '../../platform/time.ts';
import { forgetDetail, savedDetails } from '../account/delivery-details.ts';
import { ownUser } from '../account/users.ts';
import { isCurrent, listDevices, revokeDevice, revokeOthers } from '../auth/devices.ts';
import { changeEmail as keepEmail } from '../auth/email-confirmation.ts';
import { proveOwner } from '../auth/owner-proof.ts';
import { limitMails, mailConfirmation } from '../auth/send-confirmation.ts';
import { noteOwner, noteSignal } from '../fraud/signals.ts';
import { askDeletion } from './deletion.ts';
import { exportAccount } from './export.ts';
import { changePassword, saveNotification, saveProfile, settingsOf } from './settings.ts';

const tokenOf = (c: Context) => bearerToken(c) ?? '';

const devicesFor = ({
  parts,
  userId,
  now,
  c,
}: Pick<Given<typeof calls.getSettings>, 'parts' | 'now' | 'userId' | 'c'>) =>
  listDevices(parts.db.drizzle, { userId, token: tokenOf(c), now, idleDays: parts.sessionIdleDays });

/** Checks that the owner asks to sign other devices out. */
async function prove(
  given: Given<typeof calls.revokeOtherDevices | typeof calls.revokeDevice>,
): Promise<void> {
  await limitProof(given);
  const { parts, userId, body, now, c } = given;
  await proveOwner(parts.db, { userId, token: tokenOf(c), password: body.password, now });
}

export function settingsRoutes(app: Hono<ApiEnv>): void {
  handle(app, calls.getSettings, async ({ parts, userId }) => ({
    ...(await settingsOf(parts.db.drizzle, parts.vault, userId, parts.push !== null)),
    delivery: await savedDetails(parts.db.drizzle, parts, userId),
  }));

  handle(app, calls.forgetDetail, async ({ parts, params, userId }) => {
    await forgetDetail(parts.db.drizzle, userId, params.field);
    return {
      user: await ownUser(parts.db.drizzle, parts.vault, userId),
      delivery: await savedDetails(parts.db.drizzle, parts, userId),
    };
  });

  handle(app, calls.saveProfile, async (given) => {
    await limit(given, 'profile', 30, HOUR);
    const { parts, userId, body } = given;
    await saveProfile(parts.db.drizzle, userId, body);
    return { user: await ownUser(parts.db.drizzle, parts.vault, userId) };
  });

  handle(app, calls.saveNotification, async ({ parts, userId, body }) => ({
    notifications: await saveNotification(parts.db.drizzle, userId, body, parts.push !== null),
  }));

  handle(app, calls.changePassword, async (given) => {
    await limitProof(given);
    const { parts, userId, body, now, c } = given;
    const { ended, mail } = await changePassword(parts.db, {
      userId,
      token: tokenOf(c),
      oldPassword: body.old_password,
      password: body.password,
      now,
      idleDays: parts.sessionIdleDays,
    });
    noteSecurity(c, 'password_changed');
    deferMail(parts, 'a mail about a changed password', mail);
    return { signed_out: ended };
  });

  handle(app, changeEmail, async (given) => {
    // Each request sends a mail.
    await limit(given, 'confirmation', 5, HOUR);
    const { parts, userId, body, now, c } = given;
    const { email, password } = body;
    const countMail = () => limitMails(given, email);
    await keepEmail(parts.db, { userId, token: tokenOf(c), email, password, now, countMail });
    noteSecurity(c, 'address_changed');
    mailConfirmation(parts, userId, now, body.reward);
    return { user: await ownUser(parts.db.drizzle, parts.vault, userId) };
  });

  handle(app, requestConfirmation, async (given) => {
    const { parts, userId, body, now } = given;
    const { email, email_confirmed } = await ownUser(parts.db.drizzle, parts.vault, userId);
    if (!email) throw fieldError('email', 'Your account has no email address yet. Add one in your settings.');
    if (email_confirmed) return { sent: false };
    await limit(given, 'confirmation', 5, HOUR);
    await limitMails(given, email);
    mailConfirmation(parts, userId, now, body.reward);
    return { sent: true };
  });

  handle(app, calls.listDevices, async ({ parts, userId, now, c }) => ({
    devices: await devicesFor({ parts, userId, now, c }),
  }));

  handle(app, calls.revokeDevice, async (given) => {
    const { parts, params, userId, now, c } = given;
    if (!(await isCurrent(parts.db.drizzle, userId, tokenOf(c), params.id))) await prove(given);
    await revokeDevice(parts.db.drizzle, userId, params.id, now);
    noteSecurity(c, 'sessions_ended');
    return { devices: await devicesFor({ parts, userId, now, c }) };
  });

  handle(app, calls.revokeOtherDevices, async (given) => {
    await prove(given);
    const { parts, userId, now, c } = given;
    const idleDays = parts.sessionIdleDays;
    await revokeOthers(parts.db.drizzle, { userId, token: tokenOf(c), now, idleDays });
    noteSecurity(c, 'sessions_ended');
    return { devices: await devicesFor({ parts, userId, now, c }) };
  });

  handle(app, noteDevice, async (given) => {
    // The site sends it once per sign-in.
    await limit(given, 'device', 10, HOUR);
    const { parts, userId, body, now } = given;
    await noteSignal(parts.db, parts.vault, { userId, kind: 'device', value: body.device, now });
    return { noted: true as const };
  });

  handleStream(app, calls.exportAccount, async (given) => {
    await limit(given, 'export', 10, HOUR);
    const { parts, userId, now } = given;
    return exportAccount(parts.db, parts.vault, userId, now);
  });

  handle(app, calls.deleteAccount, async (given) => {
    await limitProof(given);
    const { parts, userId, body, now, c } = given;
    const { dueAt, mail } = await askDeletion(parts.db, {
      userId,
      token: tokenOf(c),
      proof: body.proof,
      removesWritings: body.writings === 'remove',
      now,
    });
    // A session from before these signals existed may have noted none.
    await noteOwner(parts.db, parts.vault, userId, now);
    noteSecurity(c, 'deletion_asked');
    deferMail(parts, 'a mail about a deletion', mail);
    return { due_at: dueAt.toISOString() };
  });
}

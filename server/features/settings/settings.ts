/** What players set for their account: how others see them, their notifications and their password. */
import { and, eq } from 'drizzle-orm';
import { DELETION_DAYS } from '../../../src/lib/contract/limits.ts';
import {
  NOTIFICATION_KINDS,
  type NotificationChoice,
  type NotificationKind,
  notificationDefaults,
} from '../../../src/lib/contract/notifications/notification-kinds.ts';
import type {
  NotificationSetting,
  ProfileForm,
  Settings,
} from '../../../src/lib/contract/settings/settings.ts';
import { exactTime } from '../../../src/lib/format/dates.ts';
import { site } from '../../../src/lib/site.ts';
import type { Database, Executor } from '../../db/database.ts';
import { notificationSettings, users } from '../../db/schema.ts';
import type { Mail } from '../../mail/mail.ts';
import { countries } from '../../platform/countries.ts';
import { DomainError, fieldError } from '../../platform/domain-error.ts';
import type { Vault } from '../../platform/encryption.ts';
import { holdSession } from '../../platform/tokens.ts';
import { isOneScript, looksLikeOurs } from '../account/names.ts';
import { ownUser } from '../account/users.ts';
import { revokeOthers } from '../auth/devices.ts';
import { checkPassword } from '../auth/owner-proof.ts';
import { hashPassword, saltOf } from '../auth/passwords.ts';
import { newPassword } from '../auth/security-links.ts';
import { rejectWeak } from '../auth/weak-passwords.ts';

export async function settingsOf(
  db: Executor,
  vault: Vault,
  userId: number,
  sendsPush: boolean,
): Promise<Omit<Settings, 'delivery'>> {
  const [row] = await db
    .select({ hash: users.passwordHash, undoneAt: users.deletionUndoneAt })
    .from(users)
    .where(eq(users.id, userId));
  if (!row) throw new DomainError('not_found');
  return {
    user: await ownUser(db, vault, userId),
    has_password: row.hash !== null,
    notifications: await notificationsOf(db, userId, sendsPush),
    deletion: { days: DELETION_DAYS, undone_at: row.undoneAt?.toISOString() ?? null },
  };
}

/** Saves how others see a player. Errors: `name`, `country`. */
export async function saveProfile(db: Executor, userId: number, form: ProfileForm): Promise<void> {
  const [before] = await db.select({ name: users.name }).from(users).where(eq(users.id, userId));
  if (form.name !== before?.name) {
    if (looksLikeOurs(form.name))
      throw fieldError('name', 'That name looks like one of ours. Please choose another.');
    if (!isOneScript(form.name))
      throw fieldError(
        'name',
        'Please use letters from one alphabet. Mixed ones can look like another name.',
      );
  }
  if (form.country !== null && !countries.some(({ code }) => code === form.country))
    throw fieldError('country', 'Please choose a country from the list.');
  await db
    .update(users)
    .set({ name: form.name, country: form.country, avatar: form.avatar, isPrivate: form.private })
    .where(eq(users.id, userId));
}

/**
 * Returns a player's notification settings: their choices, and the defaults for the rest. `sendsPush` says whether this host
 * sends push.
 */
async function notificationsOf(
  db: Executor,
  userId: number,
  sendsPush: boolean,
): Promise<NotificationSetting[]> {
  const chosen = await db.select().from(notificationSettings).where(eq(notificationSettings.userId, userId));
  const byKind = new Map(chosen.map((row) => [row.kind, row]));
  return NOTIFICATION_KINDS.map((kind) => {
    const { push, ...choice } = choiceOf(kind, byKind.get(kind));
    return { kind, ...choice, push: sendsPush ? push : null };
  });
}

function choiceOf(
  kind: NotificationKind,
  row: { site: boolean; mail: boolean; push: boolean } | undefined,
): NotificationChoice {
  const defaults = notificationDefaults[kind];
  if (!row) return defaults;
  return {
    site: defaults.site === null ? null : row.site,
    mail: defaults.mail === null ? null : row.mail,
    push: defaults.push === null ? null : row.push,
  };
}

/** Saves the choice for one kind. Errors: `site`, `mail` or `push` if the kind is never sent that way. */
export async function saveNotification(
  db: Executor,
  userId: number,
  given: Omit<NotificationChoice, 'push'> & { kind: NotificationKind; push?: boolean | null | undefined },
  sendsPush: boolean,
): Promise<NotificationSetting[]> {
  const { kind } = given;
  if (given.site === true && notificationDefaults[kind].site === null)
    throw fieldError('site', 'We don’t show this kind of notification.');
  if (given.mail === true && notificationDefaults[kind].mail === null)
    throw fieldError('mail', 'We don’t email this kind of notification.');
  if (given.push === true && (notificationDefaults[kind].push === null || !sendsPush))
    throw fieldError('push', 'We don’t send this kind of notification to devices.');
  const chosen = {
    site: given.site ?? false,
    mail: given.mail ?? false,
    // An older page doesn't send it, so it stays as it was.
    ...(typeof given.push === 'boolean' && { push: given.push }),
  };
  await db
    .insert(notificationSettings)
    .values({ userId, kind, ...chosen })
    .onConflictDoUpdate({
      target: [notificationSettings.userId, notificationSettings.kind],
      set: chosen,
    });
  return notificationsOf(db, userId, sendsPush);
}

/**
 * Sets a new password by the old one and ends every other session. Returns how many it ended, and the mail to the owner. There is
 * no mail to an unconfirmed address, which may be a stranger's. Errors: `old_password`, also for an account without one,
 * and unauthenticated (the session has ended).
 */
export async function changePassword(
  db: Database,
  given: {
    userId: number;
    token: string;
    oldPassword: string;
    password: string;
    now: Date;
    idleDays: number;
  },
): Promise<{ ended: number; mail: Mail | null }> {
  const { userId, token, oldPassword, password, now, idleDays } = given;
  const wrong = fieldError('old_password', 'That’s not your current password.', {
    event: 'proof_refused',
    userId,
  });
  const proof = { userId, password: oldPassword, field: 'old_password', wrong };
  const { hash, email, confirmedEmail } = await checkPassword(db, proof);
  rejectWeak(password, email ?? '');
  const passwordHash = await hashPassword(password, await saltOf(db, email ?? ''));
  return db.drizzle.transaction(async (tx) => {
    await holdSession(tx, given);
    // The password must be unchanged: the second of two requests, or a request after a reset, is rejected.
    const [changed] = await tx
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, userId), eq(users.passwordHash, hash)))
      .returning({ id: users.id });
    if (!changed) throw wrong;
    const ended = await revokeOthers(tx, { userId, token, now, idleDays });
    return { ended, mail: confirmedEmail === null ? null : changedMail(confirmedEmail, now) };
  });
}

export function changedMail(email: string, now: Date): Mail {
  return {
    to: email,
    unsubscribe: null,
    subject: `You changed your ${site.name} password`,
    body: [
      `On ${exactTime(now.toISOString())} you (or someone using your account) changed your ${site.name} password. We’ve logged out your other devices.`,
      'If that was you, you’re all set.',
      'If it wasn’t you, choose a new password now to log everyone out.',
      newPassword,
    ],
  };
}

/** Account settings, data export and deletion. All calls are ours. */
import * as v from 'valibot';
import { userSchema } from '../account/user.ts';
import { newPasswords, oldPassword } from '../auth/credentials.ts';
import { defineCall, idSchema, timeSchema } from '../call.ts';
import { MAX_NAME, MAX_PASSWORD, MIN_NAME } from '../limits.ts';
import { NOTIFICATION_KINDS } from '../notifications/notification-kinds.ts';

const notificationSettingSchema = v.object({
  kind: v.picklist(NOTIFICATION_KINDS),
  /** Null: this kind is never shown on the site. */
  site: v.nullable(v.boolean()),
  /** Null: this kind is never mailed. */
  mail: v.nullable(v.boolean()),
  /** Null: this kind is never sent to devices, or this host sends no push notifications. */
  push: v.nullable(v.boolean()),
});
export type NotificationSetting = v.InferOutput<typeof notificationSettingSchema>;

const savedDetailSchema = v.object({
  field: v.string(),
  /** "Roblox username" */
  label: v.string(),
  value: v.string(),
  /** When it is deleted, unless it is used before. */
  kept_until: timeSchema,
});
export type SavedDetail = v.InferOutput<typeof savedDetailSchema>;

export const settingsSchema = v.object({
  user: userSchema,
  /** False for players who only sign in through a provider. */
  has_password: v.boolean(),
  notifications: v.array(notificationSettingSchema),
  /** The delivery details saved with earlier orders. */
  delivery: v.array(savedDetailSchema),
  deletion: v.object({
    /** The number of days between request and erasure. */
    days: v.number(),
    /** When the last deletion request was cancelled by signing in, if ever. */
    undone_at: v.nullable(timeSchema),
  }),
});
export type Settings = v.InferOutput<typeof settingsSchema>;

export const getSettings = defineCall('user', 'GET /api/user/settings', {
  summary: "All of the caller's settings",
  answer: settingsSchema,
});

const nameText = `Use ${MIN_NAME} to ${MAX_NAME} letters, digits, spaces, dots, dashes or underscores. Start and end with a letter or a digit.`;

/** A separate form, because the browser validates with it before sending. */
export const profileForm = v.object({
  name: v.pipe(
    v.string(nameText),
    v.trim(),
    v.minLength(MIN_NAME, nameText),
    v.maxLength(MAX_NAME, nameText),
    v.regex(/^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} ._-]*[\p{L}\p{M}\p{N}])?$/u, nameText),
    v.check(
      (name) => !/[ ._-]{2}/.test(name),
      'Please don’t put two spaces, dots or dashes next to each other.',
    ),
  ),
  country: v.nullable(
    v.pipe(
      v.string('Please choose a country.'),
      v.regex(/^[A-Z]{2}$/, 'Please choose a country from the list.'),
    ),
  ),
  avatar: v.nullable(
    v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,24}$/, 'Please choose one of the avatars shown.')),
  ),
  private: v.boolean('private is true or false.'),
});
export type ProfileForm = v.InferOutput<typeof profileForm>;

/** Errors: invalid with the field, too_many_requests. */
export const saveProfile = defineCall('user', 'PUT /api/user/settings/profile', {
  summary: 'Save name, country, avatar and whether the profile is private',
  body: profileForm,
  answer: v.object({ user: userSchema }),
});

export const saveNotification = defineCall('user', 'PUT /api/user/settings/notifications', {
  summary: 'Choose where one kind of notification is sent: site, email and devices',
  body: v.object({
    kind: v.picklist(NOTIFICATION_KINDS, `kind must be one of: ${NOTIFICATION_KINDS.join(', ')}.`),
    site: v.nullable(v.boolean('site is true, false or null.')),
    mail: v.nullable(v.boolean('mail is true, false or null.')),
    /** Left out: unchanged. */
    push: v.optional(v.nullable(v.boolean('push is true, false or null.'))),
  }),
  answer: v.object({ notifications: v.array(notificationSettingSchema) }),
});

export const forgetDetail = defineCall('user', 'DELETE /api/user/delivery-details/:field', {
  summary: 'Delete the saved delivery details for one kind of reward. Open orders keep their copy',
  params: v.object({ field: v.pipe(v.string(), v.regex(/^[a-z0-9_]{1,60}$/)) }),
  answer: v.object({ user: userSchema, delivery: v.array(savedDetailSchema) }),
});

export const passwordForm = v.pipe(
  v.object({
    old_password: oldPassword('Please enter your current password.'),
    ...newPasswords,
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['password_confirmation']],
      (given) => given.password === given.password_confirmation,
      'The passwords don’t match.',
    ),
    ['password_confirmation'],
  ),
);

/** Errors: invalid with the field, too_many_requests. */
export const changePassword = defineCall('user', 'PUT /api/user/settings/password', {
  summary: 'Change the password, with the current one. Signs out every other device',
  body: passwordForm,
  answer: v.object({ signed_out: v.number() }),
});

const deviceSchema = v.object({
  id: idSchema,
  /** "Firefox on Windows", from the browser's user agent. */
  name: v.string(),
  created_at: timeSchema,
  /** Accurate to five minutes. */
  last_used_at: timeSchema,
  /** When it ends without use, and when it ends at the latest. */
  rests_at: timeSchema,
  expires_at: timeSchema,
  current: v.boolean(),
});
export type Device = v.InferOutput<typeof deviceSchema>;
const devicesAnswer = v.object({ devices: v.array(deviceSchema) });

export const listDevices = defineCall('user', 'GET /api/user/devices', {
  summary: "The caller's signed-in devices, this one first",
  answer: devicesAnswer,
});

/**
 * Proves who is asking: an intruder with a session could otherwise lock the owner out. Left out if the account has no password.
 */
const withPassword = v.object({
  password: v.optional(
    v.pipe(
      v.string('Please enter your password.'),
      v.maxLength(MAX_PASSWORD, `Please use at most ${MAX_PASSWORD} characters.`),
    ),
  ),
});

export const revokeDevice = defineCall('user', 'POST /api/user/devices/:id/end', {
  summary:
    "Sign out one of the caller's devices, with the password. An account without one needs a recent login",
  body: withPassword,
  answer: devicesAnswer,
});

export const revokeOtherDevices = defineCall('user', 'POST /api/user/devices/end', {
  summary: 'Sign out every other device, with the same proof',
  body: withPassword,
  answer: devicesAnswer,
});

export const exportAccount = defineCall('user', 'GET /api/user/export', {
  summary: 'All data held about the caller, as JSON',
  answer: v.looseObject({ made_at: timeSchema }),
});

/** Errors: invalid with `proof`, too_many_requests. */
export const deleteAccount = defineCall('user', 'POST /api/user/deletion', {
  summary: 'Schedule the deletion of the account. Signs out every device; signing in again cancels it',
  body: v.object({
    /** The password, or the email address if the account has no password. */
    proof: v.pipe(
      v.string('Please fill this in.'),
      v.minLength(1, 'Please fill this in.'),
      v.maxLength(MAX_PASSWORD + 60),
    ),
    /** What happens to opinions, comments and articles. */
    writings: v.picklist(['keep', 'remove'], 'writings must be keep or remove.'),
  }),
  answer: v.object({ due_at: timeSchema }),
});

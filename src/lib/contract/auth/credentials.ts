/** The fields with which people identify themselves, shared by several forms. */
import * as v from 'valibot';
import { ours } from '../call.ts';
import { MAX_EMAIL, MAX_PASSWORD, MIN_PASSWORD, RECOVERY_CODE_LENGTH } from '../limits.ts';

export const email = v.pipe(
  v.string('Please enter your email address.'),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(MAX_EMAIL, `Please use at most ${MAX_EMAIL} characters.`),
  v.email('Please enter an email address like name@example.com.'),
);

/** An existing password, which may be shorter than new ones must be. */
/* @__NO_SIDE_EFFECTS__ */
export const oldPassword = (missing: string) =>
  v.pipe(
    v.string(missing),
    v.minLength(1, missing),
    v.maxLength(MAX_PASSWORD, `Please use at most ${MAX_PASSWORD} characters.`),
  );
export const password = oldPassword('Please enter your password.');

export const newPassword = v.pipe(
  v.string('Please choose a password.'),
  v.minLength(MIN_PASSWORD, `Please choose a password of at least ${MIN_PASSWORD} characters.`),
  v.maxLength(MAX_PASSWORD, `Please use at most ${MAX_PASSWORD} characters.`),
);

/** A new password, typed twice. */
export const newPasswords = {
  password: newPassword,
  password_confirmation: v.string('Please enter the new password again.'),
};

/** The result of the captcha. */
const captchaText = 'Please complete the check that you’re not a robot.';
export const captcha = v.pipe(
  v.string(captchaText),
  v.minLength(1, captchaText),
  v.maxLength(8192, 'The captcha is too long.'),
);

/** Ours: a token from this browser's last sign-in. With it, wrong passwords from strangers can't lock the player out. */
export const knownDevice = ours(
  v.pipe(
    v.optional(v.pipe(v.string(), v.maxLength(200))),
    v.description('Ours: the token of the last login here'),
  ),
);

/** How much work the captcha requires before a sign-in. Send `hard` after a 422 with the code more_work. */
export const effort = v.optional(v.picklist(['normal', 'hard'], 'effort must be normal or hard.'), 'normal');

/** Six digits, as an authenticator app shows them. Spaces are allowed: "492 039". */
export const appCode = v.pipe(
  v.string('Please enter the code from your authenticator app.'),
  v.transform((given) => given.replace(/\s/g, '')),
  v.regex(/^\d{6}$/, 'Enter the six digits from your authenticator app.'),
);

const anyCodeText = `Please enter the six digits your app shows, or a recovery code of ${RECOVERY_CODE_LENGTH} letters and digits.`;
/** Characters that recovery codes never contain, and the ones they are mistaken for. */
const lookalikes: Readonly<Record<string, string>> = { 0: 'O', 1: 'I', 8: 'B' };

/** Six digits or a recovery code. Lower case, spaces and hyphens are allowed: "k7qx2-ab4df". */
export const anyCode = v.pipe(
  v.string(anyCodeText),
  v.transform((given) => {
    const plain = given.replace(/[\s-]/g, '').toUpperCase();
    return /^\d{6}$/.test(plain) ? plain : plain.replace(/[018]/g, (sign) => lookalikes[sign] ?? sign);
  }),
  v.regex(new RegExp(`^(?:\\d{6}|[A-Z2-7]{${RECOVERY_CODE_LENGTH}})$`), anyCodeText),
);

/** The secret for an authenticator app. It is shown only once. */
export const appSecretSchema = v.object({
  /** For the app: opened as a link on a phone, or shown as a QR code. */
  otpauth_url: v.string(),
  /** The same secret to type in, in groups of four. */
  secret: v.string(),
});
export type AppSecret = v.InferOutput<typeof appSecretSchema>;

/** What people type to be known by, in whichever form they are asked for it. */
import * as v from 'valibot';
import { ours } from './call.ts';
import { MAX_EMAIL, MAX_PASSWORD, MIN_PASSWORD, RECOVERY_CODE_LENGTH } from './limits.ts';

export const email = v.pipe(
  v.string('Please enter your email address.'),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(MAX_EMAIL, `Please use an email address with at most ${MAX_EMAIL} characters.`),
  v.email('Please enter an email address like name@example.com.'),
);

/** One that exists may be shorter than what is asked for today. */
export const password = v.pipe(
  v.string('Please enter your password.'),
  v.minLength(1, 'Please enter your password.'),
  v.maxLength(MAX_PASSWORD, `Please use at most ${MAX_PASSWORD} characters.`),
);

export const newPassword = v.pipe(
  v.string('Please choose a password.'),
  v.minLength(MIN_PASSWORD, `Please choose a password of at least ${MIN_PASSWORD} characters.`),
  v.maxLength(MAX_PASSWORD, `Please use at most ${MAX_PASSWORD} characters.`),
);

/** What the check that somebody is a person came to. */
export const captcha = v.pipe(
  v.string('Please complete the check that you’re not a robot.'),
  v.minLength(1, 'Please complete the check that you’re not a robot.'),
  v.maxLength(8192, 'The captcha is too long.'),
);

/** Ours: what a browser keeps of its last log-in, by which strangers' wrong passwords don't keep it out. */
export const knownDevice = ours(
  v.pipe(v.optional(v.pipe(v.string(), v.maxLength(200))), v.description('Ours: of the last log-in')),
);

/** The work before a log-in; hard where 422 with the code more_work asked for it. */
export const effort = v.optional(
  v.picklist(['normal', 'hard'], 'effort must be one of: normal, hard.'),
  'normal',
);

/** Six digits, as an authenticator app shows them: "492 039" is read as well. */
export const appCode = v.pipe(
  v.string('Please enter the code from your authenticator app.'),
  v.transform((given) => given.replace(/\s/g, '')),
  v.regex(/^\d{6}$/, 'Enter the six digits from your authenticator app.'),
);

const anyCodeText = `Please enter the six digits your app shows, or a recovery code of ${RECOVERY_CODE_LENGTH} letters and digits.`;
/** What recovery codes have none of, read as what it was. */
const lookalikes: Readonly<Record<string, string>> = { 0: 'O', 1: 'I', 8: 'B' };

/** Six digits as well, or a recovery code: "k7qx2-ab4df" is read as it was written down. */
export const anyCode = v.pipe(
  v.string(anyCodeText),
  v.transform((given) => {
    const plain = given.replace(/[\s-]/g, '').toUpperCase();
    return /^\d{6}$/.test(plain) ? plain : plain.replace(/[018]/g, (sign) => lookalikes[sign] ?? sign);
  }),
  v.regex(new RegExp(`^(?:\\d{6}|[A-Z2-7]{${RECOVERY_CODE_LENGTH}})$`), anyCodeText),
);

/** What an authenticator app is given, shown this once. */
export const appSecretSchema = v.object({
  /** For the app: a link on a phone, or a QR code. */
  otpauth_url: v.string(),
  /** The same to type in, in groups of four. */
  secret: v.string(),
});
export type AppSecret = v.InferOutput<typeof appSecretSchema>;

import type { Context, Hono } from 'hono';
import type { requestFactorRecovery } from '../../../src/lib/contract/auth/factor-recovery.ts';
import * as calls from '../../../src/lib/contract/auth/sign-in.ts';
import { admitAddress } from '../../http/admit-address.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { deferMail } from '../../http/defer-mail.ts';
import { addressOf, type Given, handle } from '../../http/route.ts';
import { noteSecurity } from '../../http/security-log.ts';
import { checkMailRoom } from '../../mail/queue.ts';
import { DomainError, fieldError } from '../../platform/domain-error.ts';
import { mailboxOf } from '../../platform/mailbox.ts';
import { countRequest } from '../../platform/rate-limit.ts';
import { HOUR, MINUTE } from '../../platform/time.ts';
import { ownUser } from '../account/users.ts';
import { handleStranger } from '../admin/route.ts';
import type { JoinPlace } from '../fraud/join-pace.ts';
import { noteAddress } from '../fraud/note-address.ts';
import { noteOwner } from '../fraud/signals.ts';
import { login, register } from './accounts.ts';
import { admitGuess, networkFor } from './guesses.ts';
import { signInByToken } from './identities.ts';
import { deviceNote, knownAccounts } from './known-devices.ts';
import { resetPassword, startPasswordReset } from './password-reset.ts';
import { rejectedAnswer } from './providers.ts';
import { accountOfLink, accountsOfLink, closeOfLink } from './reset-accounts.ts';
import type { SignedIn } from './second-factor.ts';
import { noteWrongCode } from './second-factor-mails.ts';
import { limitMails, mailConfirmation } from './send-confirmation.ts';

/** The browser's name, for the list of devices. */
export function deviceOf(c: Context): string {
  return c.req.header('User-Agent') ?? 'unknown device';
}

type Caller = Pick<Given<typeof calls.loginUser>, 'parts' | 'now' | 'c'>;

/**
 * What every form checks first: the rate limit and the captcha. Tries for one account count only after the captcha, or anyone
 * could lock its owner out at no cost.
 */
async function admit(
  given: Omit<
    Given<
      | typeof calls.loginUser
      | typeof calls.registerUser
      | typeof calls.requestPasswordReset
      | typeof requestFactorRecovery
    >,
    'userId'
  >,
  account: { key: string; max: number; within: number },
): Promise<void> {
  const { parts, now, body } = given;
  const { key, max, within } = account;
  await admitAddress(given, key);
  const refused = await parts.captcha.refuse(body.captcha);
  if (refused !== null) throw fieldError('captcha', refused);
  // Each of these forms promises a mail.
  await checkMailRoom(parts.db, now);
  // Counted by mailbox. Otherwise each spelling of an address would have its own tries and mails.
  if (parts.rateLimit)
    await countRequest(parts.db.drizzle, `${key}:${mailboxOf(body.email)}`, max, within, now);
}

export const JOIN = 'join';
const joining = { key: JOIN, max: 10, within: 10 * MINUTE };
/** Each request sends a mail. The link in the last one is always valid, so using up the limit doesn't lock anyone out. */
const resetMail = { key: 'reset-mail', max: 5, within: HOUR };

export const SIGN_IN = 'sign-in';

type PasswordCall = Omit<Given<typeof calls.loginUser>, 'userId' | 'body'> & {
  readonly body: { email: string; captcha: string; known_device?: string | undefined };
};

/** Admits a try at an account's password. */
export const admitPassword = (given: PasswordCall) =>
  admitGuess(given, {
    key: SIGN_IN,
    captcha: given.parts.captcha,
    accounts: () => knownAccounts(given.parts.db.drizzle, { email: given.body.email }),
  });

/** Builds the answer of every way to sign in, and records the network address. */
export async function answerSignIn({ parts, now, c }: Caller, { token, userId, mails, recovery }: SignedIn) {
  noteSecurity(c, 'signed_in', { user: userId });
  if (recovery === 'stopped') noteSecurity(c, 'factor_loss_stopped', { user: userId });
  if (recovery === 'removed') noteSecurity(c, 'factor_lost', { user: userId });
  noteAddress(parts, userId, c, now);
  // Before the answer: with its token, an order could be placed first.
  await noteOwner(parts.db, parts.vault, userId, now);
  for (const mail of mails) deferMail(parts, 'a mail about a login', mail);
  const [account] = await knownAccounts(parts.db.drizzle, { userId });
  const known_device = account ? await deviceNote(parts.db, account, now) : null;
  return { success: { token, user: await ownUser(parts.db.drizzle, parts.vault, userId), known_device } };
}

/** Runs a sign-in. After wrong codes, it tells the account's owner that someone has got past the password. */
async function watchingCodes<T>({ parts, now }: Caller, signIn: () => Promise<T>): Promise<T> {
  try {
    return await signIn();
  } catch (error) {
    const userId = error instanceof DomainError && error.fields?.code ? error.suspect?.userId : undefined;
    if (userId !== undefined) {
      parts.background.run('a mail about wrong codes', async () => {
        const mail = await noteWrongCode(parts.db, userId, now);
        if (mail) await parts.sendMail(mail);
      });
    }
    throw error;
  }
}

/** Returns where a new account would be created from, and how many are allowed. */
export const placeOf = ({ parts, c }: Caller): JoinPlace =>
  parts.rateLimit ? { address: addressOf(c), ...parts.signUps } : null;

/** Signs in with the token that the browser brings back from an auth provider. */
async function signInBy(
  provider: calls.AuthProvider,
  given: Given<
    typeof calls.loginGoogle | typeof calls.loginApple | typeof calls.loginDiscord | typeof calls.loginSteam
  >,
) {
  const { body, parts, now, c } = given;
  const label = calls.authProviders[provider];
  if (!parts.providers[provider])
    throw new DomainError('provider_unavailable', {
      message: `Logging in with ${label} isn’t available here. Use your email address and password.`,
    });
  await admitAddress(given, SIGN_IN);
  const signedIn = await watchingCodes(given, () =>
    signInByToken(parts.db, provider, body.token, {
      device: deviceOf(c),
      code: body.code,
      parts,
      place: placeOf(given),
      from: (userId) => networkFor(given, userId),
      now,
    }),
  );
  if (!signedIn) throw rejectedAnswer(label);
  const answer = await answerSignIn(given, signedIn);
  const { id, email, email_confirmed } = answer.success.user;
  if (signedIn.isNew && email && !email_confirmed)
    parts.background.run('a mail to confirm an address', async () => {
      await limitMails(given, email);
      mailConfirmation(parts, id, now);
    });
  return answer;
}

export function signInRoutes(app: Hono<ApiEnv>): void {
  handle(app, calls.getCaptcha, async (given) => {
    await admitAddress(given, 'captcha', 120);
    return given.parts.captcha.challenge(given.query.effort);
  });

  handle(app, calls.getAuthProviders, async ({ parts }) => ({
    providers: [
      ...(parts.passkeys ? ['passkey'] : []),
      ...calls.authProviderNames.filter((name) => parts.providers[name]),
    ],
  }));

  handle(app, calls.loginUser, async (given) => {
    const { uncount, from } = await admitPassword(given);
    const { body, parts, now, c } = given;
    const form = { ...body, code: body.code, device: deviceOf(c), from, now };
    const entered = await watchingCodes(given, () => login(parts.db, parts, form));
    await uncount();
    return answerSignIn(given, entered);
  });

  handle(app, calls.registerUser, async (given) => {
    await admit(given, joining);
    const { body, parts, now, c } = given;
    const { email, password, reflink } = body;
    const visit = { device: deviceOf(c), place: placeOf(given), now };
    const countMail = () => limitMails(given, email);
    const made = await register(parts.db, { email, password, reflink, countMail, ...visit });
    mailConfirmation(parts, made.userId, now);
    return answerSignIn(given, made);
  });

  handle(app, calls.requestPasswordReset, async (given) => {
    await admit(given, resetMail);
    const { body, parts, now } = given;
    // The answer doesn't wait for this, so neither it nor its timing reveals whether the account exists.
    parts.background.run('a mail to choose a new password', async () => {
      const mail = await startPasswordReset(parts.db, { email: body.email, now });
      if (mail) await parts.sendMail(mail);
    });
    return { accepted: true as const };
  });

  handle(app, calls.resetPassword, async (given) => {
    // Not counted by account: 32 random bytes can't be guessed, and without a captcha anyone could lock the owner out.
    await admitAddress(given, 'reset');
    const { body, parts, now, c } = given;
    const { token, email, account } = body;
    const userId = await accountOfLink(parts.db.drizzle, { token, email, account, now });
    const form = {
      ...body,
      userId,
      code: body.code,
      device: deviceOf(c),
      from: await networkFor(given, userId),
      now,
    };
    const entered = await resetPassword(parts.db, parts, form);
    return answerSignIn(given, entered);
  });

  handleStranger(app, calls.listResetAccounts, async (given) => {
    await admitAddress(given, 'reset');
    const { parts, body, now } = given;
    return { accounts: await accountsOfLink(parts.db.drizzle, { ...body, now }) };
  });

  handleStranger(app, calls.closeResetAccount, async (given) => {
    await admitAddress(given, 'reset');
    const { parts, body, now, c } = given;
    const accounts = await closeOfLink(parts.db, parts, { ...body, now });
    noteSecurity(c, 'account_refused', { user: body.account });
    return { accounts };
  });

  handle(app, calls.loginGoogle, (given) => signInBy('google', given));
  handle(app, calls.loginApple, (given) => signInBy('apple', given));
  handle(app, calls.loginDiscord, (given) => signInBy('discord', given));
  handle(app, calls.loginSteam, (given) => signInBy('steam', given));
}

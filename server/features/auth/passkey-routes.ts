import type { Hono } from 'hono';
import * as entry from '../../../src/lib/contract/auth/passkey-sign-in.ts';
import * as calls from '../../../src/lib/contract/auth/passkeys.ts';
import { admitAddress } from '../../http/admit-address.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { deferMail } from '../../http/defer-mail.ts';
import { limit, limitProof } from '../../http/limit.ts';
import { bearerToken, type Given, handle } from '../../http/route.ts';
import { noteSecurity } from '../../http/security-log.ts';
import { fieldError } from '../../platform/domain-error.ts';
import { HOUR } from '../../platform/time.ts';
import * as settings from './passkey-settings.ts';
import { loginByPasskey, passkeysAt, registerByPasskey, startCreation, startLogin } from './passkeys.ts';
import { answerSignIn, deviceOf, JOIN, placeOf, SIGN_IN } from './routes.ts';

const MAIL = 'a mail about a login';

const listOf = ({ parts, userId }: Pick<Given<typeof calls.listPasskeys>, 'parts' | 'userId'>) =>
  settings.passkeysOf(parts.db.drizzle, userId, parts.passkeys !== null);

type Proving = Given<typeof calls.startPasskey | typeof calls.removePasskey | typeof calls.removeLogin>;

async function askedBy(given: Proving) {
  await limitProof(given);
  const { userId, body, now, c } = given;
  return { userId, token: bearerToken(c) ?? '', password: body.password, code: body.code, now };
}

export function passkeyRoutes(app: Hono<ApiEnv>): void {
  handle(app, entry.startPasskeyLogin, async (given) => {
    const { parts, now } = given;
    const at = passkeysAt(parts.passkeys);
    await admitAddress(given, 'passkey');
    return startLogin(parts.db.drizzle, at, now);
  });

  handle(app, entry.loginPasskey, async (given) => {
    const { parts, body, now, c } = given;
    const at = passkeysAt(parts.passkeys);
    await admitAddress(given, SIGN_IN);
    const entered = await loginByPasskey(parts.db, at, { ...body, device: deviceOf(c), now });
    return answerSignIn(given, entered);
  });

  handle(app, entry.startPasskeySignUp, async (given) => {
    const { parts, body, now } = given;
    const at = passkeysAt(parts.passkeys);
    await admitAddress(given, JOIN);
    const refused = await parts.captcha.refuse(body.captcha);
    if (refused !== null) throw fieldError('captcha', refused);
    return startCreation(parts.db.drizzle, at, { now });
  });

  handle(app, entry.registerPasskey, async (given) => {
    const { parts, body, now, c } = given;
    const at = passkeysAt(parts.passkeys);
    await admitAddress(given, SIGN_IN);
    const visit = { ...body, reflink: body.reflink, device: deviceOf(c), place: placeOf(given), now };
    return answerSignIn(given, await registerByPasskey(parts.db, at, visit));
  });

  handle(app, calls.listPasskeys, listOf);

  handle(app, calls.startPasskey, async (given) => {
    const { parts } = given;
    const asked = await askedBy(given);
    return settings.startPasskey(parts.db, parts, passkeysAt(parts.passkeys), asked);
  });

  handle(app, calls.addPasskey, async (given) => {
    const { parts, userId, body, now, c } = given;
    const at = passkeysAt(parts.passkeys);
    const added = { ...body, userId, token: bearerToken(c) ?? '', device: deviceOf(c), now };
    const mail = await settings.addPasskey(parts.db, at, added);
    noteSecurity(c, 'passkey_added');
    deferMail(parts, MAIL, mail);
    return listOf(given);
  });

  handle(app, calls.renamePasskey, async (given) => {
    await limit(given, 'profile', 30, HOUR);
    const { parts, userId, params, body } = given;
    await settings.renamePasskey(parts.db.drizzle, userId, params.id, body.name);
    return listOf(given);
  });

  handle(app, calls.removePasskey, async (given) => {
    const { parts, params, c } = given;
    const mail = await settings.removePasskey(parts.db, parts, { ...(await askedBy(given)), id: params.id });
    noteSecurity(c, 'passkey_removed');
    deferMail(parts, MAIL, mail);
    return listOf(given);
  });

  handle(app, calls.removeLogin, async (given) => {
    const { parts, params, c } = given;
    const asked = await askedBy(given);
    const mail = await settings.removeLogin(parts.db, parts, { ...asked, provider: params.provider });
    noteSecurity(c, 'login_removed');
    deferMail(parts, MAIL, mail);
    return listOf(given);
  });
}

/**
 * Sites with `SECOND_FACTOR=required` ask every player for a second factor. One middleware checks all routes, so no call can be
 * forgotten. An account with a password and no second factor can only make the calls it needs to set one up. Calls that are open
 * to guests treat it as a guest, and all others are rejected. An account with only a provider has no password and relies on the
 * provider's second factor.
 */
import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { getUser, logoutUser, saveBirthDate } from '../../../src/lib/contract/account/account.ts';
import * as confirmation from '../../../src/lib/contract/auth/confirmation.ts';
import { confirmApp, getSecondFactor, setUpApp } from '../../../src/lib/contract/auth/second-factor.ts';
import { noteDevice } from '../../../src/lib/contract/auth/sign-in.ts';
import type { Call } from '../../../src/lib/contract/call.ts';
import {
  deleteAccount,
  exportAccount,
  getSettings,
  listDevices,
} from '../../../src/lib/contract/settings/settings.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { calls } from '../../http/docs.ts';
import { bearerToken } from '../../http/route.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { userOfToken } from '../../platform/tokens.ts';
import { lacksFactor } from './second-factor.ts';

/** What a player needs to set it up or to leave, and what is sent once with a sign-up and would otherwise be lost. */
const needed: readonly Call[] = [
  getUser,
  getSettings,
  listDevices,
  confirmation.requestConfirmation,
  confirmation.lookAtConfirmation,
  confirmation.confirmEmail,
  confirmation.changeEmail,
  getSecondFactor,
  setUpApp,
  confirmApp,
  saveBirthDate,
  noteDevice,
  exportAccount,
  deleteAccount,
  logoutUser,
];

const nameOf = ({ method, path }: Pick<Call, 'method' | 'path'>) => `${method} ${path}`;
const known = new Map(Object.values(calls).map((call) => [nameOf(call), call]));

/** Players may only read their own profile. */
const isOwn = (c: Context, userId: number) => c.req.path.split('/').at(-1) === String(userId);

export const requireSecondFactor: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const { parts } = c.var;
  const token = bearerToken(c);
  if (parts.secondFactor === 'optional' || token === null) return next();
  // A HEAD runs the route of the GET, without sending the body.
  const method = c.req.method === 'HEAD' ? 'GET' : c.req.method;
  // The route that will answer is the last one that matches.
  const call = known.get(`${method} ${routePath(c, -1)}`);
  if (call?.who !== 'user' && call?.who !== 'guest') return next();
  const userId = await userOfToken(parts.db, token, parts.clock(), parts.sessionIdleDays);
  if (userId === null || !(await lacksFactor(parts.db.drizzle, userId))) return next();
  if (needed.includes(call) && (call !== getUser || isOwn(c, userId))) return next();
  if (call.who === 'user') {
    c.set('caller', { user: userId });
    throw new DomainError('second_factor_needed');
  }
  c.set('asGuest', true);
  return next();
};

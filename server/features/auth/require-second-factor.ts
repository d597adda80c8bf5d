/**
 * Where this site asks every player for a second factor (`SECOND_FACTOR=required`): one door before all routes, so that no call can be
 * forgotten. A session of an account with a password and without a second factor opens what it takes to get one; calls that are open to
 * guests answer as to one, and all others are refused. What only a provider enters has no password, and the provider's second factor.
 */
import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { getUser, logoutUser, saveBirthDate } from '../../../src/lib/contract/account.ts';
import type { Call } from '../../../src/lib/contract/call.ts';
import {
  changeEmail,
  confirmEmail,
  lookAtConfirmation,
  requestConfirmation,
} from '../../../src/lib/contract/confirmation.ts';
import { confirmApp, getSecondFactor, setUpApp } from '../../../src/lib/contract/second-factor.ts';
import { getSettings, listDevices } from '../../../src/lib/contract/settings.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { calls } from '../../http/docs.ts';
import { bearerToken } from '../../http/route.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { userOfToken } from '../../platform/tokens.ts';
import { lacksFactor } from './second-factor.ts';

/** What a player needs to get one; the birth date, since joining sends it and it would be lost. */
const needed: readonly Call[] = [
  getUser,
  getSettings,
  listDevices,
  requestConfirmation,
  lookAtConfirmation,
  confirmEmail,
  changeEmail,
  getSecondFactor,
  setUpApp,
  confirmApp,
  saveBirthDate,
  logoutUser,
];

const nameOf = ({ method, path }: Pick<Call, 'method' | 'path'>) => `${method} ${path}`;
const known = new Map(Object.values(calls).map((call) => [nameOf(call), call]));

/** Of profiles the caller's own. */
const isOwn = (c: Context, userId: number) => c.req.path.split('/').at(-1) === String(userId);

export const secondFactorDoor: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const { parts } = c.var;
  const token = bearerToken(c);
  if (parts.secondFactor === 'optional' || token === null) return next();
  // The route that will answer: it is the last of those that match.
  const call = known.get(`${c.req.method} ${routePath(c, -1)}`);
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

/** The calls of the page that a mailed link opens: show the account, confirm it, or say "This wasn't me". */
import type { Hono } from 'hono';
import * as calls from '../../../src/lib/contract/auth/confirmation.ts';
import { admitAddress } from '../../http/admit-address.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { bearerToken, handle } from '../../http/route.ts';
import { noteSecurity } from '../../http/security-log.ts';
import { confirmEmail, lookAtLink, refuseByLink } from './email-confirmation.ts';

export function confirmationRoutes(app: Hono<ApiEnv>): void {
  handle(app, calls.lookAtConfirmation, async (given) => {
    await admitAddress(given, 'confirm-look', 60);
    const { parts, body, userId: callerId, now } = given;
    return lookAtLink(parts.db.drizzle, { token: body.token, callerId, now });
  });

  handle(app, calls.confirmEmail, async (given) => {
    await admitAddress(given, 'confirm');
    const { parts, body, userId: callerId, now, c } = given;
    const { token, password } = body;
    const session = bearerToken(c) ?? '';
    const idleDays = parts.sessionIdleDays;
    const confirmed = await confirmEmail(parts.db, parts.vault, {
      token,
      password,
      callerId,
      session,
      now,
      idleDays,
    });
    noteSecurity(c, 'address_confirmed', { user: confirmed.userId });
    return { email: confirmed.email, reward: confirmed.reward, signed_out: confirmed.ended };
  });

  handle(app, calls.refuseAccount, async (given) => {
    await admitAddress(given, 'confirm');
    const { parts, body, now, c } = given;
    const { userId } = await refuseByLink(parts.db, parts, { token: body.token, now });
    noteSecurity(c, 'account_refused', { user: userId });
    return { closed: true as const };
  });
}

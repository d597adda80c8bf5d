import type { Hono } from 'hono';
import * as calls from '../../../src/lib/contract/auth/second-factor.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { deferMail } from '../../http/defer-mail.ts';
import { limit, limitProof } from '../../http/limit.ts';
import { bearerToken, type Given, handle } from '../../http/route.ts';
import { noteSecurity } from '../../http/security-log.ts';
import { MINUTE } from '../../platform/time.ts';
import { stoppedMailTo, stopWait } from './factor-recovery.ts';
import * as factor from './second-factor-settings.ts';

const MAIL = 'a mail about a second factor';

type Asking = Pick<Given<typeof calls.getSecondFactor>, 'parts' | 'now' | 'userId' | 'c'>;

const callerOf = ({ parts, userId, now, c }: Asking) => ({
  userId,
  token: bearerToken(c) ?? '',
  idleDays: parts.sessionIdleDays,
  required: parts.secondFactor === 'required',
  now,
});

export function secondFactorRoutes(app: Hono<ApiEnv>): void {
  handle(app, calls.getSecondFactor, async (given) => ({
    second_factor: await factor.secondFactorOf(given.parts.db, callerOf(given)),
  }));

  handle(app, calls.setUpApp, async (given) => {
    await limitProof(given);
    const { parts, userId, body, now } = given;
    return factor.setUpApp(parts.db, parts, { userId, password: body.password, now });
  });

  handle(app, calls.confirmApp, async (given) => {
    const { parts, body } = given;
    const done = await factor.confirmApp(parts.db, parts, { ...callerOf(given), ...body });
    deferMail(parts, MAIL, done.mail);
    return { recovery_codes: done.codes, second_factor: done.factor };
  });

  handle(app, calls.renewRecoveryCodes, async (given) => {
    await limitProof(given);
    const { parts, body } = given;
    const done = await factor.renewRecoveryCodes(parts.db, parts, { ...callerOf(given), ...body });
    deferMail(parts, MAIL, done.mail);
    return { recovery_codes: done.codes, second_factor: done.factor };
  });

  handle(app, calls.turnOffApp, async (given) => {
    await limitProof(given);
    const { parts, body } = given;
    const done = await factor.turnOffApp(parts.db, parts, { ...callerOf(given), ...body });
    deferMail(parts, MAIL, done.mail);
    return { second_factor: done.factor };
  });

  // Needs only the session: it keeps the second factor on, and a player who gets stopped can report the loss again.
  handle(app, calls.keepFactor, async (given) => {
    await limit(given, 'keep-factor', 10, 10 * MINUTE);
    const { parts, userId, now, c } = given;
    if (await stopWait(parts.db, userId)) {
      noteSecurity(c, 'factor_loss_stopped');
      deferMail(parts, MAIL, await stoppedMailTo(parts.db.drizzle, userId, now));
    }
    return { second_factor: await factor.secondFactorOf(parts.db, callerOf(given)) };
  });
}

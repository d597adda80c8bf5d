import type { Context, Hono } from 'hono';
import * as calls from '../../../src/lib/contract/auth/factor-recovery.ts';
import { resetLinkRefused } from '../../../src/lib/contract/auth/sign-in.ts';
import { admitAddress } from '../../http/admit-address.ts';
import type { ApiEnv, AppDeps } from '../../http/app-deps.ts';
import { deferMail } from '../../http/defer-mail.ts';
import { limit } from '../../http/limit.ts';
import { noteSecurity } from '../../http/security-log.ts';
import { checkMailRoom } from '../../mail/queue.ts';
import { fieldError } from '../../platform/domain-error.ts';
import { HOUR } from '../../platform/time.ts';
import { handleStranger } from '../admin/route.ts';
import { accountBy } from './accounts.ts';
import { beginRecovery, requestRecovery, stopByLink } from './factor-recovery.ts';
import { ownerOfLink } from './password-reset.ts';
import { admitPassword } from './routes.ts';

/** Each request sends a mail. The link in the last one is always valid. */
const MAILS = 5;
const MAIL = 'a mail about a lost second factor';

/**
 * Handles a report by a caller who has proven enough. It doesn't wait for the mail, so neither the answer nor its timing reveals
 * whether there is a second factor.
 */
async function report(given: { parts: AppDeps; now: Date; c: Context<ApiEnv> }, userId: number) {
  const { parts, now, c } = given;
  await checkMailRoom(parts.db, now);
  await limit({ parts, userId, now }, 'factor-recovery', MAILS, HOUR);
  noteSecurity(c, 'factor_loss_reported', { user: userId });
  parts.background.run(MAIL, async () => {
    const mail = await requestRecovery(parts.db, { userId, now });
    if (mail) await parts.sendMail(mail);
  });
  return { accepted: true as const };
}

export function factorRecoveryRoutes(app: Hono<ApiEnv>): void {
  handleStranger(app, calls.requestFactorRecovery, async (given) => {
    // Counted with the logins, because passwords can be guessed here too.
    const { uncount } = await admitPassword(given);
    const { id } = await accountBy(given.parts.db, given.body);
    await uncount();
    return report(given, id);
  });

  handleStranger(app, calls.requestFactorRecoveryByLink, async (given) => {
    await admitAddress(given, 'reset');
    const { parts, body, now } = given;
    const userId = await ownerOfLink(parts.db.drizzle, body.token, body.email, now);
    if (userId === null) throw fieldError('token', resetLinkRefused, { event: 'sign_in_refused' });
    return report(given, userId);
  });

  handleStranger(app, calls.beginFactorRecovery, async (given) => {
    await admitAddress(given, 'factor-recovery');
    const { parts, body, now, c } = given;
    const begun = await beginRecovery(parts.db, { token: body.token, now });
    noteSecurity(c, 'factor_loss_begun', { user: begun.userId });
    deferMail(parts, MAIL, begun.mail);
    return { due_at: begun.dueAt.toISOString() };
  });

  handleStranger(app, calls.stopFactorRecovery, async (given) => {
    await admitAddress(given, 'factor-recovery');
    const { parts, body, now, c } = given;
    const { userId: user, mail } = await stopByLink(parts.db, {
      token: body.token,
      now,
    });
    noteSecurity(c, 'factor_loss_stopped', { user });
    deferMail(parts, MAIL, mail);
    return { stopped: true as const };
  });
}

import type { Hono } from 'hono';
import * as v from 'valibot';
import * as calls from '../../src/lib/contract/operator.ts';
import { endOperator, getOperator, listOperators, logInOperator } from '../domain/operator-accounts.ts';
import { deskOf } from '../domain/operator-desk.ts';
import { listActs } from '../domain/operator-log.ts';
import { listOperatorSessions, revokeOperatorSession } from '../domain/operator-sessions.ts';
import { beginSetup, confirmSetup, inviteOperator, withdrawInvitation } from '../domain/operator-setup.ts';
import { countRequest } from '../domain/rate-limit.ts';
import { fieldRefusal } from '../domain/refusal.ts';
import { handleOperator, handleStranger } from './operator-route.ts';
import type { ApiEnv } from './route.ts';
import { noteSecurity } from './security-log.ts';
import { admitAddress, deviceOf } from './sign-in.ts';

const TEN_MINUTES = 600;
const TRIES = 10;

export function operatorRoutes(app: Hono<ApiEnv>): void {
  handleStranger(app, calls.getOperatorCaptcha, async (given) => {
    await admitAddress(given, 'captcha', 120);
    const made = await given.parts.operatorCaptcha.challenge();
    return { challenge: 'parameters' in made ? v.parse(calls.challengeSchema, made) : null };
  });

  handleStranger(app, calls.operatorLogIn, async (given) => {
    const { parts, body, now, c } = given;
    await admitAddress(given, 'operator-sign-in');
    // Before tries are counted: who only knows the address can't spend them.
    const refused = await parts.operatorCaptcha.refuse(body.captcha);
    if (refused !== null) throw fieldRefusal('captcha', refused);
    if (parts.rateLimit)
      await countRequest(parts.db.drizzle, `operator-sign-in:${body.email}`, TRIES, TEN_MINUTES, now);
    const session = await logInOperator(parts.db, parts.vault, { ...body, device: deviceOf(c), now });
    noteSecurity(c, 'signed_in', { operator: session.operator.id });
    return session;
  });

  handleStranger(app, calls.beginOperatorSetUp, async (given) => {
    await admitAddress(given, 'operator-setup');
    const { parts, body, now } = given;
    const { setup_code: setupCode, name, email, password } = body;
    return beginSetup(parts.db, parts.vault, { setupCode, name, email, password, now });
  });

  handleStranger(app, calls.confirmOperatorSetUp, async (given) => {
    await admitAddress(given, 'operator-setup');
    const { parts, body, now, c } = given;
    return confirmSetup(parts.db, parts.vault, {
      setupCode: body.setup_code,
      code: body.code,
      device: deviceOf(c),
      now,
    });
  });

  handleOperator(app, calls.operatorLogOut, async ({ parts, operator, operatorId, now }) => {
    await revokeOperatorSession(parts.db, { operatorId, sessionId: operator.sessionId, now });
    return { signed_out: true as const };
  });

  handleOperator(app, calls.getDesk, async ({ parts, operator, now }) => ({
    operator: await getOperator(parts.db.drizzle, operator.id),
    session_expires_at: operator.expiresAt.toISOString(),
    desk: await deskOf(parts.db.drizzle, { operatorId: operator.id, alone: parts.adjustAlone, now }),
  }));

  handleOperator(app, calls.listOperators, async ({ parts, now }) => listOperators(parts.db.drizzle, now));

  handleOperator(app, calls.inviteOperator, async ({ parts, operatorId, body, now }) =>
    inviteOperator(parts.db, { operatorId, note: body.note, now }),
  );

  handleOperator(app, calls.withdrawInvitation, async ({ parts, operatorId, params, now }) => {
    await withdrawInvitation(parts.db, { operatorId, invitationId: params.id, now });
    return { withdrawn: true as const };
  });

  handleOperator(app, calls.endOperator, async ({ parts, operatorId, params, body, now }) => ({
    operator: await endOperator(parts.db, { operatorId, endedId: params.id, reason: body.reason, now }),
  }));

  handleOperator(app, calls.listOperatorSessions, async ({ parts, operator, now }) => ({
    sessions: await listOperatorSessions(parts.db.drizzle, operator.sessionId, now),
  }));

  handleOperator(app, calls.revokeOperatorSession, async ({ parts, operatorId, params, now }) => {
    await revokeOperatorSession(parts.db, { operatorId, sessionId: params.id, now });
    return { revoked: true as const };
  });

  handleOperator(app, calls.listActs, async ({ parts, query }) => listActs(parts.db, query));
}

import type { Hono } from 'hono';
import * as v from 'valibot';
import * as audit from '../../../src/lib/contract/admin/operator-audit.ts';
import * as calls from '../../../src/lib/contract/operators/operator.ts';
import { admitAddress } from '../../http/admit-address.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { noteSecurity } from '../../http/security-log.ts';
import { listAuditEvents } from '../admin/audit-log.ts';
import { figureDays } from '../admin/figure-days.ts';
import { handleOperator, handleStranger } from '../admin/route.ts';
import { listOperatorSessions, revokeOperatorSession } from '../admin/sessions.ts';
import { admitGuess } from '../auth/guesses.ts';
import { deviceNote } from '../auth/known-devices.ts';
import { deviceOf } from '../auth/routes.ts';
import { figuresOf } from './figures.ts';
import { endOperator, getOperator, knownOperators, listOperators, logInOperator } from './operators.ts';
import { overviewOf } from './overview.ts';
import { approveInvitation, beginSetup, confirmSetup, inviteOperator, withdrawInvitation } from './setup.ts';

export function operatorRoutes(app: Hono<ApiEnv>): void {
  handleStranger(app, calls.getOperatorCaptcha, async (given) => {
    await admitAddress(given, 'captcha', 120);
    const made = await given.parts.operatorCaptcha.challenge(given.query.effort);
    return { challenge: 'parameters' in made ? v.parse(calls.challengeSchema, made) : null };
  });

  handleStranger(app, calls.operatorLogIn, async (given) => {
    const { parts, body, now, c } = given;
    const accounts = () => knownOperators(parts.db.drizzle, body.email);
    const { uncount, from } = await admitGuess(given, {
      key: 'operator-sign-in',
      captcha: parts.operatorCaptcha,
      accounts,
    });
    const session = await logInOperator(parts.db, parts, { ...body, device: deviceOf(c), from, now });
    await uncount();
    noteSecurity(c, 'signed_in', { operator: session.operator.id });
    const [account] = await accounts();
    return { ...session, ...(account && { known_device: await deviceNote(parts.db, account, now) }) };
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

  handleOperator(app, calls.getOverview, async ({ parts, operator, now }) => ({
    operator: await getOperator(parts.db.drizzle, operator.id),
    session_expires_at: operator.expiresAt.toISOString(),
    overview: await overviewOf(parts.db.drizzle, {
      operatorId: operator.id,
      alone: parts.operatorDailyLimit,
      now,
    }),
  }));

  handleOperator(app, calls.getFigures, async ({ parts, query, now }) => ({
    figures: await figuresOf(parts.db.drizzle, now, figureDays(query)),
  }));

  handleOperator(app, calls.listOperators, async ({ parts, now }) => listOperators(parts.db.drizzle, now));

  handleOperator(app, calls.inviteOperator, async ({ parts, operatorId, body, now }) =>
    inviteOperator(parts.db, { operatorId, note: body.note, now }),
  );

  handleOperator(app, calls.approveInvitation, async ({ parts, operatorId, params, now }) => {
    await approveInvitation(parts.db, { operatorId, invitationId: params.id, now });
    return { approved: true as const };
  });

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

  handleOperator(app, audit.listAuditEvents, async ({ parts, query }) => listAuditEvents(parts.db, query));
}

import type { Hono } from 'hono';
import * as calls from '../../../src/lib/contract/operators/operator-users.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { deferMail } from '../../http/defer-mail.ts';
import { idempotencyKey } from '../../http/idempotency.ts';
import { handleOperator } from '../admin/route.ts';
import { noteOwner } from '../fraud/signals.ts';
import { liftSuspension, suspendUser } from '../fraud/suspension.ts';
import { listTransactions } from '../ledger/transactions.ts';
import { admitFriend, refuseFriend } from '../reviews/decisions.ts';
import { scheduleDeletion } from '../settings/deletion.ts';
import * as adjust from './adjustments.ts';
import { clearBirthDate } from './clear-birth-date.ts';
import { endUserSessions } from './end-sessions.ts';
import { settleUserMatches } from './settle-matches.ts';
import { findUsers, getOperatorUser, operatorUser } from './users.ts';

export function operatorUserRoutes(app: Hono<ApiEnv>): void {
  handleOperator(app, calls.findUsers, async ({ parts, body }) => findUsers(parts.db, body));
  handleOperator(app, calls.getOperatorUser, async ({ parts, params }) =>
    getOperatorUser(parts.db.drizzle, params.id),
  );
  handleOperator(app, calls.listUserLedger, async ({ parts, params, query }) => {
    await operatorUser(parts.db.drizzle, params.id);
    return listTransactions(parts.db, params.id, { ...query, type: 'all', order: 'newest' });
  });
  for (const [call, act] of [
    [calls.suspendUser, suspendUser],
    [calls.liftSuspension, liftSuspension],
    [calls.clearBirthDate, clearBirthDate],
  ] as const)
    handleOperator(app, call, async ({ parts, params, body, operatorId, now }) => {
      await act(parts.db, { operatorId, userId: params.id, reason: body.reason, now });
      return { user: await operatorUser(parts.db.drizzle, params.id) };
    });

  handleOperator(app, calls.settleUserMatches, async ({ parts, params, body, operatorId, now }) => {
    const { reason, matched_up_to: matchedUpTo } = body;
    await settleUserMatches(parts.db, { operatorId, userId: params.id, reason, matchedUpTo, now });
    return { user: await operatorUser(parts.db.drizzle, params.id) };
  });

  handleOperator(app, calls.endUserSessions, async ({ parts, params, body, operatorId, now }) => {
    const idleDays = parts.sessionIdleDays;
    const ending = { operatorId, userId: params.id, reason: body.reason, idleDays, now };
    const ended = await endUserSessions(parts.db, ending);
    return { user: await operatorUser(parts.db.drizzle, params.id), ended };
  });

  handleOperator(app, calls.scheduleDeletion, async ({ parts, params, body, operatorId, now }) => {
    const userId = params.id;
    const given = {
      operatorId,
      userId,
      reason: body.reason,
      removesWritings: body.writings === 'remove',
      now,
    };
    const mail = await scheduleDeletion(parts.db, given);
    await noteOwner(parts.db, parts.vault, userId, now);
    deferMail(parts, 'a mail about a deletion', mail);
    return { user: await operatorUser(parts.db.drizzle, userId) };
  });

  handleOperator(app, calls.refuseReferral, async ({ parts, params, body, operatorId, now }) => {
    await refuseFriend(parts.db, { operatorId, friendId: params.id, reason: body.reason, now });
    return { refused: true };
  });
  handleOperator(app, calls.admitReferral, async ({ parts, params, body, operatorId, now }) => {
    await admitFriend(parts.db, { operatorId, friendId: params.id, reason: body.reason, now });
    return { refused: false };
  });

  handleOperator(app, calls.listAdjustments, async ({ parts, query, operatorId }) =>
    adjust.listAdjustments(parts.db, { ...query, operatorId }),
  );
  handleOperator(app, calls.adjustBalance, async ({ parts, body, operatorId, now, c }) => ({
    adjustment: await adjust.adjustBalance(parts.db, {
      operatorId,
      userId: body.user_id,
      points: body.points,
      reason: body.reason,
      key: idempotencyKey(c),
      alone: parts.operatorDailyLimit,
      now,
    }),
  }));
  handleOperator(app, calls.approveAdjustment, async ({ parts, params, operatorId, now }) => ({
    adjustment: await adjust.approveAdjustment(parts.db, { operatorId, adjustmentId: params.id, now }),
  }));
  handleOperator(app, calls.declineAdjustment, async ({ parts, params, body, operatorId, now }) => ({
    adjustment: await adjust.declineAdjustment(parts.db, {
      operatorId,
      adjustmentId: params.id,
      reason: body.reason,
      now,
    }),
  }));
}

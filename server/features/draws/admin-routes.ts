import type { Hono } from 'hono';
import * as calls from '../../../src/lib/contract/draws/operator-contests.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { handleOperator } from '../admin/route.ts';
import { getOperatorContest, listOperatorContests } from './admin-contests.ts';
import { callOffContest, createContest, editContest } from './contest-acts.ts';
import { keepContests } from './contest-draws.ts';

/** Returns the contest. Errors: limit_reached if it was only recorded and needs a second operator. */
function decided(contest: calls.OperatorContest | null): calls.OperatorContest {
  if (contest) return contest;
  throw new DomainError('limit_reached', {
    message:
      'The prizes are above what you can pay alone in a day. We announce it once another operator enters exactly the same giveaway.',
  });
}

export function operatorContestRoutes(app: Hono<ApiEnv>): void {
  handleOperator(app, calls.listOperatorContests, async ({ parts, query, now }) => {
    await keepContests(parts.db, now);
    return listOperatorContests(parts.db, query, now);
  });
  handleOperator(app, calls.getOperatorContest, async ({ parts, params, query, now }) => {
    await keepContests(parts.db, now);
    return getOperatorContest(parts.db, { ...query, id: params.id }, now);
  });
  handleOperator(app, calls.createContest, async ({ parts, body, operatorId, now }) => {
    const given = { operatorId, form: body, alone: parts.operatorDailyLimit, now };
    return { contest: decided(await createContest(parts.db, given)) };
  });
  handleOperator(app, calls.editContest, async ({ parts, params, body, operatorId, now }) => {
    const given = { operatorId, id: params.id, form: body, alone: parts.operatorDailyLimit, now };
    return { contest: decided(await editContest(parts.db, given)) };
  });
  handleOperator(app, calls.callOffContest, async ({ parts, params, body, operatorId, now }) => {
    const given = { operatorId, id: params.id, reason: body.reason, now };
    return { contest: await callOffContest(parts.db, given) };
  });
}

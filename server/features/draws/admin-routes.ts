import type { Hono } from 'hono';
import type { OperatorContest } from '../../../src/lib/contract/operator-contests.ts';
import * as calls from '../../../src/lib/contract/operator-contests.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { handleOperator } from '../admin/route.ts';
import * as domain from './admin-contests.ts';
import { drawDue } from './contest-routes.ts';

/** Errors: limit_reached, where it is noted and waits for a second operator. */
function decided(contest: OperatorContest | null): OperatorContest {
  if (contest) return contest;
  throw new DomainError('limit_reached', {
    message:
      'Its prizes are more than you pay alone in a day, so it waits: it is announced once another operator sends the same contest, word for word.',
  });
}

export function operatorContestRoutes(app: Hono<ApiEnv>): void {
  handleOperator(app, calls.listOperatorContests, async ({ parts, query, now }) => {
    await drawDue(parts, now);
    return domain.listOperatorContests(parts.db, query, now);
  });
  handleOperator(app, calls.getOperatorContest, async ({ parts, params, query, now }) => {
    await drawDue(parts, now);
    return domain.getOperatorContest(parts.db, { ...query, id: params.id }, now);
  });
  handleOperator(app, calls.createContest, async ({ parts, body, operatorId, now }) => {
    const given = { operatorId, form: body, alone: parts.adjustAlone, now };
    return { contest: decided(await domain.createContest(parts.db, given)) };
  });
  handleOperator(app, calls.editContest, async ({ parts, params, body, operatorId, now }) => {
    const given = { operatorId, id: params.id, form: body, alone: parts.adjustAlone, now };
    const contest = decided(await domain.editContest(parts.db, given));
    parts.broadcast.publish({ kind: 'contest', contestId: contest.id });
    return { contest };
  });
  handleOperator(app, calls.callOffContest, async ({ parts, params, body, operatorId, now }) => {
    const given = { operatorId, id: params.id, reason: body.reason, now };
    const { contest, told } = await domain.callOffContest(parts.db, given);
    for (const userId of told) parts.broadcast.publish({ kind: 'notices', userId });
    parts.broadcast.publish({ kind: 'contest', contestId: contest.id });
    return { contest };
  });
}

import type { Hono } from 'hono';
import * as calls from '../../src/lib/contract/operator-contests.ts';
import * as domain from '../domain/operator-contests.ts';
import { drawDue } from './contests.ts';
import { handleOperator } from './operator-route.ts';
import type { ApiEnv } from './route.ts';

export function operatorContestRoutes(app: Hono<ApiEnv>): void {
  handleOperator(app, calls.listOperatorContests, async ({ parts, query, now }) => {
    await drawDue(parts, now);
    return domain.listOperatorContests(parts.db, query, now);
  });
  handleOperator(app, calls.getOperatorContest, async ({ parts, params, query, now }) => {
    await drawDue(parts, now);
    return domain.getOperatorContest(parts.db, { ...query, id: params.id }, now);
  });
  handleOperator(app, calls.createContest, async ({ parts, body, operatorId, now }) => ({
    contest: await domain.createContest(parts.db, { operatorId, form: body, now }),
  }));
  handleOperator(app, calls.editContest, async ({ parts, params, body, operatorId, now }) => {
    const contest = await domain.editContest(parts.db, { operatorId, id: params.id, form: body, now });
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

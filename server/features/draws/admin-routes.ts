import type { Hono } from 'hono';
import * as calls from '../../../src/lib/contract/draws/operator-contests.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { handleOperator } from '../admin/route.ts';
import { getOperatorContest, listOperatorContests } from './admin-contests.ts';
import { callOffContest, createContest, editContest } from './contest-acts.ts';
import { keepContests } from './contest-draws.ts';
import { approveContestProposal, declineContestProposal, listContestProposals } from './contest-proposals.ts';

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
    return { contest: await createContest(parts.db, given) };
  });
  handleOperator(app, calls.editContest, async ({ parts, params, body, operatorId, now }) => {
    const given = { operatorId, id: params.id, form: body, alone: parts.operatorDailyLimit, now };
    return { contest: await editContest(parts.db, given) };
  });
  handleOperator(app, calls.listContestProposals, async ({ parts, now }) => ({
    proposals: await listContestProposals(parts.db.drizzle, now),
  }));
  handleOperator(app, calls.approveContestProposal, async ({ parts, params, operatorId, now }) => {
    const given = { operatorId, id: params.id, alone: parts.operatorDailyLimit, now };
    const contest = await approveContestProposal(parts.db, given);
    // Another operator has decided on it in the meantime.
    if (!contest) throw new DomainError('nothing_to_do');
    return { contest };
  });
  handleOperator(app, calls.declineContestProposal, async ({ parts, params, body, operatorId, now }) => {
    await declineContestProposal(parts.db, { operatorId, id: params.id, reason: body.reason, now });
    return { declined: true as const };
  });
  handleOperator(app, calls.callOffContest, async ({ parts, params, body, operatorId, now }) => {
    const given = { operatorId, id: params.id, reason: body.reason, now };
    return { contest: await callOffContest(parts.db, given) };
  });
}

import type { Hono } from 'hono';
import * as calls from '../../../src/lib/contract/opinions/operator-opinions.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { handleOperator } from '../admin/route.ts';
import {
  getModeratedOpinion,
  hideOpinion,
  keepOpinion,
  listModeratedOpinions,
  showOpinion,
} from './admin-opinions.ts';

const decisions = [
  [calls.hideOpinion, hideOpinion],
  [calls.showOpinion, showOpinion],
  [calls.keepOpinion, keepOpinion],
] as const;

export function operatorOpinionRoutes(app: Hono<ApiEnv>): void {
  handleOperator(app, calls.listModeratedOpinions, async ({ parts, query }) =>
    listModeratedOpinions(parts.db, query),
  );
  handleOperator(app, calls.getModeratedOpinion, async ({ parts, params }) =>
    getModeratedOpinion(parts.db.drizzle, params.id),
  );
  for (const [call, decide] of decisions)
    handleOperator(app, call, async ({ parts, params, body, operatorId, now }) => ({
      opinion: await decide(parts.db, { ...body, opinionId: params.id, operatorId, now }),
    }));
}

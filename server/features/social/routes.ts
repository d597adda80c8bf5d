import type { Hono } from 'hono';
import * as calls from '../../../src/lib/contract/social/social.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { limit } from '../../http/limit.ts';
import { handle } from '../../http/route.ts';
import { MINUTE } from '../../platform/time.ts';
import { listSocialTasks, submitProof } from './social.ts';

export function socialRoutes(app: Hono<ApiEnv>): void {
  handle(app, calls.listSocialTasks, async ({ userId, parts }) => ({
    tasks: await listSocialTasks(parts.db.drizzle, userId),
  }));

  handle(app, calls.submitProof, async ({ params, body, userId, parts, now }) => {
    await limit({ parts, userId, now }, 'social', 30, 10 * MINUTE);
    const given = { taskId: params.id, userId, proof: body.proof, now };
    return { task: await submitProof(parts.db, parts.vault, given) };
  });
}

import type { Hono } from 'hono';
import * as calls from '../../../src/lib/contract/referrals/invite.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { handle } from '../../http/route.ts';
import { getInvite } from './invite.ts';
import { payInviter } from './referrals.ts';

export function inviteRoutes(app: Hono<ApiEnv>): void {
  handle(app, calls.getInvite, async ({ query, userId, parts, now }) => {
    // Pays first, so the inviter needn't wait for the job after midnight.
    await payInviter(parts.db, userId, now);
    return getInvite(parts.db, userId, query, now);
  });
}

import type { Hono } from 'hono';
import { getProfile, listWritten } from '../../../src/lib/contract/profile/profiles.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { handle } from '../../http/route.ts';
import { getProfile as profileOf, listWritten as writtenBy } from './profile.ts';

export function profileRoutes(app: Hono<ApiEnv>): void {
  handle(app, getProfile, ({ parts, params, userId, now }) => profileOf(parts.db, params.id, userId, now));
  handle(app, listWritten, ({ parts, params, query, userId }) =>
    writtenBy(parts.db, params.id, userId, query),
  );
}

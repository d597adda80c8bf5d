import type { Hono } from 'hono';
import * as calls from '../../../src/lib/contract/submissions/submissions.ts';
import type { ApiEnv, AppDeps } from '../../http/app-deps.ts';
import { limit } from '../../http/limit.ts';
import { handle } from '../../http/route.ts';
import { previewArticle } from '../../platform/render-markdown.ts';
import { MINUTE } from '../../platform/time.ts';
import * as domain from './submissions.ts';

/** The editor saves every few seconds, for hours. */
async function admit(parts: AppDeps, userId: number, now: Date): Promise<void> {
  await limit({ parts, userId, now }, 'submissions', 600, 10 * MINUTE);
}

export function submissionRoutes(app: Hono<ApiEnv>): void {
  handle(app, calls.listSubmissions, async ({ query, userId, parts }) =>
    domain.listSubmissions(parts.db, userId, query),
  );
  handle(app, calls.getSubmission, async ({ params, userId, parts }) => ({
    submission: await domain.getSubmission(parts.db.drizzle, params.key, userId),
  }));
  handle(app, calls.saveSubmission, async ({ params, body, userId, parts, now }) => {
    await admit(parts, userId, now);
    const { version, ...draft } = body;
    return {
      submission: await domain.saveSubmission(parts.db, { key: params.key, userId, draft, version, now }),
    };
  });
  handle(app, calls.submitForReview, async ({ params, body, userId, parts, now }) => {
    await admit(parts, userId, now);
    const { version } = body;
    return { submission: await domain.submitForReview(parts.db, { key: params.key, userId, version, now }) };
  });
  handle(app, calls.withdrawSubmission, async ({ params, userId, parts, now }) => {
    await admit(parts, userId, now);
    return { submission: await domain.withdrawSubmission(parts.db, { key: params.key, userId, now }) };
  });
  handle(app, calls.deleteSubmission, async ({ params, userId, parts }) => {
    await domain.deleteSubmission(parts.db, params.key, userId);
    return { deleted: true as const };
  });
  handle(app, calls.previewArticle, async ({ body, userId, parts, now }) => {
    await admit(parts, userId, now);
    return { html: await previewArticle(body.body) };
  });
}

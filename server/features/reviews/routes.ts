import type { Hono } from 'hono';
import { SOCIAL_TRIES } from '../../../src/lib/contract/limits.ts';
import * as calls from '../../../src/lib/contract/reviews/operator-reviews.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { handleOperator } from '../admin/route.ts';
import { listWaitingProofs } from '../social/social.ts';
import {
  getWaitingSubmission,
  listPublishedArticles,
  listWaitingSubmissions,
} from '../submissions/decisions.ts';
import * as domain from './decisions.ts';
import { decideDispute, findDisputes, getDispute } from './disputes.ts';

export function operatorReviewRoutes(app: Hono<ApiEnv>): void {
  handleOperator(app, calls.listWaitingSubmissions, async ({ parts, query }) =>
    listWaitingSubmissions(parts.db, query),
  );
  handleOperator(app, calls.listPublishedArticles, async ({ parts, query }) =>
    listPublishedArticles(parts.db, query),
  );
  handleOperator(app, calls.getWaitingSubmission, async ({ parts, params }) => {
    const { html, ...submission } = await getWaitingSubmission(parts.db, params.id);
    return { submission, html };
  });
  handleOperator(app, calls.acceptSubmission, async ({ parts, params, body, operatorId, now }) => {
    const act = { ...body, submissionId: params.id, operatorId, alone: parts.operatorDailyLimit, now };
    const { articleId, points } = await domain.accept(parts.db, act);
    return { article_id: articleId, points };
  });
  handleOperator(app, calls.refuseSubmission, async ({ parts, params, body, operatorId, now }) => {
    const act = { ...body, submissionId: params.id, operatorId, now };
    await domain.refuse(parts.db, act);
    return { refused: true as const };
  });

  handleOperator(app, calls.hideArticle, async ({ parts, params, body, operatorId, now }) => {
    await domain.hide(parts.db, { ...body, submissionId: params.id, operatorId, now });
    return { hidden: true as const };
  });
  handleOperator(app, calls.showArticle, async ({ parts, params, body, operatorId, now }) => {
    await domain.show(parts.db, { ...body, submissionId: params.id, operatorId, now });
    return { hidden: false as const };
  });

  handleOperator(app, calls.listWaitingProofs, async ({ parts, query }) =>
    listWaitingProofs(parts.db, query),
  );
  handleOperator(app, calls.confirmProof, async ({ parts, params, body, operatorId, now }) => {
    const { operatorDailyLimit: alone, vault } = parts;
    const act = { ...body, proofId: params.id, operatorId, alone, vault, now };
    const { points } = await domain.confirm(parts.db, act);
    return { points };
  });
  handleOperator(app, calls.refuseProof, async ({ parts, params, body, operatorId, now }) => {
    const act = { ...body, proofId: params.id, operatorId, now };
    await domain.refuseAProof(parts.db, act);
    return { refused: true as const };
  });

  handleOperator(app, calls.giveTries, async ({ parts, params, body, operatorId, now }) => {
    await domain.giveTriesBack(parts.db, { ...body, proofId: params.id, operatorId, now });
    return { tries_left: SOCIAL_TRIES };
  });

  handleOperator(app, calls.findDisputes, async ({ parts, body, now }) => findDisputes(parts.db, body, now));
  handleOperator(app, calls.getDispute, async ({ parts, params, now }) =>
    getDispute(parts.db.drizzle, params.id, now),
  );
  handleOperator(app, calls.answerDispute, async ({ parts, params, body, operatorId, now }) => {
    const dispute = await decideDispute(parts.db, {
      ...body,
      disputeId: params.id,
      operatorId,
      alone: parts.operatorDailyLimit,
      now,
    });
    return { dispute };
  });
}

import type { Hono } from 'hono';
import * as articleCalls from '../../../src/lib/contract/articles/articles.ts';
import { reportOpinion as reportCall } from '../../../src/lib/contract/opinions/opinion-reports.ts';
import * as calls from '../../../src/lib/contract/opinions/opinions.ts';
import type { ApiEnv, AppDeps } from '../../http/app-deps.ts';
import { limit } from '../../http/limit.ts';
import { handle } from '../../http/route.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { HOUR, MINUTE } from '../../platform/time.ts';
import { deleteOpinion, editOpinion, like, rate, writeOpinion } from './opinions.ts';
import type { Subject } from './read-opinions.ts';
import { reportOpinion } from './reports.ts';

/** The spec's calls name the writer. It must be the owner of the token. */
function mustBe(userId: number, named: number): void {
  if (named !== userId) throw new DomainError('forbidden');
}

interface Caller {
  readonly userId: number;
  readonly parts: AppDeps;
  readonly now: Date;
}

/** An operator reads each of them. */
const REPORTS_AN_HOUR = 20;

async function write({ userId, parts, now }: Caller, subject: Subject, subjectId: number, text: string) {
  await limit({ parts, userId, now }, 'opinions', 10, 10 * MINUTE);
  return { opinion: await writeOpinion(parts.db, { subject, subjectId, userId, text, now }) };
}

async function change({ userId, parts, now }: Caller): Promise<void> {
  await limit({ parts, userId, now }, 'votes', 120, 10 * MINUTE);
}

async function vote(caller: Caller, given: Omit<Parameters<typeof like>[1], 'userId'>) {
  await change(caller);
  return like(caller.parts.db, { ...given, userId: caller.userId });
}

export function opinionRoutes(app: Hono<ApiEnv>): void {
  handle(app, calls.createRewardOpinion, async ({ params, body, ...caller }) => {
    mustBe(caller.userId, body.user_id);
    return write(caller, 'reward', params.id, body.opinion);
  });
  handle(app, calls.addGameOpinion, async ({ params, body, ...caller }) => {
    mustBe(caller.userId, body.user_id);
    return write(caller, 'game', params.id, body.opinion);
  });
  handle(app, articleCalls.addComment, async ({ params, body, ...caller }) =>
    write(caller, 'article', params.id, body.comment),
  );

  handle(app, calls.likeRewardOpinion, async ({ params, body, ...caller }) => {
    mustBe(caller.userId, body.userId);
    const { liked, opinion } = await vote(caller, { subject: 'reward', opinionId: params.id, liked: true });
    return { likedOpinions: liked, opinion };
  });
  handle(app, articleCalls.likeComment, async ({ params, body, ...caller }) => {
    mustBe(caller.userId, body.user_id);
    const { liked, opinion } = await vote(caller, { subject: 'article', opinionId: params.id, liked: true });
    return { likedOpinions: liked, opinion };
  });
  handle(app, calls.likeOpinion, async ({ params, body, ...caller }) => {
    const given = { subject: 'game', opinionId: params.id, liked: body.status === 'like' } as const;
    const { liked, disliked, opinion } = await vote(caller, given);
    return { userLikedOpinions: liked, userDislikedOpinions: disliked, opinion };
  });

  const rates = [
    [calls.rateReward, 'reward'],
    [calls.rateGame, 'game'],
    [articleCalls.rateArticle, 'article'],
  ] as const;
  for (const [call, subject] of rates)
    handle(app, call, async ({ params, body, ...caller }) => {
      const { userId, parts } = caller;
      mustBe(userId, body.user_id);
      await change(caller);
      return rate(parts.db, { subject, subjectId: params.id, userId, stars: params.rate });
    });

  handle(app, calls.editOpinion, async ({ params, body, ...caller }) => {
    const { userId, parts, now } = caller;
    await change(caller);
    return { opinion: await editOpinion(parts.db, { id: params.id, userId, text: body.opinion, now }) };
  });
  handle(app, calls.deleteOpinion, async ({ params, userId, parts }) => {
    await deleteOpinion(parts.db, params.id, userId);
    return { id: params.id };
  });
  handle(app, reportCall, async ({ params, body, userId, parts, now }) => {
    await limit({ parts, userId, now }, 'reports', REPORTS_AN_HOUR, HOUR);
    await reportOpinion(parts.db, { ...body, opinionId: params.id, userId, now });
    return { reported: true as const };
  });
}

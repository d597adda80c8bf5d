import type { Hono } from 'hono';
import * as calls from '../../../src/lib/contract/articles/articles.ts';
import { PER_PAGE } from '../../../src/lib/contract/limits.ts';
import type { ApiEnv, AppDeps } from '../../http/app-deps.ts';
import { handle } from '../../http/route.ts';
import { listGameRewards } from '../catalogue/rewards.ts';
import { gameArticles, getArticle, listArticles, neighbour } from './articles.ts';

export function articleRoutes(app: Hono<ApiEnv>, parts: AppDeps): void {
  handle(app, calls.listArticles, async ({ query, parts }) => listArticles(parts.db, query));
  handle(app, calls.getArticle, async ({ params, query, userId, parts }) =>
    getArticle(parts.db, params.id, userId, query.page),
  );
  handle(app, calls.previousOrNextArticle, async ({ body, parts }) => ({
    next_or_previous_article_id: await neighbour(parts.db, body.current_id, body.status),
  }));
  handle(app, calls.listGameArticles, async ({ params, query, parts }) =>
    gameArticles(parts.db, { gameId: params.id, type: params.type, page: query.page, per_page: PER_PAGE }),
  );
  handle(app, calls.showGameArticles, async ({ params, parts }) => {
    const { id: gameId, type, count } = params;
    return { articles: (await gameArticles(parts.db, { gameId, type, page: 1, per_page: count })).data };
  });
  handle(app, calls.listGameRewards, async ({ params, query }) =>
    listGameRewards(parts.db, parts.texts, params.id, query),
  );
}

import type { Hono } from 'hono';
import { getGame, getGuestGame } from '../../../src/lib/contract/catalogue/game.ts';
import { listGames } from '../../../src/lib/contract/catalogue/games.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { handle } from '../../http/route.ts';
import { getGame as gameOf, listGames as gamesOf } from './games.ts';

export function gameRoutes(app: Hono<ApiEnv>): void {
  handle(app, listGames, async ({ query, userId, parts, now }) => gamesOf(parts.db, userId, query, now));

  handle(app, getGame, async ({ params, query, userId, parts, now }) =>
    gameOf(parts.db, params.id, userId, query, now),
  );

  handle(app, getGuestGame, async ({ params, query, parts, now }) =>
    gameOf(parts.db, params.id, null, query, now),
  );
}

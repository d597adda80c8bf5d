import type { Hono } from 'hono';
import { getPlayBudget } from '../../../src/lib/contract/arcade/play-budget.ts';
import * as calls from '../../../src/lib/contract/arcade/rounds.ts';
import { getTournament } from '../../../src/lib/contract/arcade/tournament.ts';
import { breedCreatures } from '../../../src/lib/contract/milestones/collection.ts';
import { admitAddress } from '../../http/admit-address.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { idempotencyKey } from '../../http/idempotency.ts';
import { limit } from '../../http/limit.ts';
import { handle } from '../../http/route.ts';
import { MINUTE } from '../../platform/time.ts';
import { rejectSuspended } from '../fraud/suspension.ts';
import { lockBalance } from '../ledger/ledger.ts';
import { breed } from '../milestones/finds.ts';
import { dailyLeaderboard } from './daily.ts';
import { guestDuel } from './duels.ts';
import { finishRound } from './finish-round.ts';
import { dailyGhost } from './ghost.ts';
import { startGuestRound } from './guest-rounds.ts';
import { keepMoves, openRound } from './open-rounds.ts';
import { playBudgetOf } from './play-budget.ts';
import { startRound } from './start-round.ts';
import { getTournament as tournamentOf } from './tournaments.ts';

export function arcadeRoutes(app: Hono<ApiEnv>): void {
  handle(app, calls.getDailyLeaderboard, async ({ params, userId, parts, now }) =>
    dailyLeaderboard(parts.db, params.id, userId, now),
  );

  handle(app, calls.getDailyGhost, async (given) => {
    const { params, query, userId, parts, now } = given;
    // Each ghost costs the replay of a whole run.
    if (userId === null) await admitAddress(given, 'guest-ghosts');
    else await limit({ parts, userId, now }, 'ghosts', 60, 10 * MINUTE);
    return { ghost: await dailyGhost(parts.db.drizzle, { gameId: params.id, userId, now, ...query }) };
  });

  handle(app, getTournament, async ({ userId, parts, now }) => tournamentOf(parts.db, userId, now));

  handle(app, getPlayBudget, async ({ userId, parts, now }) =>
    playBudgetOf(parts.db.drizzle, parts.playBudget, userId, now),
  );

  handle(app, calls.startSession, async ({ params, body, userId, parts, now }) => {
    await limit({ parts, userId, now }, 'rounds', 60, 10 * MINUTE);
    return startRound(parts.db, { userId, gameId: params.id, ...body, now });
  });

  handle(app, calls.startGuestSession, async (given) => {
    await admitAddress(given, 'guest-rounds');
    const { params, body, parts, now } = given;
    return startGuestRound(parts.db.drizzle, { gameId: params.id, ...body, now });
  });

  handle(app, calls.getGuestDuel, async (given) => {
    await admitAddress(given, 'guest-rounds');
    const { params, query, parts, now } = given;
    return guestDuel(parts.db.drizzle, { gameId: params.id, ...query, now });
  });

  handle(app, calls.getOpenSession, async ({ userId, parts, now }) => ({
    round: await openRound(parts.db.drizzle, userId, now),
  }));

  handle(app, calls.keepSession, async ({ params, body, userId, parts, now }) => {
    await limit({ parts, userId, now }, 'kept-rounds', 120, 10 * MINUTE);
    return keepMoves(parts.db.drizzle, { roundId: params.id, userId, ...body, now });
  });

  handle(app, breedCreatures, ({ body, userId, parts, now }) =>
    parts.db.drizzle.transaction(async (tx) => {
      await lockBalance(tx, userId);
      await rejectSuspended(tx, userId);
      return breed(tx, { userId, ...body, now });
    }),
  );

  handle(app, calls.finishSession, async ({ params, body, userId, parts, now, c }) => {
    const { inputs, score } = body;
    return finishRound(parts.db, {
      roundId: params.id,
      userId,
      inputs,
      score,
      key: idempotencyKey(c),
      budget: parts.playBudget,
      now,
    });
  });
}

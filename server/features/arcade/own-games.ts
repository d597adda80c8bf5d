import { and, eq } from 'drizzle-orm';
import type { ArcadeGame } from '../../../src/lib/arcade/arcade.ts';
import { arcadeGame } from '../../../src/lib/arcade/games.ts';
import type { Executor } from '../../db/database.ts';
import { games } from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';

/** The rules of a game of our own. Errors: not_found for what is none, or is no longer offered. */
export async function rulesOf(db: Executor, gameId: number): Promise<ArcadeGame> {
  const [game] = await db
    .select({ arcade: games.arcade })
    .from(games)
    .where(and(eq(games.id, gameId), eq(games.active, true)));
  const rules = game?.arcade ? arcadeGame(game.arcade) : undefined;
  if (!rules) throw new DomainError('not_found');
  return rules;
}

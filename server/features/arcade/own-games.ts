import { and, eq } from 'drizzle-orm';
import type { ArcadeGame } from '../../../src/lib/arcade/arcade.ts';
import { arcadeGame } from '../../../src/lib/arcade/games.ts';
import type { Executor } from '../../db/database.ts';
import { games } from '../../db/schema.ts';
import { DomainError, fieldError } from '../../platform/domain-error.ts';

/**
 * Returns the rules of one of our games. Errors: not_found if it isn't ours or isn't offered any more, invalid for an unknown
 * variant.
 */
export async function rulesOf(db: Executor, gameId: number, variant?: string): Promise<ArcadeGame> {
  const [game] = await db
    .select({ arcade: games.arcade, name: games.name })
    .from(games)
    .where(and(eq(games.id, gameId), eq(games.active, true)));
  if (!game?.arcade || !arcadeGame(game.arcade)) throw new DomainError('not_found');
  const rules = arcadeGame(game.arcade, variant);
  if (!rules)
    throw fieldError(
      'variant',
      `We couldn’t find that mode of ${game.name}. Reload the page and choose again.`,
    );
  return rules;
}

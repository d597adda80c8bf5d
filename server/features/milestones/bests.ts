/** A player's best scores, with their medals. */
import { and, asc, eq, gt, ne, sql } from 'drizzle-orm';
import { CLASSIC } from '../../../src/lib/arcade/arcade.ts';
import { arcadeGame } from '../../../src/lib/arcade/games.ts';
import { medalOf, nextMedal } from '../../../src/lib/arcade/medals.ts';
import type { Best } from '../../../src/lib/contract/catalogue/game.ts';
import type { Database } from '../../db/database.ts';
import { games, rounds } from '../../db/schema.ts';

/** Lists the best score in each variant of each game, or of one game, Classic first. */
export async function bestsOf(
  db: Database,
  userId: number,
  gameId?: number,
): Promise<(Best & { readonly game_id: number; readonly game: string })[]> {
  const rows = await db.drizzle
    .select({
      game_id: games.id,
      game: games.name,
      arcade: games.arcade,
      id: rounds.variant,
      score: sql<number>`max(${rounds.score})`,
    })
    .from(rounds)
    .innerJoin(games, eq(games.id, rounds.gameId))
    .where(
      and(
        eq(rounds.userId, userId),
        gameId === undefined ? undefined : eq(games.id, gameId),
        gt(rounds.score, 0),
        eq(games.active, true),
      ),
    )
    .groupBy(games.id, rounds.variant)
    .orderBy(asc(games.name), ne(rounds.variant, CLASSIC), asc(rounds.variant));
  // A variant that isn't offered any more has no name.
  return rows.flatMap(({ arcade, id, ...row }) => {
    const variant = arcadeGame(arcade ?? '', id)?.variant;
    if (!variant) return [];
    return [
      {
        ...row,
        id,
        name: id === CLASSIC ? null : variant.name,
        medal: medalOf(variant, row.score),
        next: nextMedal(variant, row.score),
      },
    ];
  });
}

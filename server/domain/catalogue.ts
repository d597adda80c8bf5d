/**
 * Brings the catalogue's files into the database. Changes are written over, and what has no file any more is retired; nothing is
 * deleted, since orders and the ledger speak of it. Running it again with the same files changes nothing.
 */
import { type Column, getTableColumns, notInArray, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { CatalogueArticle, CatalogueGame, CatalogueReward } from '../../src/lib/contract/catalogue.ts';
import type { Database } from '../db/database.ts';
import { amounts, articles, games, quests, rewards } from '../db/schema.ts';

export interface Catalogue {
  rewards: (CatalogueReward & { slug: string })[];
  games: (CatalogueGame & { slug: string })[];
  articles: CatalogueArticle[];
}

/** `SET column = excluded.column` for each column that the rows give but the id. */
function overwrite(table: PgTable, rows: readonly object[]): Record<string, SQL> {
  const columns: Record<string, Column> = getTableColumns(table);
  return Object.fromEntries(
    Object.keys(rows[0] ?? {}).flatMap((name) => {
      const column = columns[name];
      return column && name !== 'id' ? [[name, sql.raw(`excluded."${column.name}"`)]] : [];
    }),
  );
}

function rewardRow({ amounts: given, min_age, ...reward }: Catalogue['rewards'][number]) {
  const least = given.reduce((smallest, amount) => (amount.points < smallest.points ? amount : smallest));
  return { ...reward, minAge: min_age, points: least.points, cents: least.cents, active: true };
}

const active = { active: true };
const retired = { active: false };
const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

export async function importCatalogue(db: Database, catalogue: Catalogue): Promise<void> {
  const rows = {
    rewards: catalogue.rewards.map(rewardRow),
    amounts: catalogue.rewards.flatMap((reward) =>
      reward.amounts.toSorted((a, b) => a.points - b.points).map((amount, position) => ({ ...amount, ...active, rewardId: reward.id, position })),
    ),
    games: catalogue.games.map(({ quests: _, registration_quest, ...game }) => ({ ...game, ...active, registrationQuest: registration_quest })),
    quests: catalogue.games.flatMap((game) => game.quests.map((quest, position) => ({ ...quest, ...active, gameId: game.id, position }))),
    articles: catalogue.articles.map(({ game_id, published_at, ...article }) => ({
      ...article,
      ...active,
      gameId: game_id,
      publishedAt: new Date(published_at),
    })),
  };
  await db.drizzle.transaction(async (tx) => {
    await tx.insert(rewards).values(rows.rewards).onConflictDoUpdate({ target: rewards.id, set: overwrite(rewards, rows.rewards) });
    await tx.insert(amounts).values(rows.amounts).onConflictDoUpdate({ target: amounts.id, set: overwrite(amounts, rows.amounts) });
    await tx.insert(games).values(rows.games).onConflictDoUpdate({ target: games.id, set: overwrite(games, rows.games) });
    await tx.insert(quests).values(rows.quests).onConflictDoUpdate({ target: quests.id, set: overwrite(quests, rows.quests) });
    await tx.insert(articles).values(rows.articles).onConflictDoUpdate({ target: articles.id, set: overwrite(articles, rows.articles) });
    await tx.update(rewards).set(retired).where(notInArray(rewards.id, ids(rows.rewards)));
    await tx.update(amounts).set(retired).where(notInArray(amounts.id, ids(rows.amounts)));
    await tx.update(games).set(retired).where(notInArray(games.id, ids(rows.games)));
    await tx.update(quests).set(retired).where(notInArray(quests.id, ids(rows.quests)));
    await tx.update(articles).set(retired).where(notInArray(articles.id, ids(rows.articles)));
  });
}

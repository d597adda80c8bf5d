/** News about the catalogue: new rewards, games and articles. */
import { createHash } from 'node:crypto';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { hrefs } from '../../../src/lib/routing/routes.ts';
import type { Transaction } from '../../db/database.ts';
import { articles, games, rewards } from '../../db/schema.ts';
import { notifyNews } from '../notifications/notifications.ts';
import type { Catalogue } from './files.ts';

interface NewThing {
  /** 'reward 84' */
  readonly key: string;
  /** 'A new reward' */
  readonly what: string;
  readonly name: string;
  readonly href: string;
}

/** How many are named. The rest are only counted. */
const NAMED = 3;

/**
 * Returns the entries that the database doesn't have yet. Call it before the import writes them. Rewards that start paused are
 * announced when an operator turns them on (admin-rewards.ts).
 */
export async function newThings(
  tx: Transaction,
  catalogue: Catalogue,
  { rewardsPaused }: { readonly rewardsPaused: boolean },
): Promise<NewThing[]> {
  const known = {
    rewards: await idsOf(tx, rewards),
    games: await idsOf(tx, games),
    articles: await idsOf(tx, articles),
  };
  return [
    ...catalogue.rewards.filter(({ id }) => !rewardsPaused && !known.rewards.has(id)).map(newReward),
    ...catalogue.games
      .filter(({ id, source }) => source === 'own' && !known.games.has(id))
      .map(({ id, name }) => ({ key: `game ${id}`, what: 'A new game', name, href: hrefs.userGame(id) })),
    ...catalogue.articles
      .filter(({ id }) => !known.articles.has(id))
      .map(({ id, title }) => ({
        key: `article ${id}`,
        what: 'A new article',
        name: title,
        href: hrefs.userArticle(id, title),
      })),
  ];
}

export const newReward = ({ id, name }: { readonly id: number; readonly name: string }): NewThing => ({
  key: `reward ${id}`,
  what: 'A new reward',
  name,
  href: hrefs.userReward(id, name),
});

async function idsOf(tx: Transaction, table: PgTable & { readonly id: PgColumn }): Promise<Set<unknown>> {
  return new Set((await tx.select({ id: table.id }).from(table)).map(({ id }) => id));
}

/** Sends one notification about all of them to everyone who wants news. It is sent once, even if two processes start together. */
export async function notifyOfNew(tx: Transaction, things: readonly NewThing[], now: Date): Promise<void> {
  const [first] = things;
  if (first === undefined) return;
  const key = createHash('sha256')
    .update(things.map((thing) => thing.key).join())
    .digest('hex');
  if (things.length === 1) {
    await notifyNews(tx, { key, title: `${first.what}: ${first.name}`, body: '', href: first.href, now });
    return;
  }
  const names = things.slice(0, NAMED).map(({ name }) => name);
  const more = things.length - names.length;
  const body = more > 0 ? `${names.join(', ')} and ${more} more.` : `${names.join(', ')}.`;
  await notifyNews(tx, { key, title: `${things.length} new things to check out`, body, now });
}

/** Badges for what a player has done here. */
import { sql } from 'drizzle-orm';
import type { Badge } from '../../../src/lib/contract/profile/profiles.ts';
import { badgeWords } from '../../../src/lib/format/badges.ts';
import type { Executor } from '../../db/database.ts';

/** Each badge is for something that happened here. None can be bought. The one for a streak follows from its days. */
const badges: readonly { readonly id: Exclude<keyof typeof badgeWords, 'week'>; readonly sql: string }[] = [
  {
    id: 'redeemed',
    sql: "EXISTS (SELECT 1 FROM orders o WHERE o.user_id = u.id AND o.state = 'delivered')",
  },
  {
    id: 'quests',
    sql: '(SELECT count(*) FROM quest_progress q WHERE q.user_id = u.id AND q.completed_at IS NOT NULL) >= 10',
  },
  {
    id: 'winner',
    sql: 'EXISTS (SELECT 1 FROM contest_entries e WHERE e.user_id = u.id AND e.place IS NOT NULL)',
  },
  {
    id: 'tournament',
    sql: 'EXISTS (SELECT 1 FROM tournament_players t WHERE t.user_id = u.id AND t.move = 1)',
  },
  {
    id: 'author',
    sql: 'EXISTS (SELECT 1 FROM articles a WHERE a.author_id = u.id AND a.active)',
  },
  {
    id: 'critic',
    sql: '(SELECT count(*) FROM opinions p WHERE p.user_id = u.id AND p.hidden_at IS NULL) >= 5',
  },
];

/** Returns a user's badges, in the order of their words. `bestStreak` is the player's longest streak in days. */
export async function badgesOf(
  db: Executor,
  { userId, bestStreak }: { userId: number; bestStreak: number },
): Promise<Badge[]> {
  const columns = badges.map(({ sql }, at) => `${sql} AS b${at}`).join(', ');
  const result: unknown = await db.execute(
    sql`SELECT ${sql.raw(columns)} FROM users u WHERE u.id = ${userId}`,
  );
  const rows = typeof result === 'object' && result !== null && 'rows' in result ? result.rows : [];
  const [row] = Array.isArray(rows) ? rows : [];
  const has = new Set<string>(badges.filter((_, at) => row?.[`b${at}`] === true).map(({ id }) => id));
  if (bestStreak >= 7) has.add('week');
  return Object.entries(badgeWords).flatMap(([id, { name, what }]) =>
    has.has(id) ? [{ id, name, what }] : [],
  );
}

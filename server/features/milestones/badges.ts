/** Badges for what a player has done here. */
import { sql } from 'drizzle-orm';
import type { Badge } from '../../../src/lib/contract/profiles.ts';
import { badgeWords } from '../../../src/lib/format/badges.ts';
import type { Executor } from '../../db/database.ts';

/** Each badge is for something that happened here. None can be bought. */
const badges: readonly { readonly id: keyof typeof badgeWords; readonly sql: string }[] = [
  {
    id: 'redeemed',
    sql: "EXISTS (SELECT 1 FROM orders o WHERE o.user_id = u.id AND o.state = 'delivered')",
  },
  {
    id: 'quests',
    sql: '(SELECT count(*) FROM quest_progress q WHERE q.user_id = u.id AND q.completed_at IS NOT NULL) >= 10',
  },
  {
    id: 'week',
    sql: `EXISTS (SELECT 1 FROM (
      SELECT d.day - (row_number() OVER (ORDER BY d.day))::integer AS run FROM play_days d WHERE d.user_id = u.id) r
      GROUP BY r.run HAVING count(*) >= 7)`,
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

/** Returns a user's badges, in the order of the table. */
export async function badgesOf(db: Executor, userId: number): Promise<Badge[]> {
  const columns = badges.map(({ sql }, at) => `${sql} AS b${at}`).join(', ');
  const result: unknown = await db.execute(
    sql`SELECT ${sql.raw(columns)} FROM users u WHERE u.id = ${userId}`,
  );
  const rows = typeof result === 'object' && result !== null && 'rows' in result ? result.rows : [];
  const [row] = Array.isArray(rows) ? rows : [];
  return badges.flatMap(({ id }, at) => {
    const { name, what } = badgeWords[id];
    return row?.[`b${at}`] === true ? [{ id, name, what }] : [];
  });
}

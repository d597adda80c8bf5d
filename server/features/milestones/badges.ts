/** Badges for what a player has done here. */
import { sql } from 'drizzle-orm';
import type { Badge } from '../../../src/lib/contract/profiles.ts';
import type { Executor } from '../../db/database.ts';

/** Each badge is for something that happened here. None can be bought. */
const badges: readonly (Badge & { readonly sql: string })[] = [
  {
    id: 'redeemed',
    name: 'Redeemed',
    what: 'Redeemed a reward',
    sql: "EXISTS (SELECT 1 FROM orders o WHERE o.user_id = u.id AND o.state = 'delivered')",
  },
  {
    id: 'quests',
    name: 'Quest regular',
    what: 'Completed 10 quests',
    sql: '(SELECT count(*) FROM quest_progress q WHERE q.user_id = u.id AND q.completed_at IS NOT NULL) >= 10',
  },
  {
    id: 'week',
    name: 'Full week',
    what: 'Played 7 days in a row',
    sql: `EXISTS (SELECT 1 FROM (
      SELECT d.day - (row_number() OVER (ORDER BY d.day))::integer AS run FROM play_days d WHERE d.user_id = u.id) r
      GROUP BY r.run HAVING count(*) >= 7)`,
  },
  {
    id: 'winner',
    name: 'Winner',
    what: 'Won a giveaway',
    sql: 'EXISTS (SELECT 1 FROM contest_entries e WHERE e.user_id = u.id AND e.place IS NOT NULL)',
  },
  {
    id: 'tournament',
    name: 'Top quarter',
    what: 'Finished a weekly tournament in the top quarter of a group',
    sql: 'EXISTS (SELECT 1 FROM tournament_players t WHERE t.user_id = u.id AND t.move = 1)',
  },
  {
    id: 'author',
    name: 'Author',
    what: 'Had an article published',
    sql: 'EXISTS (SELECT 1 FROM articles a WHERE a.author_id = u.id AND a.active)',
  },
  {
    id: 'critic',
    name: 'Critic',
    what: 'Wrote 5 reviews or comments',
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
  return badges.flatMap(({ id, name, what }, at) => (row?.[`b${at}`] === true ? [{ id, name, what }] : []));
}

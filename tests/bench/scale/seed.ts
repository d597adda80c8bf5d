/**
 * Fills a database with users and twenty ledger entries for each, in bulk, as if they had played for twenty weeks. The ledger's
 * triggers would take hours for that, so they are off, and their results (balances, holds, scores) are written directly. The
 * invariants check those.
 */
import pg from 'pg';

/** Entries of each user, a week between them; an entry's id comes with its time, so one user's lie far apart, as they would. */
const WEEKS = 20;
/** This many also have a long history, for the deep pages. */
export const LONG_HISTORIES = 8;
export const LONG_HISTORY = 400;
/** The length of the seeded tokens' secrets, which are the user's number. */
export const SECRET_LENGTH = 43;

/**
 * Each user's entries in each week: from, to, points, reason. There is an order in week 14 and one in week 18, each sent two
 * weeks later.
 */
const CREDIT = { from: 'house:earnings', to: 'available', points: '250', reason: 'credit' };
const HOLD = { from: 'available', to: 'reserved', points: '500', reason: 'hold' };
const CAPTURE = { from: 'reserved', to: 'house:redeemed', points: '500', reason: 'capture' };
const weeks: Readonly<Record<number, typeof CREDIT>> = {
  13: { ...CREDIT, to: 'pending' },
  14: HOLD,
  15: { ...CREDIT, from: 'pending', reason: 'confirm' },
  16: CAPTURE,
  17: { ...CREDIT, to: 'pending', points: '100' },
  18: HOLD,
  19: CAPTURE,
  20: { ...CREDIT, points: '250 + u % 500' },
};

/** Each user's balances after the weeks above. */
const AVAILABLE = '2500 + u % 500';
const PENDING = 100;
const EARNED = '3500 + u % 500';

const long = `CASE WHEN u <= ${LONG_HISTORIES} THEN ${LONG_HISTORY * 10} ELSE 0 END`;
const week = (at: number) =>
  `(date_trunc('day', now()) - interval '${(WEEKS - at) * 7} days' + make_interval(secs => u % 40000))`;

/** The statements that write one week of the ledger for users 1 to `users`. */
function entriesOf(at: number, users: number): string {
  const { from, to, points, reason } = weeks[at] ?? CREDIT;
  const id = (of: number) => `${(of - 1) * users}::bigint + u`;
  const order = at < 17 ? 'u' : `${users} + u`;
  const key = {
    credit: `'week:${at}:' || u`,
    confirm: `'confirm:' || (${id(13)})`,
    hold: `'order:' || (${order}) || ':hold'`,
    capture: `'order:' || (${order}) || ':capture'`,
  }[reason];
  const refersTo = { confirm: id(13), capture: id(at === 16 ? 14 : 18) }[reason] ?? 'NULL';
  const isOrder = reason === 'hold' || reason === 'capture';
  const release = to === 'pending' ? `${week(at)} + interval '${at === 13 ? 14 : 30} days'` : 'NULL';
  return `INSERT INTO ledger (id, key, user_id, from_account, to_account, points, reason, title, detail, refers_to, order_id, releases_at, created_at)
    OVERRIDING SYSTEM VALUE
    SELECT ${id(at)}, ${key}, u, '${from}', '${to}', ${points}, '${reason}', '${isOrder ? 'Roblox, 400 Robux' : 'Merge: score 600 in one round'}',
      '${isOrder ? '' : 'replayed by us'}', ${refersTo}, ${isOrder ? order : 'NULL'}, ${release}, ${week(at)}
    FROM generate_series(1, ${users}) AS u`;
}

/** Tokens count as just used, because the update of their last use, at most every five minutes, isn't compared. */
function peopleOf(users: number): string[] {
  return [
    `INSERT INTO users (id, email, name, birth_date, email_confirmed_at, created_at) OVERRIDING SYSTEM VALUE
      SELECT u, 'user-' || u || '@scale.example', 'player-' || u, '1990-01-01', ${week(1)}, ${week(1)} FROM generate_series(1, ${users}) AS u`,
    `INSERT INTO tokens (user_id, hash, device, created_at, last_used_at, expires_at)
      SELECT u, sha256(lpad(u::text, ${SECRET_LENGTH}, '0')::bytea), 'bench', now(), now() + interval '1 day', now() + interval '30 days'
      FROM generate_series(1, ${users}) AS u`,
    `INSERT INTO play_days (user_id, day) SELECT u, current_date - d FROM generate_series(0, 4) AS d, generate_series(1, ${users}) AS u`,
    `INSERT INTO quest_progress (user_id, quest_id, period, progress)
      SELECT u, q.id, date_trunc('week', now() AT TIME ZONE 'UTC')::date, 1
      FROM (SELECT id FROM quests WHERE period = 'weekly' ORDER BY id LIMIT 1) AS q, generate_series(1, ${users}) AS u`,
    `INSERT INTO notifications (user_id, kind, key, title, body, shown, created_at, read_at)
      SELECT u, 'order', 'seed:' || n, 'Your order was delivered', '', true, ${week(16)}, CASE WHEN n = 1 THEN now() END
      FROM generate_series(1, 2) AS n, generate_series(1, ${users}) AS u`,
    `INSERT INTO balances (user_id, available, pending)
      SELECT u, ${AVAILABLE} + ${long}, ${PENDING} FROM generate_series(1, ${users}) AS u`,
  ];
}

/** Orders are for rewards without codes, because a code also needs a row in the register. */
function ordersOf(users: number): string[] {
  return [14, 18].map(
    (
      at,
    ) => `INSERT INTO orders (id, user_id, reward_id, amount_id, points, cents, state, idempotency_key, created_at, processing_at, delivered_at)
      OVERRIDING SYSTEM VALUE
      SELECT ${at === 14 ? 'u' : `${users} + u`}, u, a.reward_id, a.id, 500, 500, 'delivered', 'week:${at}:' || u, ${week(at)},
        ${week(at)} + interval '1 hour', ${week(at + (at === 14 ? 2 : 1))}
      FROM generate_series(1, ${users}) AS u
      JOIN (SELECT id, reward_id, row_number() OVER (ORDER BY id) - 1 AS n, count(*) OVER () AS all_of_them FROM amounts WHERE NOT is_code) AS a
        ON a.n = u % a.all_of_them`,
  );
}

function countsOf(users: number): string[] {
  const score = (span: string, period: string, points: string) =>
    `INSERT INTO scores (span, period, game_id, user_id, points, reached_at)
      SELECT '${span}', ${period}, 0, u, ${points}, ${week(WEEKS)} FROM generate_series(1, ${users}) AS u`;
  const ofWeek = `date_trunc('week', ${week(WEEKS)} AT TIME ZONE 'UTC')::date`;
  return [
    score('all', "'1970-01-01'", `${EARNED} + ${long}`),
    score('week', ofWeek, '250 + u % 500'),
    score('month', ofWeek.replace("'week'", "'month'"), '250 + u % 500'),
    `INSERT INTO holds (ledger_id, releases_at) SELECT id, releases_at FROM ledger
      WHERE id > ${16 * users} AND id <= ${17 * users}`,
  ];
}

/** Many small credits of the first few users, in the first week. */
const longHistories = (
  users: number,
) => `INSERT INTO ledger (id, key, user_id, from_account, to_account, points, reason, title, created_at)
  OVERRIDING SYSTEM VALUE
  SELECT ${WEEKS * users}::bigint + (n - 1) * ${LONG_HISTORIES} + u, 'long:' || n || ':' || u, u, 'house:earnings', 'available', 10, 'credit',
    'Merge: a round', ${week(1)}
  FROM generate_series(1, ${LONG_HISTORY}) AS n, generate_series(1, ${LONG_HISTORIES}) AS u`;

/** Seeds a database that has tables and catalogue but no users. Returns its number of entries. */
export async function seedScale(url: string, users: number, report: (line: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const began = performance.now();
  const step = async (what: string, statements: readonly string[]) => {
    for (const statement of statements) await client.query(statement);
    report(`${what}, after ${Math.round((performance.now() - began) / 1000)} s`);
  };
  try {
    await client.query('BEGIN');
    // Triggers and foreign keys are off only in this session.
    await client.query(`SET LOCAL session_replication_role = replica`);
    await client.query(`SET LOCAL synchronous_commit = off`);
    await client.query(`SET LOCAL maintenance_work_mem = '1GB'`);
    await client.query(`SET LOCAL TIME ZONE 'UTC'`);
    const indexes = await dropIndexes(client, ['ledger', 'orders', 'scores', 'users']);
    await step('people', peopleOf(users));
    await step(
      'ledger',
      Array.from({ length: WEEKS }, (_, at) => entriesOf(at + 1, users)),
    );
    await step('long histories', [longHistories(users)]);
    await step('orders', ordersOf(users));
    await step('counts', countsOf(users));
    await step('indexes', indexes);
    await step('numbers', [
      `SELECT setval(pg_get_serial_sequence('users', 'id'), ${users})`,
      `SELECT setval(pg_get_serial_sequence('orders', 'id'), ${2 * users})`,
      `SELECT setval(pg_get_serial_sequence('ledger', 'id'), ${WEEKS * users + LONG_HISTORIES * LONG_HISTORY})`,
    ]);
    await client.query('COMMIT');
    await step('statistics', ['VACUUM ANALYZE', 'CHECKPOINT']);
  } finally {
    await client.end();
  }
}

/**
 * Drops the indexes that aren't primary keys, and returns the statements that recreate them. Building them once is far faster.
 */
async function dropIndexes(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; index: string; unique: string | null }>(
    `SELECT c.relname AS table, i.relname AS name, pg_get_indexdef(i.oid) AS index, pg_get_constraintdef(k.oid) AS unique
      FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
      LEFT JOIN pg_constraint k ON k.conindid = i.oid AND k.contype = 'u'
      WHERE c.relname = ANY ($1) AND c.relnamespace = 'public'::regnamespace AND NOT x.indisprimary ORDER BY i.oid`,
    [tables],
  );
  for (const { table, name, unique } of rows)
    await client.query(
      unique === null ? `DROP INDEX ${name}` : `ALTER TABLE ${table} DROP CONSTRAINT ${name}`,
    );
  return rows.map(({ table, name, index, unique }) =>
    unique === null ? index : `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${unique}`,
  );
}

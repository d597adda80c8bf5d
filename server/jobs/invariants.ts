/**
 * What must hold in every database at every moment. It is checked after test batches, load runs and crashes, in one
 * repeatable-read snapshot, because separate snapshots raise false alarms under load.
 */
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Database } from '../db/database.ts';

/** The invariants, by name. Each statement returns the rows that break it, as `what`. */
export const invariantChecks: Readonly<Record<string, string>> = {
  'stored balances equal the sums of their entries': `
    SELECT b.user_id::text AS what FROM balances b LEFT JOIN (
      SELECT user_id,
        sum(CASE 'available' WHEN to_account THEN points WHEN from_account THEN -points ELSE 0 END) AS available,
        sum(CASE 'pending' WHEN to_account THEN points WHEN from_account THEN -points ELSE 0 END) AS pending,
        sum(CASE 'reserved' WHEN to_account THEN points WHEN from_account THEN -points ELSE 0 END) AS reserved,
        sum(CASE 'debt' WHEN to_account THEN points WHEN from_account THEN -points ELSE 0 END) AS debt
      FROM ledger GROUP BY user_id) s ON s.user_id = b.user_id
    WHERE (b.available, b.pending, b.reserved, b.debt) IS DISTINCT FROM
      (coalesce(s.available, 0), coalesce(s.pending, 0), coalesce(s.reserved, 0), coalesce(s.debt, 0))`,
  "the house's side and the users' side sum to zero": `
    SELECT 'off by ' || (h.points + b.points) AS what FROM
      (SELECT coalesce(sum(CASE WHEN to_account LIKE 'house:%' THEN points ELSE 0 END
        - CASE WHEN from_account LIKE 'house:%' THEN points ELSE 0 END), 0) AS points FROM ledger) h,
      (SELECT coalesce(sum(available + pending + reserved + debt), 0) AS points FROM balances) b
    WHERE h.points + b.points <> 0`,
  'no balance or stock is negative, and no debt is positive': `
    SELECT 'user ' || user_id AS what FROM balances WHERE available < 0 OR pending < 0 OR reserved < 0 OR debt > 0
    UNION ALL SELECT 'amount ' || id FROM amounts WHERE stock < 0`,
  'each order was paid once, at its price': `
    SELECT 'order ' || o.id AS what FROM orders o LEFT JOIN ledger l ON l.order_id = o.id AND l.from_account = 'available'
    GROUP BY o.id, o.points, o.user_id HAVING count(l.id) <> 1 OR sum(l.points) <> o.points OR max(l.user_id) <> o.user_id
    UNION ALL SELECT 'entry ' || id FROM ledger WHERE reason IN ('hold', 'capture') AND order_id IS NULL`,
  'reserved points equal the prices of open orders': `
    SELECT 'user ' || b.user_id AS what FROM balances b LEFT JOIN (
      SELECT user_id, sum(points) AS points FROM orders WHERE state IN ('pending', 'held', 'processing') GROUP BY user_id) o ON o.user_id = b.user_id
    WHERE b.reserved <> coalesce(o.points, 0)`,
  'a delivered code order has its code, which is no longer in stock, and a refunded one has none': `
    SELECT 'order ' || o.id AS what FROM orders o JOIN amounts a ON a.id = o.amount_id
    WHERE (a.is_code AND o.state = 'delivered') <> (o.code IS NOT NULL) OR (a.is_code AND o.delivered_at IS NOT NULL) <> (o.code_id IS NOT NULL)
    UNION ALL SELECT 'code ' || c.id FROM codes c JOIN orders o ON o.amount_id = c.amount_id AND o.code_id = c.id`,
  'cancelled and refunded orders were paid back once, and no others were': `
    SELECT 'order ' || o.id AS what FROM orders o
      LEFT JOIN ledger l ON l.order_id = o.id AND l.reason IN ('return', 'refund') AND l.to_account = 'available'
        AND l.from_account = CASE WHEN o.delivered_at IS NULL THEN 'reserved' ELSE 'house:redeemed' END
    GROUP BY o.id, o.state, o.points, o.user_id
    HAVING count(l.id) <> CASE WHEN o.state IN ('cancelled', 'refunded') THEN 1 ELSE 0 END
      OR sum(l.points) <> o.points OR max(l.user_id) <> o.user_id
    UNION ALL SELECT 'entry ' || id FROM ledger WHERE reason IN ('return', 'refund') AND order_id IS NULL`,
  'an accepted dispute refunded its order': `
    SELECT 'dispute ' || d.id AS what FROM disputes d LEFT JOIN orders o ON o.id = d.subject_id AND o.user_id = d.user_id
    WHERE d.subject = 'order' AND (o.id IS NULL OR d.state = 'accepted' AND o.state <> 'refunded')`,
  'each code was imported once': `
    SELECT 'code ' || c.id AS what FROM codes c LEFT JOIN code_register r ON r.amount_id = c.amount_id AND r.code_id = c.id
    WHERE r.digest IS NULL
    UNION ALL SELECT 'order ' || o.id FROM orders o LEFT JOIN code_register r ON r.amount_id = o.amount_id AND r.code_id = o.code_id
    WHERE o.code_id IS NOT NULL AND r.digest IS NULL`,
  'leaderboard scores equal the points earned': `
    SELECT 'user ' || coalesce(s.user_id, e.user_id) || ', ' || coalesce(s.span, e.span) AS what FROM
      (SELECT user_id, span, period, points FROM scores WHERE game_id = 0) s
      FULL JOIN (
        SELECT user_id, span, period, sum(points)::integer AS points FROM (
          SELECT user_id, points, created_at AS counted FROM ledger WHERE reason IN ('credit', 'confirm') AND to_account = 'available'
          UNION ALL SELECT r.user_id, -r.points, coalesce(f.created_at, c.created_at) FROM ledger r JOIN ledger c ON c.id = r.refers_to
            LEFT JOIN ledger f ON f.refers_to = c.id AND f.reason = 'confirm' WHERE r.reason = 'reversal' AND r.from_account = 'available') AS l,
          LATERAL (VALUES ('week', date_trunc('week', l.counted AT TIME ZONE 'UTC')::date),
            ('month', date_trunc('month', l.counted AT TIME ZONE 'UTC')::date), ('all', '1970-01-01'::date)) AS v (span, period)
        GROUP BY user_id, span, period) e ON e.user_id = s.user_id AND e.span = s.span AND e.period = s.period
    WHERE s.points IS DISTINCT FROM e.points
      -- Old weeks and months are forgotten.
      AND (s.user_id IS NOT NULL OR e.span = 'all')
    UNION ALL SELECT 'user ' || s.user_id || ', game ' || s.game_id FROM scores s
      LEFT JOIN scores a ON a.user_id = s.user_id AND a.span = s.span AND a.period = s.period AND a.game_id = 0
      WHERE s.game_id <> 0 GROUP BY s.user_id, s.game_id, a.points HAVING min(s.points) < 0 OR max(s.points) > coalesce(a.points, 0)
    UNION ALL SELECT 'user ' || s.user_id || ', shown' FROM scores s JOIN users u ON u.id = s.user_id
      WHERE s.hidden <> (u.shown_as = 'left')`,
  'orders and entries belong to existing users and rewards': `
    SELECT 'order ' || o.id AS what FROM orders o WHERE NOT EXISTS (SELECT 1 FROM amounts a WHERE a.id = o.amount_id AND a.reward_id = o.reward_id)
      OR NOT EXISTS (SELECT 1 FROM users u WHERE u.id = o.user_id)
    UNION ALL SELECT 'entry ' || l.id FROM ledger l WHERE l.refers_to IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ledger x WHERE x.id = l.refers_to)
    UNION ALL SELECT 'entry ' || l.id FROM ledger l WHERE l.order_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.id = l.order_id)`,
  'a reversal exactly negates its original': `
    SELECT 'entry ' || r.id AS what FROM ledger r LEFT JOIN ledger c ON c.id = r.refers_to
    WHERE r.reason = 'reversal' AND (c.id IS NULL OR c.points <> r.points OR c.user_id <> r.user_id OR c.from_account <> r.to_account)`,
  'each case opening has its stake and its prize': `
    SELECT 'opening ' || o.id AS what FROM case_openings o
      LEFT JOIN ledger s ON s.key = 'case:' || o.id || ':stake' AND s.reason = 'stake' AND s.user_id = o.user_id AND s.points = o.cost
        AND s.from_account = 'available' AND s.to_account = 'house:cases'
      LEFT JOIN ledger p ON p.key = 'case:' || o.id || ':prize' AND p.reason = 'prize' AND p.user_id = o.user_id AND p.points = o.points
        AND p.from_account = 'house:cases' AND p.to_account = 'available'
    WHERE s.id IS NULL OR p.id IS NULL OR (o.items -> o.item ->> 'points')::integer IS DISTINCT FROM o.points`,
  "the cases' account equals all stakes minus all prizes": `
    SELECT 'off by ' || (l.points - o.points) AS what FROM
      (SELECT coalesce(sum(CASE WHEN to_account = 'house:cases' THEN points ELSE -points END), 0) AS points FROM ledger
        WHERE to_account = 'house:cases' OR from_account = 'house:cases') l,
      (SELECT coalesce(sum(cost - points), 0) AS points FROM case_openings) o
    WHERE l.points <> o.points`,
  "a player's openings are numbered without gaps, up to the next draw": `
    SELECT 'user ' || o.user_id AS what FROM case_openings o LEFT JOIN case_commitments c ON c.user_id = o.user_id
    GROUP BY o.user_id, c.nonce HAVING min(o.nonce) <> 1 OR max(o.nonce) <> count(*) OR c.nonce IS DISTINCT FROM max(o.nonce) + 1
    UNION ALL SELECT 'opening ' || o.id FROM case_openings o JOIN case_commitments c ON c.id = o.id OR c.seed = o.seed`,
  "a contest's entries are numbered without gaps": `
    SELECT 'contest ' || c.id AS what FROM contests c LEFT JOIN contest_entries e ON e.contest_id = c.id
    GROUP BY c.id HAVING count(e.number) <> c.entries OR coalesce(max(e.number), 0) <> c.entries OR min(e.number) <> 1`,
  'a drawn contest has its winners, and each was paid the prize': `
    SELECT 'contest ' || c.id AS what FROM contests c LEFT JOIN contest_entries e ON e.contest_id = c.id AND e.place IS NOT NULL
    GROUP BY c.id HAVING count(e.place) <> CASE WHEN c.drawn_at IS NULL THEN 0 ELSE least(c.entries, jsonb_array_length(c.prizes)) END
      OR coalesce(max(e.place), 0) <> count(e.place)
    UNION ALL SELECT 'contest ' || e.contest_id || ', place ' || e.place FROM contest_entries e JOIN contests c ON c.id = e.contest_id
      LEFT JOIN ledger l ON l.key = 'contest:' || c.id || ':' || e.place AND l.reason = 'credit' AND l.user_id = e.user_id
        AND l.points = (c.prizes ->> (e.place - 1))::integer
    WHERE e.place IS NOT NULL AND l.id IS NULL
    -- By then the mailbox hashes have been deleted.
    UNION ALL SELECT 'contest ' || c.id FROM contests c JOIN contest_entries e ON e.contest_id = c.id
    WHERE coalesce(c.drawn_at, c.called_off_at) IS NOT NULL AND e.mailbox IS NOT NULL
    UNION ALL SELECT 'entry ' || l.id FROM ledger l WHERE l.key LIKE 'contest:%' AND NOT EXISTS (
      SELECT 1 FROM contest_entries e WHERE l.key = 'contest:' || e.contest_id || ':' || e.place)`,
  'each referral paid its recorded points to the inviter': `
    SELECT 'friend ' || r.friend_id AS what FROM referrals r LEFT JOIN ledger l ON l.key LIKE 'referral:' || r.friend_id || ':%' AND l.reason = 'credit'
    GROUP BY r.friend_id HAVING coalesce(sum(l.points), 0) <> r.earned OR coalesce(bool_or(l.user_id <> r.inviter_id), false)
    UNION ALL SELECT 'friend ' || r.friend_id FROM referrals r JOIN users u ON u.id = r.friend_id WHERE u.invited_by IS DISTINCT FROM r.inviter_id
      -- Erasing either account removes the link between them.
      AND NOT EXISTS (SELECT 1 FROM users g WHERE g.id IN (r.friend_id, r.inviter_id) AND g.erased_at IS NOT NULL)
    UNION ALL SELECT 'entry ' || l.id FROM ledger l WHERE l.key LIKE 'referral:%' AND NOT EXISTS (
      SELECT 1 FROM referrals r WHERE r.friend_id::text = split_part(l.key, ':', 2))`,
  'each confirmed social task was paid, and no other was': `
    SELECT 'proof ' || p.id AS what FROM social_proofs p LEFT JOIN ledger l ON l.key = 'social:' || p.task_id || ':' || p.user_id
    WHERE (p.state = 'confirmed') <> (l.id IS NOT NULL) OR l.points <> p.points OR l.user_id <> p.user_id
    UNION ALL SELECT 'entry ' || l.id FROM ledger l JOIN users u ON u.id = l.user_id
    WHERE l.key LIKE 'social:%' AND u.erased_at IS NULL AND NOT EXISTS (
      SELECT 1 FROM social_proofs p WHERE l.key = 'social:' || p.task_id || ':' || p.user_id)`,
  'each accepted article was paid and names its writer': `
    SELECT 'submission ' || s.id AS what FROM submissions s LEFT JOIN articles a ON a.id = s.article_id
      LEFT JOIN ledger l ON l.key = 'article:' || s.id JOIN users u ON u.id = s.user_id
    WHERE (s.state = 'accepted') <> (l.id IS NOT NULL) OR l.points <> s.points OR l.user_id <> s.user_id
      OR (s.state = 'accepted' AND a.author_id IS DISTINCT FROM s.user_id AND (u.erased_at IS NULL OR a.active))
    UNION ALL SELECT 'entry ' || l.id FROM ledger l WHERE l.key LIKE 'article:%' AND NOT EXISTS (
      SELECT 1 FROM submissions s WHERE l.key = 'article:' || s.id)`,
  'each credited report has its entry, and each partner entry its report': `
    SELECT 'postback ' || p.id AS what FROM postbacks p JOIN clicks c ON c.id = p.click_id
      LEFT JOIN ledger l ON l.id = p.ledger_id AND l.user_id = c.user_id AND l.reason = 'credit'
        AND (l.key = 'partner:' || p.partner || ':' || p.kind || ':' || p.transaction
          -- Or what an accepted dispute had paid before.
          OR l.key = (SELECT 'dispute:' || d.id FROM disputes d WHERE d.user_id = c.user_id AND d.subject = 'offer'
            AND d.subject_id = c.offer_id AND d.milestone IS NOT DISTINCT FROM p.milestone)
          -- The disputes of an erased account are deleted.
          OR l.key LIKE 'dispute:%' AND EXISTS (SELECT 1 FROM users u WHERE u.id = c.user_id AND u.erased_at IS NOT NULL))
    WHERE p.outcome = 'credited' AND l.id IS NULL
    UNION ALL SELECT 'entry ' || l.id FROM ledger l WHERE l.key LIKE 'partner:%' AND NOT EXISTS (
      SELECT 1 FROM postbacks p WHERE p.ledger_id = l.id)
    UNION ALL SELECT 'postback ' || p.id FROM postbacks p JOIN clicks c ON c.id = p.click_id WHERE c.partner <> p.partner`,
  'a reported reversal reversed its original, and none still waits for one we have': `
    SELECT 'postback ' || r.id AS what FROM postbacks r JOIN postbacks p
      ON p.partner = r.partner AND p.transaction = r.reference AND p.kind <> 'reversal'
    WHERE r.outcome = 'waiting' OR (p.ledger_id IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM ledger l WHERE l.refers_to = p.ledger_id AND l.reason = 'reversal'))`,
  'no offer goal is paid twice without a reversal': `
    SELECT 'click ' || p.click_id AS what FROM postbacks p
    WHERE p.outcome = 'credited' AND NOT EXISTS (SELECT 1 FROM ledger l WHERE l.refers_to = p.ledger_id AND l.reason = 'reversal')
    GROUP BY p.click_id, p.kind, p.milestone HAVING count(*) > 1`,
  'pending balances equal the points on hold': `
    SELECT 'user ' || b.user_id AS what FROM balances b LEFT JOIN (
      SELECT l.user_id, sum(l.points) AS points FROM holds h JOIN ledger l ON l.id = h.ledger_id GROUP BY l.user_id) h ON h.user_id = b.user_id
    WHERE b.pending <> coalesce(h.points, 0)`,
  'each finished adjustment has its entry, and two operators where it needs them': `
    SELECT 'adjustment ' || a.id AS what FROM adjustments a LEFT JOIN ledger l ON l.key = 'adjustment:' || a.id
    WHERE (a.state = 'done') <> (l.id IS NOT NULL) OR l.points <> abs(a.points) OR l.user_id <> a.user_id
      OR (l.to_account = 'house:adjustments') <> (a.points < 0)
      OR (a.state = 'done' AND a.needs_second AND (a.decided_by IS NULL OR a.decided_by = a.proposed_by))
    UNION ALL SELECT 'entry ' || l.id FROM ledger l WHERE l.key LIKE 'adjustment:%' AND l.reason = 'adjustment' AND NOT EXISTS (
      SELECT 1 FROM adjustments a WHERE l.key = 'adjustment:' || a.id)`,
  'payments by one operator are on record, and no operator was approved by their inviter': `
    SELECT 'adjustment ' || a.id AS what FROM adjustments a WHERE a.state = 'done' AND NOT a.needs_second AND NOT EXISTS (
      SELECT 1 FROM operator_payments p WHERE p.operator_id = a.proposed_by AND p.act = 'adjustment.book'
        AND p.subject_id = a.proposed_by || ':' || a.key AND p.state = 'alone' AND p.points = abs(a.points))
      -- Leaves out adjustments from before payments were recorded.
      AND a.proposed_at >= (SELECT min(at) FROM operator_payments)
    UNION ALL SELECT 'operator ' || o.id FROM operators o JOIN operators i ON i.id = o.invited_by
      WHERE o.approved_by IN (o.invited_by, o.id)`,
  'each refund by an operator returned the points of its order, and is logged once': `
    SELECT 'order ' || p.subject_id AS what FROM operator_payments p LEFT JOIN orders o ON o.id::text = p.subject_id AND o.state = 'refunded'
      AND o.points = p.points
    WHERE p.act = 'order.refund' AND p.state IN ('alone', 'approved') AND (o.id IS NULL OR 1 <> (
      SELECT count(*) FROM operator_acts a WHERE a.subject = 'order' AND a.subject_id = p.subject_id AND a.act = 'order.refund'))
    UNION ALL SELECT 'order ' || a.subject_id FROM operator_acts a WHERE a.act = 'order.refund' AND NOT EXISTS (
      SELECT 1 FROM operator_payments p WHERE p.act = a.act AND p.subject_id = a.subject_id AND p.state IN ('alone', 'approved'))`,
  'each operator action on points, accounts and contests is logged once': `
    SELECT 'adjustment ' || a.id AS what FROM adjustments a WHERE a.state = 'done' AND 1 <> (SELECT count(*) FROM operator_acts o
      WHERE o.subject = 'adjustment' AND o.subject_id = a.id::text AND o.act IN ('adjustment.book', 'adjustment.approve')
        AND o.operator_id = coalesce(a.decided_by, a.proposed_by))
    UNION ALL SELECT 'user ' || u.id FROM users u WHERE u.suspended_by IS NOT NULL AND 1 <> (SELECT count(*) FROM operator_acts o
      WHERE o.subject = 'user' AND o.subject_id = u.id::text AND o.act = 'user.suspend' AND o.at = u.suspended_at)
    UNION ALL SELECT 'opinion ' || p.id FROM opinions p WHERE p.hidden_at IS NOT NULL AND 1 <> (SELECT count(*) FROM operator_acts o
      WHERE o.subject = 'opinion' AND o.subject_id = p.id::text AND o.act = 'opinion.hide' AND o.at = p.hidden_at AND o.operator_id = p.hidden_by)
    UNION ALL SELECT 'contest ' || c.id FROM contests c WHERE c.called_off_at IS NOT NULL AND 1 <> (SELECT count(*) FROM operator_acts o
      WHERE o.subject = 'contest' AND o.subject_id = c.id::text AND o.act = 'contest.call_off')`,
  'each reward counts its visible opinions, and reported opinions wait for review': `
    SELECT 'reward ' || w.id AS what FROM rewards w LEFT JOIN (
      SELECT reward_id, count(*) AS shown FROM opinions WHERE hidden_at IS NULL GROUP BY reward_id) o ON o.reward_id = w.id
    WHERE w.opinions <> coalesce(o.shown, 0)
    UNION ALL SELECT 'opinion ' || r.opinion_id FROM opinion_reports r JOIN opinions o ON o.id = r.opinion_id
    WHERE r.settled_at IS NULL AND (o.waits_since IS NULL OR o.hidden_at IS NOT NULL)`,
  'a confirmed mailbox belongs to one account': `
    SELECT 'user ' || max(id) AS what FROM users WHERE email_confirmed_at IS NOT NULL AND email IS NOT NULL
    GROUP BY mailbox_of(email) HAVING count(*) > 1`,
  'a second factor has an account with a password and a confirmed address, and at most ten recovery codes': `
    SELECT 'user ' || f.user_id AS what FROM second_factors f JOIN users u ON u.id = f.user_id
    WHERE f.on_since IS NOT NULL AND (u.password_hash IS NULL OR coalesce(u.email_confirmed_at, u.mailbox_lost_at) IS NULL)
    UNION ALL SELECT 'user ' || f.user_id FROM second_factors f JOIN recovery_codes r ON r.user_id = f.user_id
    GROUP BY f.user_id, f.on_since HAVING f.on_since IS NULL OR count(*) > 10`,
  'a pending second-factor recovery has an account with a second factor, and holds its orders': `
    SELECT 'user ' || l.user_id AS what FROM factor_recoveries l JOIN users u ON u.id = l.user_id
      LEFT JOIN second_factors f ON f.user_id = l.user_id AND f.on_since IS NOT NULL
    WHERE (l.started_at IS NOT NULL AND u.review_for IS DISTINCT FROM 'lost_factor')
      OR (f.user_id IS NULL AND l.removed_at IS NULL)
    UNION ALL SELECT 'user ' || u.id FROM users u
    WHERE u.review_for = 'lost_factor' AND NOT EXISTS (SELECT 1 FROM factor_recoveries l WHERE l.user_id = u.id AND l.started_at IS NOT NULL)`,
  'a reconciliation’s totals match its lines': `
    SELECT 'reconciliation ' || r.id AS what FROM reconciliations r LEFT JOIN reconciliation_lines l ON l.reconciliation_id = r.id
    GROUP BY r.id HAVING count(l.number) <> r.matched + r.missing_here + r.missing_there + r.different
      OR coalesce(sum(l.points_here), 0) <> r.points_here OR coalesce(sum(l.points_there), 0) <> r.points_there`,
  'a day’s spent budget equals the quests it paid': `
    SELECT b.day::text AS what FROM budget_days b LEFT JOIN ledger l ON l.reason = 'credit' AND l.key LIKE 'quest:%'
      AND l.created_at >= b.day::timestamp AT TIME ZONE 'UTC' AND l.created_at < (b.day + 1)::timestamp AT TIME ZONE 'UTC'
    GROUP BY b.day, b.paid HAVING b.paid <> coalesce(sum(l.points), 0)`,
  "a player's rounds don't overlap": `
    SELECT 'round ' || id AS what FROM (
      SELECT id, started_at, lag(started_at + played_ms * interval '1 millisecond') OVER (PARTITION BY user_id ORDER BY started_at, id) AS before
      FROM rounds WHERE played_ms IS NOT NULL) AS r
    WHERE started_at < before`,
  "a tournament score is the best of the player's rounds, and each counted round has its player": `
    SELECT 'user ' || coalesce(p.user_id, r.user_id) || ', week ' || coalesce(p.week, r.week) AS what FROM tournament_players p
      FULL JOIN (SELECT user_id, week, max(score) AS score FROM rounds WHERE week IS NOT NULL AND score > 0 GROUP BY user_id, week) r
        ON r.user_id = p.user_id AND r.week = p.week
      JOIN tournaments t ON t.week = coalesce(p.week, r.week)
    WHERE p.score IS DISTINCT FROM r.score
      -- Old rounds are forgotten.
      AND (r.score IS NOT NULL OR t.closed_at IS NULL)
    UNION ALL SELECT 'round ' || r.id FROM rounds r JOIN tournaments t ON t.week = r.week WHERE t.game_id <> r.game_id`,
  'a closed tournament has results, ranked by score': `
    SELECT 'user ' || p.user_id || ', week ' || p.week AS what FROM (
      SELECT *, lag(place) OVER (PARTITION BY week, league, (number - 1) / 30 ORDER BY score DESC, scored_at, user_id) AS before
        FROM tournament_players WHERE place IS NOT NULL) p WHERE p.before >= p.place
    UNION ALL SELECT 'user ' || p.user_id || ', week ' || p.week FROM tournament_players p JOIN tournaments t ON t.week = p.week
      WHERE (t.closed_at IS NULL) <> (p.move IS NULL)`,
  "a player's league follows from the last tournament": `
    SELECT 'user ' || user_id || ', week ' || week AS what FROM (
      SELECT user_id, week, league, lag(league + move) OVER (PARTITION BY user_id ORDER BY week) AS led FROM tournament_players) p
    WHERE league <> least(3, greatest(0, coalesce(led, 0)))`,
  'a saved guest round can’t be saved again': `
    SELECT 'round ' || g.id AS what FROM guest_rounds g JOIN rounds r ON r.id = g.id`,
  'an erased account holds and owes no points': `
    SELECT 'user ' || b.user_id AS what FROM balances b JOIN users u ON u.id = b.user_id
    WHERE u.erased_at IS NOT NULL AND (b.available, b.pending, b.reserved, b.debt) <> (0, 0, 0, 0)`,
  'nobody has both a debt and available points': `
    SELECT 'user ' || user_id AS what FROM balances WHERE debt < 0 AND available > 0`,
};

/** Returns the broken invariants, each with some of the rows that break it; empty if all hold. */
export async function findBrokenInvariants(db: Pick<Database, 'drizzle'>): Promise<string[]> {
  return db.drizzle.transaction(
    async (tx) => {
      const broken: string[] = [];
      for (const [name, query] of Object.entries(invariantChecks)) {
        const rows = rowsOf(await tx.execute(sql.raw(`SELECT what FROM (${query}) AS found LIMIT 5`)));
        if (rows.length > 0) broken.push(`${name}: ${rows.join(', ')}`);
      }
      return broken;
    },
    { isolationLevel: 'repeatable read' },
  );
}

const resultSchema = v.object({ rows: v.array(v.object({ what: v.nullable(v.string(), '?') })) });

const rowsOf = (result: unknown) => v.parse(resultSchema, result).rows.map(({ what }) => what);

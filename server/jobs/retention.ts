/** Deletes data after the times that the privacy page promises (src/content/legal/privacy.md). */
import { sql } from 'drizzle-orm';
import { APP_SET_UP_MINUTES, DETAILS_DAYS, SAVED_DETAILS_DAYS } from '../../src/lib/contract/limits.ts';
import type { Database } from '../db/database.ts';
import { forgetDeleted } from '../features/fraud/deleted-accounts.ts';
import { DAY, earlier, MINUTE } from '../platform/time.ts';

/** Rounds of our own games: 24 months. */
export const ROUND_DAYS = 730;
/** Rounds without a score or an end, including guests', and rejected rounds, which show cheating for a while. */
const EMPTY_ROUND_DAYS = 1;
/** The same in other variants than Classic: in a duel, the player mustn't get the seed again while it can be given out. */
const EMPTY_VARIANT_DAYS = 7;
const REFUSED_ROUND_DAYS = 30;
/** Partners stop sending a report again long before. */
const REJECTED_REPORT_DAYS = 90;
/** How long ended sessions, and the devices that got notifications with them, stay in the database. */
export const ENDED_SESSION_DAYS = 30;

/** Deletes what is too old. Running it again changes nothing. */
export async function forgetOld(db: Database, now: Date): Promise<void> {
  const ago = (days: number) => sql`${earlier(now, days * DAY).toISOString()}::timestamptz`;
  // An open dispute may be about these details, so they are kept.
  await db.drizzle.execute(sql`UPDATE orders SET details = NULL, reference = NULL
    WHERE (details IS NOT NULL OR reference IS NOT NULL) AND state IN ('delivered', 'cancelled', 'refunded')
      AND greatest(delivered_at, ended_at) < ${ago(DETAILS_DAYS)}
      AND NOT EXISTS (SELECT 1 FROM disputes d
        WHERE d.subject = 'order' AND d.subject_id = orders.id AND d.state IN ('open', 'appealed'))`);
  // Its last use is its last order. Recording each use would add one more write to a purchase.
  await db.drizzle.execute(sql`DELETE FROM delivery_details AS saved
    WHERE saved_at < ${ago(SAVED_DETAILS_DAYS)}
      AND NOT EXISTS (SELECT 1 FROM orders
        WHERE user_id = saved.user_id AND details_field = saved.field AND created_at >= ${ago(SAVED_DETAILS_DAYS)})`);
  await db.drizzle.execute(sql`DELETE FROM rounds WHERE started_at < ${ago(ROUND_DAYS)}
    OR (started_at < ${ago(EMPTY_ROUND_DAYS)} AND coalesce(score, 0) = 0 AND refusal IS NULL
      AND (variant = 'classic' OR started_at < ${ago(EMPTY_VARIANT_DAYS)}))
    OR (started_at < ${ago(REFUSED_ROUND_DAYS)} AND refusal IS NOT NULL)`);
  await db.drizzle.execute(sql`DELETE FROM guest_rounds WHERE started_at < ${ago(EMPTY_ROUND_DAYS)}`);
  await db.drizzle.execute(
    sql`DELETE FROM tokens WHERE revoked_at < ${ago(ENDED_SESSION_DAYS)} OR expires_at < ${ago(ENDED_SESSION_DAYS)}`,
  );
  await db.drizzle.execute(
    sql`DELETE FROM operator_sessions WHERE revoked_at < ${ago(ENDED_SESSION_DAYS)} OR expires_at < ${ago(ENDED_SESSION_DAYS)}`,
  );
  await forgetDeleted(db, now);
  await db.drizzle.execute(sql`DELETE FROM rejected_reports WHERE last_at < ${ago(REJECTED_REPORT_DAYS)}`);
  // Deletes what was entered with an unused invitation.
  await db.drizzle.execute(sql`UPDATE operator_invitations SET name = NULL, email = NULL, password_hash = NULL, totp_secret = NULL
    WHERE email IS NOT NULL AND (used_at IS NOT NULL OR expires_at < ${ago(0)})`);
  await db.drizzle.execute(sql`DELETE FROM idempotency_keys WHERE started_at < ${ago(1)}`);
  // Second factors whose setup was never confirmed by a code.
  await db.drizzle.execute(
    sql`DELETE FROM second_factors WHERE on_since IS NULL AND started_at < ${earlier(now, APP_SET_UP_MINUTES * MINUTE).toISOString()}::timestamptz`,
  );
  await db.drizzle.execute(sql`DELETE FROM email_confirmations WHERE expires_at < ${ago(0)}`);
  await db.drizzle.execute(sql`DELETE FROM password_resets WHERE expires_at < ${ago(0)}`);
}

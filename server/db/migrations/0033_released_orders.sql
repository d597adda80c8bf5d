-- When a held order continued: only then do its days for delivery begin.
ALTER TABLE "orders" ADD COLUMN "released_at" timestamp with time zone;
--> statement-breakpoint
-- As before, but what an operator took back by hand is no income from others any more.
CREATE OR REPLACE FUNCTION first_order_signs(p_user integer, p_points integer, p_now timestamptz) RETURNS text[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  rules first_order_rules%ROWTYPE;
  signs text[] := '{}';
  outside bigint;
BEGIN
  IF (SELECT true FROM orders WHERE user_id = p_user AND state IN ('delivered', 'pending', 'processing') LIMIT 1) IS NOT NULL THEN
    RETURN signs;
  END IF;
  -- Confirmed and not taken back; what friends and draws bring is own games' money too.
  SELECT coalesce(sum(CASE WHEN l.from_account = 'available' THEN -l.points ELSE l.points END), 0) INTO outside FROM ledger l
    WHERE l.user_id = p_user AND (l.reason = 'credit' AND l.key NOT LIKE ALL (ARRAY['quest:%', 'referral:%', 'contest:%'])
        OR l.reason = 'adjustment' AND l.key LIKE 'adjustment:%')
      AND (l.to_account <> 'pending' OR EXISTS (SELECT 1 FROM ledger c WHERE c.refers_to = l.id AND c.reason = 'confirm'))
      AND NOT EXISTS (SELECT 1 FROM ledger u WHERE u.refers_to = l.id AND u.reason = 'reversal');
  IF outside >= p_points THEN
    RETURN signs;
  END IF;
  SELECT * INTO rules FROM first_order_rules;
  IF days_played(p_user) >= rules.play_days THEN
    RETURN signs;
  END IF;
  IF NOT EXISTS (SELECT 1 FROM account_signals WHERE user_id = p_user AND kind = 'device') THEN
    signs := signs || 'no_device'::text;
  END IF;
  IF EXISTS (SELECT 1 FROM account_matches WHERE p_user IN (user_id, other_id) AND reason = 'crowd' AND settled_at IS NULL) THEN
    signs := signs || 'crowd'::text;
  END IF;
  IF (SELECT mailbox FROM users WHERE id = p_user) IS NULL THEN
    signs := signs || 'no_mailbox'::text;
  END IF;
  IF (SELECT coalesce(sum(played_ms), 0) FROM play_days WHERE user_id = p_user) < rules.play_minutes * 60000::bigint THEN
    signs := signs || 'pace'::text;
  END IF;
  IF (SELECT paid FROM budget_days WHERE day = (p_now AT TIME ZONE 'UTC')::date) >= rules.site_daily THEN
    signs := signs || 'budget'::text;
  END IF;
  RETURN signs;
END $$;

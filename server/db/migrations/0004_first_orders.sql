CREATE TABLE "first_order_rules" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"play_days" integer NOT NULL,
	"play_minutes" integer NOT NULL,
	"site_daily" integer NOT NULL,
	CONSTRAINT "first_order_rules_one" CHECK ("first_order_rules"."one")
);
--> statement-breakpoint
INSERT INTO "first_order_rules" ("play_days", "play_minutes", "site_daily") VALUES (3, 3, 20000);--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "held_signs" text[];--> statement-breakpoint
CREATE INDEX "orders_first_held" ON "orders" USING btree ("id") WHERE state = 'held' and held_for = 'first_order';--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_first_has_signs" CHECK (("orders"."held_for" is not distinct from 'first_order') = ("orders"."held_signs" is not null));--> statement-breakpoint
-- On how many different days somebody has played.
CREATE FUNCTION days_played(p_user integer) RETURNS integer LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT count(*)::integer FROM play_days WHERE user_id = p_user AND played_ms > 0);
END $$;
--> statement-breakpoint
-- What isn't clean about a first order of so many points that own games pay; empty: it goes out at once. Asked before the redemption
-- and by the buy, one rule for both. Whoever has had an order, was paid as much by others, or has played on enough days needs no more.
CREATE FUNCTION first_order_signs(p_user integer, p_points integer, p_now timestamptz) RETURNS text[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  rules first_order_rules%ROWTYPE;
  signs text[] := '{}';
  outside bigint;
BEGIN
  IF (SELECT true FROM orders WHERE user_id = p_user AND state IN ('delivered', 'pending', 'processing') LIMIT 1) IS NOT NULL THEN
    RETURN signs;
  END IF;
  -- Confirmed and not taken back; what friends and draws bring is own games' money too.
  SELECT coalesce(sum(l.points), 0) INTO outside FROM ledger l
    WHERE l.user_id = p_user AND (l.reason = 'credit' AND l.key NOT LIKE ALL (ARRAY['quest:%', 'referral:%', 'contest:%'])
        OR l.reason = 'adjustment' AND l.from_account = 'house:adjustments' AND l.to_account = 'available')
      AND (l.to_account = 'available' OR EXISTS (SELECT 1 FROM ledger c WHERE c.refers_to = l.id AND c.reason = 'confirm'))
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
--> statement-breakpoint
CREATE OR REPLACE FUNCTION buy(p_user integer, p_reward integer, p_amount integer, p_key text, p_now timestamptz, p_points integer DEFAULT NULL,
  OUT outcome text, OUT made orders) LANGUAGE plpgsql AS $$
DECLARE
  had integer;
  r record;
  code record;
  detail text;
  held text;
  signs text[];
  delivered boolean;
BEGIN
  SELECT available INTO had FROM balances WHERE user_id = p_user FOR NO KEY UPDATE;

  -- First, so that what was bought is answered by its order, whatever became of the amount and its price since.
  SELECT * INTO made FROM orders WHERE user_id = p_user AND idempotency_key = p_key;
  IF FOUND THEN
    outcome := CASE WHEN made.reward_id = p_reward AND made.amount_id = coalesce(p_amount, made.amount_id) THEN 'repeated' ELSE 'key_reused' END;
    RETURN;
  END IF;

  SELECT w.id, w.name, w.min_age, w.field, a.id AS amount_id, a.label, a.points, a.cents, a.is_code, a.stock INTO r
    FROM rewards w JOIN amounts a ON a.reward_id = w.id
    WHERE w.id = p_reward AND w.active AND a.active AND (p_amount IS NULL OR a.id = p_amount) ORDER BY a.position LIMIT 1;
  IF NOT FOUND THEN
    outcome := CASE WHEN EXISTS (SELECT 1 FROM rewards WHERE id = p_reward AND active) THEN 'amount_unknown' ELSE 'not_found' END;
    RETURN;
  END IF;

  IF r.points <> p_points THEN
    outcome := 'price_changed';
    RETURN;
  END IF;

  IF NOT r.is_code AND r.stock = 0 THEN
    outcome := 'out_of_stock';
    RETURN;
  END IF;
  outcome := obstacle(p_user, r.min_age, r.field, r.points, had, p_now);
  IF outcome <> 'ready' THEN
    RETURN;
  END IF;

  -- Somebody looks at the account first: the points are held and a piece is kept back, but a code stays in the stock until then.
  SELECT review_for INTO held FROM users WHERE id = p_user;
  IF held IS NULL THEN
    signs := first_order_signs(p_user, r.points, p_now);
    IF cardinality(signs) > 0 THEN
      held := 'first_order';
    ELSE
      signs := NULL;
    END IF;
  END IF;
  delivered := r.is_code AND held IS NULL;

  IF r.is_code AND NOT delivered THEN
    SELECT NULL::integer AS taken, NULL::text AS taken_code INTO code;
    IF NOT EXISTS (SELECT 1 FROM codes WHERE amount_id = r.amount_id) THEN
      outcome := 'out_of_stock';
      RETURN;
    END IF;
  ELSIF r.is_code THEN
    code := take_code(r.amount_id);
    IF code.taken IS NULL THEN
      -- None is free; others may be in the hands of buyers that end just now, so only what is truly gone is noted.
      PERFORM note_codes_gone(r.amount_id);
      outcome := 'out_of_stock';
      RETURN;
    END IF;
    -- Noted with the last one, since nobody buys, and so finds none, where the page says that it is gone.
    IF code.was_last THEN
      PERFORM note_codes_gone(r.amount_id);
    END IF;
  ELSE
    SELECT NULL::integer AS taken, NULL::text AS taken_code INTO code;
    SELECT value INTO detail FROM delivery_details WHERE user_id = p_user AND field = r.field;
    -- It was there a moment ago, and has been forgotten since (retention.ts): no order goes nowhere.
    IF r.field IS NOT NULL AND detail IS NULL THEN
      outcome := 'details_needed';
      RETURN;
    END IF;
    IF r.stock IS NOT NULL THEN
      UPDATE amounts SET stock = stock - 1 WHERE id = r.amount_id AND stock > 0;
      IF NOT FOUND THEN
        outcome := 'out_of_stock';
        RETURN;
      END IF;
    END IF;
  END IF;

  INSERT INTO orders (user_id, reward_id, amount_id, points, cents, state, held_for, held_signs, idempotency_key, details, details_field, code_id, code, created_at,
      delivered_at, revealed_at)
    VALUES (p_user, r.id, r.amount_id, r.points, r.cents,
      CASE WHEN held IS NOT NULL THEN 'held' WHEN delivered THEN 'delivered' ELSE 'pending' END, held, signs, p_key, detail,
      CASE WHEN detail IS NOT NULL THEN r.field END,
      code.taken, code.taken_code, p_now, CASE WHEN delivered THEN p_now END,
      -- The answer shows it.
      CASE WHEN delivered THEN p_now END)
    RETURNING * INTO made;
  INSERT INTO ledger (key, user_id, from_account, to_account, points, reason, title, order_id, created_at)
    VALUES ('order:' || made.id || ':hold', p_user, 'available', CASE WHEN delivered THEN 'house:redeemed' ELSE 'reserved' END, r.points,
      CASE WHEN delivered THEN 'capture' ELSE 'hold' END, r.name || ', ' || r.label, made.id, p_now);
  outcome := 'bought';
END $$;


-- An order gives back the piece of stock that it took, and none if the amount wasn't counted then.
ALTER TABLE "orders" ADD COLUMN "took_stock" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
-- Whether earlier orders took one isn't known: those that can still be cancelled give back what they would have.
UPDATE orders SET took_stock = true FROM amounts a
  WHERE a.id = orders.amount_id AND NOT a.is_code AND a.stock IS NOT NULL AND orders.state IN ('pending', 'held', 'processing');
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

  SELECT w.id, w.name, w.min_age, w.field, a.id AS amount_id, a.label, a.points, a.cents, a.is_code, a.stock, w.paused_at INTO r
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
  -- Whether a code is left is seen where it is taken.
  outcome := (redemption_blockers(p_user, r.min_age, r.field, r.points, r.paused_at IS NOT NULL, CASE WHEN NOT r.is_code THEN r.stock END, had, p_now))[1];
  IF outcome IS NOT NULL THEN
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

  INSERT INTO orders (user_id, reward_id, amount_id, points, cents, state, held_for, held_signs, idempotency_key, details, details_field, took_stock, code_id, code, created_at,
      delivered_at, revealed_at)
    VALUES (p_user, r.id, r.amount_id, r.points, r.cents,
      CASE WHEN held IS NOT NULL THEN 'held' WHEN delivered THEN 'delivered' ELSE 'pending' END, held, signs, p_key, detail,
      CASE WHEN detail IS NOT NULL THEN r.field END, NOT r.is_code AND r.stock IS NOT NULL,
      code.taken, code.taken_code, p_now, CASE WHEN delivered THEN p_now END,
      -- The answer shows it.
      CASE WHEN delivered THEN p_now END)
    RETURNING * INTO made;
  PERFORM ledger_post('order:' || made.id || ':hold', p_user, 'available', CASE WHEN delivered THEN 'house:redeemed' ELSE 'reserved' END, r.points,
    CASE WHEN delivered THEN 'capture' ELSE 'hold' END, r.name || ', ' || r.label, p_now, p_order => made.id);
  outcome := 'bought';
END $$;

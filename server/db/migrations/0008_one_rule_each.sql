-- The only function that writes entries. Answers the entry's id, or null when its key was there before: then nothing moves.
CREATE FUNCTION ledger_post(p_key text, p_user integer, p_from text, p_to text, p_points integer, p_reason text, p_title text, p_at timestamptz,
  p_detail text DEFAULT '', p_refers_to bigint DEFAULT NULL, p_order integer DEFAULT NULL, p_quest integer DEFAULT NULL, p_releases_at timestamptz DEFAULT NULL)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  posted bigint;
BEGIN
  INSERT INTO ledger (key, user_id, from_account, to_account, points, reason, title, detail, refers_to, order_id, quest_id, releases_at, created_at)
    VALUES (p_key, p_user, p_from, p_to, p_points, p_reason, p_title, p_detail, p_refers_to, p_order, p_quest, p_releases_at, p_at)
    ON CONFLICT (key) DO NOTHING RETURNING id INTO posted;
  RETURN posted;
END $$;
--> statement-breakpoint
-- May this be redeemed? Everything that stops a user from redeeming an amount, in the order in which the buy would refuse; empty when nothing does.
-- The buy asks under the lock of the user's balance, the reward's page and the list of blockers without it. Without a reward: no age, field or stock.
CREATE FUNCTION redemption_blockers(p_user integer, p_min_age integer, p_field text, p_points integer, p_paused boolean, p_stock integer, p_available integer,
  p_now timestamptz) RETURNS text[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  blockers text[] := '{}';
  born date;
  confirmed timestamptz;
  suspended timestamptz;
BEGIN
  SELECT birth_date, email_confirmed_at, suspended_at INTO born, confirmed, suspended FROM users WHERE id = p_user;
  IF p_paused THEN
    blockers := blockers || 'reward_paused'::text;
  END IF;
  IF p_stock = 0 THEN
    blockers := blockers || 'out_of_stock'::text;
  END IF;
  IF suspended IS NOT NULL THEN
    blockers := blockers || 'suspended'::text;
  END IF;
  IF p_min_age > 13 AND born IS NULL THEN
    blockers := blockers || 'birth_date_needed'::text;
  ELSIF p_min_age > 13 AND born > (p_now AT TIME ZONE 'UTC')::date - make_interval(years => p_min_age) THEN
    blockers := blockers || 'too_young'::text;
  END IF;
  IF p_field IS NOT NULL THEN
    IF NOT EXISTS (SELECT 1 FROM delivery_details WHERE user_id = p_user AND field = p_field) THEN
      blockers := blockers || 'details_needed'::text;
    END IF;
  END IF;
  IF p_available < p_points THEN
    blockers := blockers || 'not_enough_points'::text;
  END IF;
  -- Last: confirming takes a look into one's mail, once.
  IF confirmed IS NULL THEN
    blockers := blockers || 'email_unconfirmed'::text;
  END IF;
  RETURN blockers;
END $$;
--> statement-breakpoint
-- What of a reward is one user's own; the status is the first blocker of its smallest amount.
CREATE OR REPLACE FUNCTION reward_mine(p_reward integer, p_user integer, p_now timestamptz) RETURNS json LANGUAGE plpgsql STABLE AS $$
DECLARE
  r record;
  liked json := '[]';
  hidden boolean;
BEGIN
  SELECT w.min_age, w.field, w.points, w.paused_at, w.opinions, b.available, b.pending, b.reserved, b.debt,
      (SELECT stock_of(a.id, a.is_code, a.stock, a.has_codes) FROM amounts a WHERE a.reward_id = w.id AND a.active ORDER BY a.position LIMIT 1) AS stock,
      EXISTS (SELECT 1 FROM ratings WHERE user_id = p_user AND subject = 'reward' AND subject_id = p_reward) AS rated
    INTO r FROM rewards w, balances b WHERE w.id = p_reward AND b.user_id = p_user;
  IF r.opinions > 0 THEN
    SELECT coalesce(json_agg(l.opinion_id), '[]') INTO liked
      FROM opinion_likes l JOIN opinions o ON o.id = l.opinion_id
      WHERE l.user_id = p_user AND l.liked AND o.reward_id = p_reward AND o.hidden_at IS NULL;
  END IF;
  -- Hidden opinions aren't in what all readers share.
  hidden := (SELECT true FROM opinions o WHERE o.user_id = p_user AND o.hidden_at IS NOT NULL AND o.reward_id = p_reward LIMIT 1) IS NOT NULL;
  RETURN json_build_object('liked', liked, 'rated', r.rated, 'hidden', hidden,
    'status', coalesce((redemption_blockers(p_user, r.min_age, r.field, r.points, r.paused_at IS NOT NULL, r.stock, r.available, p_now))[1], 'ready'),
    'balance', json_build_object('available', r.available, 'pending', r.pending, 'reserved', r.reserved, 'debt', -r.debt));
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

  INSERT INTO orders (user_id, reward_id, amount_id, points, cents, state, held_for, held_signs, idempotency_key, details, details_field, code_id, code, created_at,
      delivered_at, revealed_at)
    VALUES (p_user, r.id, r.amount_id, r.points, r.cents,
      CASE WHEN held IS NOT NULL THEN 'held' WHEN delivered THEN 'delivered' ELSE 'pending' END, held, signs, p_key, detail,
      CASE WHEN detail IS NOT NULL THEN r.field END,
      code.taken, code.taken_code, p_now, CASE WHEN delivered THEN p_now END,
      -- The answer shows it.
      CASE WHEN delivered THEN p_now END)
    RETURNING * INTO made;
  PERFORM ledger_post('order:' || made.id || ':hold', p_user, 'available', CASE WHEN delivered THEN 'house:redeemed' ELSE 'reserved' END, r.points,
    CASE WHEN delivered THEN 'capture' ELSE 'hold' END, r.name || ', ' || r.label, p_now, p_order => made.id);
  outcome := 'bought';
END $$;
--> statement-breakpoint
DROP FUNCTION obstacle(integer, integer, text, integer, integer, timestamptz);

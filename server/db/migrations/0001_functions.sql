-- The ledger's rules, kept by the database itself: whoever writes an entry, the balances follow, and no entry ever changes.

CREATE FUNCTION ledger_apply() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE balances SET
    available = available + CASE 'available' WHEN NEW.to_account THEN NEW.points WHEN NEW.from_account THEN -NEW.points ELSE 0 END,
    pending   = pending   + CASE 'pending'   WHEN NEW.to_account THEN NEW.points WHEN NEW.from_account THEN -NEW.points ELSE 0 END,
    reserved  = reserved  + CASE 'reserved'  WHEN NEW.to_account THEN NEW.points WHEN NEW.from_account THEN -NEW.points ELSE 0 END,
    debt      = debt      + CASE 'debt'      WHEN NEW.to_account THEN NEW.points WHEN NEW.from_account THEN -NEW.points ELSE 0 END
  WHERE user_id = NEW.user_id;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'user % has no balance row', NEW.user_id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_apply AFTER INSERT ON ledger FOR EACH ROW EXECUTE FUNCTION ledger_apply();
--> statement-breakpoint
CREATE FUNCTION ledger_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only: write an entry that undoes the other';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_append_only BEFORE UPDATE OR DELETE ON ledger FOR EACH ROW EXECUTE FUNCTION ledger_refuse();
--> statement-breakpoint
CREATE TRIGGER ledger_no_truncate BEFORE TRUNCATE ON ledger FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
--> statement-breakpoint

-- Whose token this is, or null. Notes the use at most every five minutes, so that reading doesn't mean writing.
CREATE FUNCTION token_user(p_hash bytea, p_now timestamptz) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  found_token tokens%ROWTYPE;
BEGIN
  SELECT * INTO found_token FROM tokens WHERE hash = p_hash AND revoked_at IS NULL AND expires_at > p_now;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  IF found_token.last_used_at < p_now - interval '5 minutes' THEN
    UPDATE tokens SET last_used_at = p_now WHERE id = found_token.id;
  END IF;
  RETURN found_token.user_id;
END $$;
--> statement-breakpoint

-- Pieces left of an amount, counted up to 100; null: made to order.
CREATE FUNCTION stock_of(p_amount amounts, p_code boolean) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN p_code THEN (SELECT count(*)::integer FROM (SELECT 1 FROM codes WHERE amount_id = p_amount.id AND order_id IS NULL LIMIT 100) AS counted)
    WHEN p_amount.stock IS NOT NULL THEN least(p_amount.stock, 100) END
$$;
--> statement-breakpoint
CREATE FUNCTION in_stock(p_reward rewards) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT 1 FROM amounts a WHERE a.reward_id = p_reward.id AND a.active AND CASE
      WHEN p_reward.delivery->>'kind' = 'code' THEN EXISTS (SELECT 1 FROM codes c WHERE c.amount_id = a.id AND c.order_id IS NULL)
      ELSE a.stock IS NULL OR a.stock > 0 END)
$$;
--> statement-breakpoint

-- A reward as a list shows it (contract: rewardCardSchema).
CREATE FUNCTION reward_card(r rewards) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'id', r.id, 'name', r.name, 'slug', r.slug, 'kind', r.kind, 'brand', r.brand, 'game', r.game, 'glyph', r.glyph,
    'colour', r.colour, 'summary', r.summary, 'points', r.points, 'cents', r.cents, 'in_stock', in_stock(r),
    'rate', CASE WHEN r.rate_count > 0 THEN round(r.rate_sum::numeric / r.rate_count, 1) END, 'rate_count', r.rate_count)
$$;
--> statement-breakpoint

-- What stands between a user and an amount, the first thing first; 'ready' when nothing does (contract: rewardStatus).
-- The buy asks it under the user's lock, the reward's page without one: one rule for both.
CREATE FUNCTION obstacle(p_user integer, r rewards, a amounts, p_now timestamptz) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  born date;
BEGIN
  IF p_user IS NULL THEN
    RETURN 'sign_in';
  END IF;
  IF stock_of(a, r.delivery->>'kind' = 'code') = 0 THEN
    RETURN 'out_of_stock';
  END IF;
  IF r.min_age > 13 THEN
    SELECT birth_date INTO born FROM users WHERE id = p_user;
    IF born IS NULL THEN
      RETURN 'birth_date_needed';
    ELSIF born > (p_now AT TIME ZONE 'UTC')::date - make_interval(years => r.min_age) THEN
      RETURN 'too_young';
    END IF;
  END IF;
  IF r.delivery->>'kind' <> 'code'
    AND NOT EXISTS (SELECT 1 FROM delivery_details WHERE user_id = p_user AND field = r.delivery->>'field') THEN
    RETURN 'details_needed';
  END IF;
  IF (SELECT available FROM balances WHERE user_id = p_user) < a.points THEN
    RETURN 'not_enough_points';
  END IF;
  RETURN 'ready';
END $$;
--> statement-breakpoint

-- The whole reward info but for the paginator's addresses (contract: rewardInfoSchema). Null: no such reward.
CREATE FUNCTION reward_info(p_reward integer, p_user integer, p_page integer, p_per_page integer, p_now timestamptz)
RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
  r rewards%ROWTYPE;
  smallest amounts%ROWTYPE;
  shown_amounts jsonb;
  shown_opinions jsonb := '[]';
  opinion_total integer := 0;
  liked jsonb := '[]';
  alike jsonb;
BEGIN
  SELECT * INTO r FROM rewards WHERE id = p_reward AND active;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  SELECT * INTO smallest FROM amounts WHERE reward_id = r.id AND active ORDER BY position LIMIT 1;
  SELECT jsonb_agg(jsonb_build_object('id', a.id, 'label', a.label, 'points', a.points, 'cents', a.cents,
      'stock', stock_of(a, r.delivery->>'kind' = 'code')) ORDER BY a.position)
    INTO shown_amounts FROM amounts a WHERE a.reward_id = r.id AND a.active;
  SELECT count(*) INTO opinion_total FROM opinions WHERE reward_id = r.id;
  IF opinion_total > 0 THEN
    SELECT coalesce(jsonb_agg(to_jsonb(o) ORDER BY o.id DESC), '[]') INTO shown_opinions FROM (
      SELECT o.id, jsonb_build_object('id', u.id, 'name', u.name, 'sample', u.sample) AS "user", o.opinion, o.likes,
        EXISTS (SELECT 1 FROM orders d WHERE d.user_id = o.user_id AND d.reward_id = r.id AND d.state = 'delivered') AS verified,
        to_char(o.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS created_at
      FROM opinions o JOIN users u ON u.id = o.user_id
      WHERE o.reward_id = r.id ORDER BY o.id DESC LIMIT p_per_page OFFSET (p_page - 1) * p_per_page) AS o;
    SELECT coalesce(jsonb_agg(l.opinion_id), '[]') INTO liked
      FROM opinion_likes l JOIN opinions o ON o.id = l.opinion_id WHERE l.user_id = p_user AND o.reward_id = r.id;
  END IF;
  SELECT coalesce(jsonb_agg(s.card), '[]') INTO alike FROM (
    SELECT reward_card(s) AS card FROM rewards s
    WHERE s.kind = r.kind AND s.id <> r.id AND s.active ORDER BY abs(s.points - r.points), s.id LIMIT 4) AS s;
  RETURN jsonb_build_object(
    'reward', reward_card(r) || jsonb_build_object('description', r.description, 'steps', r.steps, 'regions', r.regions,
      'min_age', r.min_age, 'delivery', r.delivery, 'amounts', shown_amounts,
      'isRated', EXISTS (SELECT 1 FROM ratings WHERE user_id = p_user AND subject = 'reward' AND subject_id = r.id)),
    'opinions', shown_opinions, 'opinion_total', opinion_total, 'likedOpinions', liked, 'similarRewards', alike,
    'status', obstacle(p_user, r, smallest, p_now));
END $$;
--> statement-breakpoint

CREATE FUNCTION order_json(o orders) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('id', o.id,
    'reward', (SELECT jsonb_build_object('id', r.id, 'name', r.name, 'glyph', r.glyph, 'colour', r.colour) FROM rewards r WHERE r.id = o.reward_id),
    'amount', (SELECT label FROM amounts WHERE id = o.amount_id), 'points', o.points, 'cents', o.cents, 'state', o.state,
    'code', (SELECT code FROM codes WHERE order_id = o.id), 'details', o.details,
    'created_at', to_char(o.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'delivered_at', to_char(o.delivered_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
$$;
--> statement-breakpoint

-- A purchase, whole or not at all: check, hold the points, take the stock, make the order. The lock on the user's balance row puts
-- all buys of one user in a row, so two clicks, two tabs or two servers see each other; the unique key is the backstop.
-- p_amount null: the smallest. Answers the outcome ('bought', 'repeated', or what stands in the way) and the order's id.
CREATE FUNCTION buy(p_user integer, p_reward integer, p_amount integer, p_key text, p_now timestamptz,
  OUT outcome text, OUT order_id integer) LANGUAGE plpgsql AS $$
DECLARE
  r rewards%ROWTYPE;
  a amounts%ROWTYPE;
  before orders%ROWTYPE;
  is_code boolean;
  taken integer;
  detail text;
  made orders%ROWTYPE;
BEGIN
  PERFORM 1 FROM balances WHERE user_id = p_user FOR NO KEY UPDATE;

  SELECT * INTO r FROM rewards WHERE id = p_reward AND active;
  IF NOT FOUND THEN
    outcome := 'not_found';
    RETURN;
  END IF;
  SELECT * INTO a FROM amounts WHERE reward_id = r.id AND active AND (p_amount IS NULL OR id = p_amount) ORDER BY position LIMIT 1;
  IF NOT FOUND THEN
    outcome := 'amount_unknown';
    RETURN;
  END IF;

  SELECT * INTO before FROM orders WHERE user_id = p_user AND idempotency_key = p_key;
  IF FOUND THEN
    outcome := CASE WHEN before.reward_id = r.id AND before.amount_id = a.id THEN 'repeated' ELSE 'key_reused' END;
    order_id := before.id;
    RETURN;
  END IF;

  outcome := obstacle(p_user, r, a, p_now);
  IF outcome <> 'ready' THEN
    RETURN;
  END IF;

  is_code := r.delivery->>'kind' = 'code';
  IF is_code THEN
    SELECT c.id INTO taken FROM codes c WHERE c.amount_id = a.id AND c.order_id IS NULL ORDER BY c.id LIMIT 1 FOR UPDATE SKIP LOCKED;
    IF NOT FOUND THEN
      outcome := 'out_of_stock';
      RETURN;
    END IF;
  ELSE
    SELECT value INTO detail FROM delivery_details WHERE user_id = p_user AND field = r.delivery->>'field';
    IF a.stock IS NOT NULL THEN
      UPDATE amounts SET stock = stock - 1 WHERE id = a.id AND stock > 0;
      IF NOT FOUND THEN
        outcome := 'out_of_stock';
        RETURN;
      END IF;
    END IF;
  END IF;

  INSERT INTO orders (user_id, reward_id, amount_id, points, cents, state, idempotency_key, details, created_at, delivered_at)
    VALUES (p_user, r.id, a.id, a.points, a.cents, CASE WHEN is_code THEN 'delivered' ELSE 'pending' END, p_key, detail, p_now,
      CASE WHEN is_code THEN p_now END)
    RETURNING * INTO made;
  IF is_code THEN
    UPDATE codes SET order_id = made.id WHERE id = taken;
  END IF;
  INSERT INTO ledger (key, user_id, from_account, to_account, points, reason, title, order_id, created_at)
    VALUES ('order:' || made.id || ':hold', p_user, 'available', CASE WHEN is_code THEN 'house:redeemed' ELSE 'reserved' END, a.points,
      CASE WHEN is_code THEN 'capture' ELSE 'hold' END, r.name || ', ' || a.label, made.id, p_now);
  outcome := 'bought';
  order_id := made.id;
END $$;
--> statement-breakpoint

-- What the buy calls answer, from the token to the whole reward info, in one statement: the round trips between would cost more
-- than the purchase. The outcome 'unauthenticated' is the only one without a user.
CREATE FUNCTION buy_for_token(p_hash bytea, p_reward integer, p_amount integer, p_key text, p_per_page integer, p_now timestamptz)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  buyer integer := token_user(p_hash, p_now);
  result record;
  kept orders%ROWTYPE;
BEGIN
  IF buyer IS NULL THEN
    RETURN '{"outcome": "unauthenticated"}';
  END IF;
  result := buy(buyer, p_reward, p_amount, p_key, p_now);
  IF result.outcome NOT IN ('bought', 'repeated') THEN
    RETURN jsonb_build_object('outcome', result.outcome, 'user_id', buyer,
      'field', (SELECT delivery->>'field' FROM rewards WHERE id = p_reward));
  END IF;
  SELECT * INTO kept FROM orders WHERE id = result.order_id;
  RETURN jsonb_build_object('outcome', result.outcome, 'user_id', buyer, 'order', order_json(kept),
    'balance', (SELECT jsonb_build_object('available', available, 'pending', pending, 'reserved', reserved, 'debt', -debt)
      FROM balances WHERE user_id = buyer),
    'info', reward_info(p_reward, buyer, 1, p_per_page, p_now));
END $$;

-- Room for new versions of a balance on its own page: without it each change would leave a trace in the index as well.
ALTER TABLE balances SET (fillfactor = 25);
--> statement-breakpoint
-- The same for when a token was last used, which is noted again and again.
ALTER TABLE tokens SET (fillfactor = 80);
--> statement-breakpoint

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
-- What is pending waits in `holds` until it is confirmed or reversed, so that those that are due are found without reading the ledger.
CREATE FUNCTION hold_begins() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO holds (ledger_id, releases_at) VALUES (NEW.id, NEW.releases_at);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER hold_begins AFTER INSERT ON ledger FOR EACH ROW WHEN (NEW.to_account = 'pending') EXECUTE FUNCTION hold_begins();
--> statement-breakpoint
CREATE FUNCTION hold_ends() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM holds WHERE ledger_id = NEW.refers_to;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER hold_ends AFTER INSERT ON ledger FOR EACH ROW WHEN (NEW.from_account = 'pending') EXECUTE FUNCTION hold_ends();
--> statement-breakpoint
-- What was earned and confirmed counts on the leaderboard, from the entry that made it available on; a reversal takes it back from
-- the week and the month in which it counted. Runs after ledger_apply (triggers go by name), so under the lock on the user's balance.
CREATE FUNCTION ledger_score() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  origin ledger%ROWTYPE := NEW;
  counted timestamptz := NEW.created_at;
  day date;
  game integer;
  is_out boolean;
BEGIN
  IF NEW.reason <> 'credit' THEN
    SELECT * INTO origin FROM ledger WHERE id = NEW.refers_to;
  END IF;
  IF NEW.reason = 'reversal' THEN
    counted := origin.created_at;
    IF origin.to_account = 'pending' THEN
      SELECT created_at INTO counted FROM ledger WHERE refers_to = origin.id AND reason = 'confirm';
    END IF;
  END IF;
  day := (counted AT TIME ZONE 'UTC')::date;
  SELECT game_id INTO game FROM quests WHERE id = origin.quest_id;
  IF NEW.reason = 'reversal' THEN
    UPDATE scores SET points = points - NEW.points WHERE user_id = NEW.user_id AND game_id IN (0, game)
      AND (span, period) IN (('week', date_trunc('week', day)::date), ('month', date_trunc('month', day)::date), ('all', '1970-01-01'::date));
    RETURN NULL;
  END IF;
  SELECT leaderboard = 'left' INTO is_out FROM users WHERE id = NEW.user_id;
  INSERT INTO scores (span, period, game_id, user_id, points, reached_at, hidden)
    SELECT s.span, s.period, g.id, NEW.user_id, NEW.points, counted, coalesce(is_out, false)
    FROM (VALUES ('week', date_trunc('week', day)::date), ('month', date_trunc('month', day)::date), ('all', '1970-01-01'::date)) AS s (span, period),
      (SELECT 0 AS id UNION ALL SELECT game WHERE game IS NOT NULL) AS g
    ON CONFLICT (user_id, span, period, game_id) DO UPDATE SET points = scores.points + excluded.points, reached_at = excluded.reached_at;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_score AFTER INSERT ON ledger FOR EACH ROW
  WHEN (NEW.reason IN ('credit', 'confirm') AND NEW.to_account = 'available' OR NEW.reason = 'reversal' AND NEW.from_account = 'available')
  EXECUTE FUNCTION ledger_score();
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
-- What operators did is kept as it was, too.
CREATE FUNCTION operator_acts_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the log of acts is append-only';
END $$;
--> statement-breakpoint
CREATE TRIGGER operator_acts_append_only BEFORE UPDATE OR DELETE ON operator_acts FOR EACH ROW EXECUTE FUNCTION operator_acts_refuse();
--> statement-breakpoint
CREATE TRIGGER operator_acts_no_truncate BEFORE TRUNCATE ON operator_acts FOR EACH STATEMENT EXECUTE FUNCTION operator_acts_refuse();
--> statement-breakpoint

-- Whose token this is, or null; one that was last used before p_rested holds no more. Notes the use at most every five minutes, so
-- that reading doesn't mean writing.
CREATE FUNCTION token_user(p_hash bytea, p_now timestamptz, p_rested timestamptz) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  owner integer;
  token integer;
  used timestamptz;
BEGIN
  SELECT id, user_id, last_used_at INTO token, owner, used FROM tokens
    WHERE hash = p_hash AND revoked_at IS NULL AND expires_at > p_now AND last_used_at > p_rested;
  IF used < p_now - interval '5 minutes' THEN
    UPDATE tokens SET last_used_at = p_now WHERE id = token;
  END IF;
  RETURN owner;
END $$;
--> statement-breakpoint

-- An amount has codes again once some come in. Its row is written even where that is noted already: the lock keeps a buyer who
-- found none from noting so meanwhile (note_codes_gone).
CREATE FUNCTION codes_arrived() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE amounts SET has_codes = true WHERE id IN (SELECT amount_id FROM arrived);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER codes_arrived AFTER INSERT ON codes REFERENCING NEW TABLE AS arrived FOR EACH STATEMENT EXECUTE FUNCTION codes_arrived();
--> statement-breakpoint

-- Notes that an amount has no codes left. In two statements: the first waits for codes that just come in, the second sees them.
CREATE FUNCTION note_codes_gone(p_amount integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM amounts WHERE id = p_amount FOR NO KEY UPDATE;
  UPDATE amounts SET has_codes = false WHERE id = p_amount AND has_codes AND NOT EXISTS (SELECT 1 FROM codes WHERE amount_id = p_amount);
END $$;
--> statement-breakpoint

-- The id of the last code of an amount that went out with an order, 0 before the first. Codes go out in the order of their ids, so
-- the stock stands after it: looking from there passes by the traces that the ones before left in the index.
CREATE FUNCTION last_code(p_amount integer) RETURNS integer LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN coalesce((SELECT code_id FROM orders WHERE amount_id = p_amount AND code_id IS NOT NULL ORDER BY code_id DESC LIMIT 1), 0);
END $$;
--> statement-breakpoint

-- Takes a code of the amount out of the stock and tells whether it was the last; all null when none is free. A purchase that failed
-- may have left one behind the last that went out: those are looked for only when there is none after it.
CREATE FUNCTION take_code(p_amount integer, OUT taken integer, OUT taken_code text, OUT was_last boolean) LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM codes WHERE amount_id = p_amount AND id = (
    SELECT c.id FROM codes c WHERE c.amount_id = p_amount AND c.id > coalesce(
        (SELECT o.code_id FROM orders o WHERE o.amount_id = p_amount AND o.code_id IS NOT NULL ORDER BY o.code_id DESC LIMIT 1), 0)
      ORDER BY c.amount_id, c.id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, code, NOT EXISTS (SELECT 1 FROM codes n WHERE n.amount_id = p_amount AND n.id > codes.id) INTO taken, taken_code, was_last;
  IF taken IS NULL THEN
    DELETE FROM codes WHERE amount_id = p_amount AND id = (
      SELECT id FROM codes WHERE amount_id = p_amount ORDER BY amount_id, id LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id, code, true INTO taken, taken_code, was_last;
  END IF;
END $$;
--> statement-breakpoint

-- Pieces left of an amount, counted up to 10 (contract: STOCK_COUNTED_TO); null: made to order.
CREATE FUNCTION stock_of(p_amount integer, p_code boolean, p_stock integer, p_has_codes boolean) RETURNS integer
LANGUAGE plpgsql STABLE AS $$
DECLARE
  counted integer;
  last integer;
BEGIN
  IF NOT p_code THEN
    RETURN CASE WHEN p_stock IS NOT NULL THEN least(p_stock, 10) END;
  ELSIF NOT p_has_codes THEN
    RETURN 0;
  END IF;
  last := last_code(p_amount);
  SELECT count(*) INTO counted FROM (SELECT 1 FROM codes WHERE amount_id = p_amount AND id > last ORDER BY amount_id, id LIMIT 10) AS ahead;
  IF counted < 10 AND last > 0 THEN
    SELECT count(*) INTO counted FROM (SELECT 1 FROM codes WHERE amount_id = p_amount ORDER BY amount_id, id LIMIT 10) AS all_left;
  END IF;
  RETURN counted;
END $$;
--> statement-breakpoint

-- Which of these rewards have something left, as far as is noted: a buy that finds nothing notes it.
CREATE FUNCTION in_stock(p_rewards integer[]) RETURNS integer[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN ARRAY(SELECT DISTINCT reward_id FROM amounts
    WHERE reward_id = ANY (p_rewards) AND active AND CASE WHEN is_code THEN has_codes ELSE stock IS NULL OR stock > 0 END);
END $$;
--> statement-breakpoint

-- What stands between a user and an amount but for its stock, the first thing first; 'ready' when nothing does (contract:
-- rewardStatus). The buy asks it under the user's lock, the reward's page without one: one rule for both.
CREATE FUNCTION obstacle(p_user integer, p_min_age integer, p_field text, p_points integer, p_available integer, p_now timestamptz)
RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  born date;
  confirmed timestamptz;
  suspended timestamptz;
BEGIN
  SELECT birth_date, email_confirmed_at, suspended_at INTO born, confirmed, suspended FROM users WHERE id = p_user;
  IF suspended IS NOT NULL THEN
    RETURN 'suspended';
  END IF;
  IF p_min_age > 13 THEN
    IF born IS NULL THEN
      RETURN 'birth_date_needed';
    ELSIF born > (p_now AT TIME ZONE 'UTC')::date - make_interval(years => p_min_age) THEN
      RETURN 'too_young';
    END IF;
  END IF;
  IF p_field IS NOT NULL THEN
    IF NOT EXISTS (SELECT 1 FROM delivery_details WHERE user_id = p_user AND field = p_field) THEN
      RETURN 'details_needed';
    END IF;
  END IF;
  IF p_available < p_points THEN
    RETURN 'not_enough_points';
  END IF;
  -- Last, since it costs nobody more than a look into their mail, and only once.
  IF confirmed IS NULL THEN
    RETURN 'email_unconfirmed';
  END IF;
  RETURN 'ready';
END $$;
--> statement-breakpoint

-- What of a reward changes and is the same for everybody; its texts are in the catalogue's files. Null: no such reward.
-- p_similar: the rewards shown beside it.
CREATE FUNCTION reward_state(p_reward integer, p_similar integer[], p_page integer, p_per_page integer) RETURNS json
LANGUAGE plpgsql STABLE AS $$
DECLARE
  total integer;
  shown json := '[]';
BEGIN
  SELECT opinions INTO total FROM rewards WHERE id = p_reward AND active;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  IF total > 0 THEN
    SELECT coalesce(json_agg(o ORDER BY o.id DESC), '[]') INTO shown FROM (
      SELECT o.id, json_build_object('id', u.id, 'name', u.name, 'sample', u.sample, 'avatar', u.avatar) AS "user", o.opinion, o.likes,
        -- Not EXISTS, which may be answered by hashing every order of the reward.
        (SELECT true FROM orders d WHERE d.user_id = o.user_id AND d.reward_id = p_reward AND d.state = 'delivered' LIMIT 1) IS NOT NULL AS verified,
        to_char(o.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS created_at,
        to_char(o.edited_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS edited_at
      FROM opinions o JOIN users u ON u.id = o.user_id
      WHERE o.reward_id = p_reward AND o.hidden_at IS NULL ORDER BY o.id DESC LIMIT p_per_page OFFSET (p_page::bigint - 1) * p_per_page) AS o;
  END IF;
  RETURN json_build_object(
    'stocks', ARRAY(SELECT stock_of(a.id, a.is_code, a.stock, a.has_codes) FROM amounts a WHERE a.reward_id = p_reward AND a.active ORDER BY a.position),
    'in_stock', in_stock(p_similar || p_reward),
    'rates', (SELECT json_agg(json_build_array(w.id, w.rate_sum, w.rate_count)) FROM rewards w WHERE w.id = ANY (p_similar || p_reward)),
    'opinions', shown, 'opinion_total', total);
END $$;
--> statement-breakpoint

-- What of a reward is one user's own, with the balance that the status comes from; the status says nothing of the stock.
CREATE FUNCTION reward_mine(p_reward integer, p_user integer, p_now timestamptz) RETURNS json LANGUAGE plpgsql STABLE AS $$
DECLARE
  r record;
  liked json := '[]';
  hidden boolean;
BEGIN
  SELECT w.min_age, w.field, w.points, w.opinions, b.available, b.pending, b.reserved, b.debt,
      EXISTS (SELECT 1 FROM ratings WHERE user_id = p_user AND subject = 'reward' AND subject_id = p_reward) AS rated
    INTO r FROM rewards w, balances b WHERE w.id = p_reward AND b.user_id = p_user;
  IF r.opinions > 0 THEN
    SELECT coalesce(json_agg(l.opinion_id), '[]') INTO liked
      FROM opinion_likes l JOIN opinions o ON o.id = l.opinion_id
      WHERE l.user_id = p_user AND l.liked AND o.reward_id = p_reward AND o.hidden_at IS NULL;
  END IF;
  -- Others don't see these, and so they aren't in what all readers share.
  hidden := (SELECT true FROM opinions o WHERE o.user_id = p_user AND o.hidden_at IS NOT NULL AND o.reward_id = p_reward LIMIT 1) IS NOT NULL;
  RETURN json_build_object('liked', liked, 'rated', r.rated, 'hidden', hidden, 'status', obstacle(p_user, r.min_age, r.field, r.points, r.available, p_now),
    'balance', json_build_object('available', r.available, 'pending', r.pending, 'reserved', r.reserved, 'debt', -r.debt));
END $$;
--> statement-breakpoint

-- Opinions that everybody sees are counted where they are written, hidden and shown, not on each read.
CREATE FUNCTION opinions_count() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before integer := CASE WHEN TG_OP <> 'INSERT' AND OLD.hidden_at IS NULL THEN 1 ELSE 0 END;
  after integer := CASE WHEN TG_OP <> 'DELETE' AND NEW.hidden_at IS NULL THEN 1 ELSE 0 END;
BEGIN
  IF after <> before THEN
    UPDATE rewards SET opinions = opinions + after - before WHERE id = coalesce(NEW.reward_id, OLD.reward_id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER opinions_count AFTER INSERT OR DELETE OR UPDATE OF hidden_at ON opinions FOR EACH ROW EXECUTE FUNCTION opinions_count();
--> statement-breakpoint

-- A purchase, whole or not at all: check, hold the points, take the stock, make the order. The lock on the user's balance row puts
-- all buys of one user in a row, so two clicks, two tabs or two servers see each other; the unique key is the backstop.
-- p_amount null: the smallest. p_points: the price that the buyer saw; another one buys nothing. Answers the outcome ('bought',
-- 'repeated', or what stands in the way) and the order.
CREATE FUNCTION buy(p_user integer, p_reward integer, p_amount integer, p_key text, p_now timestamptz, p_points integer DEFAULT NULL,
  OUT outcome text, OUT made orders) LANGUAGE plpgsql AS $$
DECLARE
  had integer;
  r record;
  code record;
  detail text;
  held text;
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

  INSERT INTO orders (user_id, reward_id, amount_id, points, cents, state, held_for, idempotency_key, details, details_field, code_id, code, created_at,
      delivered_at, revealed_at)
    VALUES (p_user, r.id, r.amount_id, r.points, r.cents,
      CASE WHEN held IS NOT NULL THEN 'held' WHEN delivered THEN 'delivered' ELSE 'pending' END, held, p_key, detail,
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
--> statement-breakpoint

-- What the buy calls need of the buyer, from the token to the status afterwards, in one statement: the round trips between would
-- cost more than the purchase. The outcome 'unauthenticated' is the only one without a user.
CREATE FUNCTION buy_for_token(p_hash bytea, p_reward integer, p_amount integer, p_key text, p_now timestamptz, p_rested timestamptz, p_points integer) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  buyer integer := token_user(p_hash, p_now, p_rested);
  result record;
  made orders%ROWTYPE;
BEGIN
  IF buyer IS NULL THEN
    RETURN '{"outcome": "unauthenticated"}';
  END IF;
  result := buy(buyer, p_reward, p_amount, p_key, p_now, p_points);
  IF result.outcome NOT IN ('bought', 'repeated') THEN
    RETURN json_build_object('outcome', result.outcome, 'user_id', buyer, 'field', (SELECT field FROM rewards WHERE id = p_reward));
  END IF;
  made := result.made;
  RETURN json_build_object('outcome', result.outcome, 'user_id', buyer, 'mine', reward_mine(p_reward, buyer, p_now),
    'order', json_build_object('id', made.id, 'amount_id', made.amount_id, 'points', made.points, 'cents', made.cents, 'state', made.state,
      'held_for', made.held_for, 'code', made.code, 'details', made.details, 'details_field', made.details_field, 'created_at', made.created_at, 'delivered_at', made.delivered_at));
END $$;
--> statement-breakpoint

-- Purchases that were asked for at about the same time, in one transaction: they share the commit, which costs as much as a purchase.
-- Each is still whole or refused by itself. In the order of the users, so that two such statements never wait for each other's
-- balances crosswise. Hashes in hex; an amount of 0 is the smallest, a price of 0 is any. Answers in the order of the asking.
CREATE FUNCTION buy_together(p_hashes text[], p_rewards integer[], p_amounts integer[], p_keys text[], p_points integer[], p_now timestamptz, p_rested timestamptz) RETURNS json
LANGUAGE plpgsql AS $$
DECLARE
  answers json[] := array_fill(NULL::json, ARRAY[cardinality(p_hashes)]);
  asked record;
BEGIN
  FOR asked IN SELECT decode(a.hash, 'hex') AS hash, a.reward, nullif(a.amount, 0) AS amount, a.key, nullif(a.points, 0) AS points, a.place
    FROM unnest(p_hashes, p_rewards, p_amounts, p_keys, p_points) WITH ORDINALITY AS a (hash, reward, amount, key, points, place)
    LEFT JOIN tokens t ON t.hash = decode(a.hash, 'hex') ORDER BY t.user_id, a.place
  LOOP
    answers[asked.place] := buy_for_token(asked.hash, asked.reward, asked.amount, asked.key, p_now, p_rested, asked.points);
  END LOOP;
  RETURN array_to_json(answers);
END $$;

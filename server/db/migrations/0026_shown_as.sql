-- As what a user is listed. A suspended account isn't, whatever its owner chose.
ALTER TABLE "users" ADD COLUMN "shown_as" text GENERATED ALWAYS AS (CASE WHEN suspended_at IS NOT NULL THEN 'left' ELSE leaderboard END) STORED NOT NULL;
--> statement-breakpoint
UPDATE scores SET hidden = true FROM users u WHERE u.id = scores.user_id AND u.shown_as = 'left' AND NOT hidden;
--> statement-breakpoint
CREATE FUNCTION users_shown_as() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE scores SET hidden = NEW.shown_as = 'left' WHERE user_id = NEW.id AND hidden <> (NEW.shown_as = 'left');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_shown_as AFTER UPDATE OF leaderboard, suspended_at ON users FOR EACH ROW
  WHEN (OLD.shown_as <> NEW.shown_as) EXECUTE FUNCTION users_shown_as();
--> statement-breakpoint
-- What was earned and confirmed counts on the leaderboard, from the entry that made it available on; a reversal takes it back from
-- the week and the month in which it counted. Runs after ledger_apply (triggers go by name), so under the lock on the user's balance.
CREATE OR REPLACE FUNCTION ledger_score() RETURNS trigger LANGUAGE plpgsql AS $$
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
  SELECT shown_as = 'left' INTO is_out FROM users WHERE id = NEW.user_id;
  INSERT INTO scores (span, period, game_id, user_id, points, reached_at, hidden)
    SELECT s.span, s.period, g.id, NEW.user_id, NEW.points, counted, coalesce(is_out, false)
    FROM (VALUES ('week', date_trunc('week', day)::date), ('month', date_trunc('month', day)::date), ('all', '1970-01-01'::date)) AS s (span, period),
      (SELECT 0 AS id UNION ALL SELECT game WHERE game IS NOT NULL) AS g
    ON CONFLICT (user_id, span, period, game_id) DO UPDATE SET points = scores.points + excluded.points, reached_at = excluded.reached_at;
  RETURN NULL;
END $$;

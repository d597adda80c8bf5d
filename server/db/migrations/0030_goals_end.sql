-- Says whether the reward is the reader's goal, so that a purchase learns it from the statement that it makes anyway. Ending the goal
-- in that statement would lock the user after the balance, against the order of all other code, so the server does it next.
CREATE OR REPLACE FUNCTION reward_mine(p_reward integer, p_user integer, p_now timestamptz) RETURNS json LANGUAGE plpgsql STABLE AS $$
DECLARE
  r record;
  liked json := '[]';
  hidden boolean;
BEGIN
  SELECT w.min_age, w.field, w.points, w.paused_at, w.opinions, b.available, b.pending, b.reserved, b.debt,
      (SELECT stock_of(a.id, a.is_code, a.stock, a.has_codes) FROM amounts a WHERE a.reward_id = w.id AND a.active ORDER BY a.position LIMIT 1) AS stock,
      EXISTS (SELECT 1 FROM ratings WHERE user_id = p_user AND subject = 'reward' AND subject_id = p_reward) AS rated,
      EXISTS (SELECT 1 FROM users WHERE id = p_user AND myreward = p_reward) AS goal
    INTO r FROM rewards w, balances b WHERE w.id = p_reward AND b.user_id = p_user;
  IF r.opinions > 0 THEN
    SELECT coalesce(json_agg(l.opinion_id), '[]') INTO liked
      FROM opinion_likes l JOIN opinions o ON o.id = l.opinion_id
      WHERE l.user_id = p_user AND l.liked AND o.reward_id = p_reward AND o.hidden_at IS NULL;
  END IF;
  -- Hidden opinions aren't in what all readers share.
  hidden := (SELECT true FROM opinions o WHERE o.user_id = p_user AND o.hidden_at IS NOT NULL AND o.reward_id = p_reward LIMIT 1) IS NOT NULL;
  RETURN json_build_object('liked', liked, 'rated', r.rated, 'hidden', hidden, 'goal', r.goal,
    'status', coalesce((redemption_blockers(p_user, r.min_age, r.field, r.points, r.paused_at IS NOT NULL, r.stock, r.available, p_now))[1], 'ready'),
    'balance', json_build_object('available', r.available, 'pending', r.pending, 'reserved', r.reserved, 'debt', -r.debt));
END $$;

-- A purchase says whether the reward was the buyer's goal. Clearing it here would lock the user after the balance, against the order of
-- all other code, so the server does it next.
CREATE OR REPLACE FUNCTION buy_for_token(p_hash bytea, p_reward integer, p_amount integer, p_key text, p_now timestamptz, p_rested timestamptz, p_points integer) RETURNS json
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
    'goal', (SELECT myreward IS NOT DISTINCT FROM p_reward FROM users WHERE id = buyer),
    'order', json_build_object('id', made.id, 'amount_id', made.amount_id, 'points', made.points, 'cents', made.cents, 'state', made.state,
      'held_for', made.held_for, 'code', made.code, 'details', made.details, 'details_field', made.details_field, 'created_at', made.created_at, 'delivered_at', made.delivered_at));
END $$;

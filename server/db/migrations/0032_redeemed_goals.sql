-- Since 0030 a purchase ends the goal that it reaches. Until then such a goal stayed, and Today asked to redeem it again. Nobody had to
-- choose a goal again that was still there, so one whose reward was ordered counts as reached, unless the points of the order came back.
-- Choosing a goal again is one press.
UPDATE users SET myreward = NULL
  WHERE myreward IS NOT NULL
    AND EXISTS (
      SELECT 1 FROM orders o
        WHERE o.user_id = users.id AND o.reward_id = users.myreward AND o.state NOT IN ('cancelled', 'refunded')
    );

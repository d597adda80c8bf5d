-- Seeds were free text before, and the latest openings are public.
UPDATE "case_openings" SET "listed" = false WHERE "listed" AND "player_seed" !~ '^[0-9a-f]{1,64}$';

-- Whoever has the points back can't look at the code any more.
UPDATE "orders" SET "code" = NULL WHERE "state" = 'refunded' AND "code" IS NOT NULL;

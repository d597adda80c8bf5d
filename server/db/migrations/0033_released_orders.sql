-- When a held order continued: only then do its days for delivery begin.
ALTER TABLE "orders" ADD COLUMN "released_at" timestamp with time zone;

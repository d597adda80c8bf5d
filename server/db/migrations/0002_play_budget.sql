CREATE TABLE "budget_days" (
	"day" date PRIMARY KEY NOT NULL,
	"paid" integer NOT NULL,
	CONSTRAINT "budget_days_paid_not_negative" CHECK ("budget_days"."paid" >= 0)
);
--> statement-breakpoint
ALTER TABLE "quest_progress" ADD COLUMN "paid" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "rounds" ADD COLUMN "replaced_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "rounds" ADD COLUMN "played_ms" integer;--> statement-breakpoint
ALTER TABLE "play_days" ADD COLUMN "played_ms" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Of rounds that were open side by side only the last one goes on.
UPDATE "rounds" SET "replaced_at" = now() WHERE "finished_at" IS NULL AND EXISTS (SELECT 1 FROM "rounds" AS later
  WHERE later."user_id" = "rounds"."user_id" AND later."finished_at" IS NULL
    AND (later."started_at", later."id") > ("rounds"."started_at", "rounds"."id"));--> statement-breakpoint
-- What was paid before counts against the days on which it was paid.
INSERT INTO "budget_days" ("day", "paid") SELECT ("created_at" AT TIME ZONE 'UTC')::date, sum("points") FROM "ledger"
  WHERE "reason" = 'credit' AND "key" LIKE 'quest:%' GROUP BY 1;--> statement-breakpoint
CREATE UNIQUE INDEX "rounds_one_open" ON "rounds" USING btree ("user_id") WHERE finished_at is null and replaced_at is null;--> statement-breakpoint
CREATE INDEX "rounds_played" ON "rounds" USING btree ("user_id","started_at");--> statement-breakpoint
CREATE INDEX "ledger_quests" ON "ledger" USING btree ("user_id","created_at") WHERE quest_id is not null;--> statement-breakpoint
ALTER TABLE "rounds" ADD CONSTRAINT "rounds_played_not_negative" CHECK ("rounds"."played_ms" >= 0);--> statement-breakpoint
ALTER TABLE "play_days" ADD CONSTRAINT "play_days_fit_a_day" CHECK ("play_days"."played_ms" between 0 and 90000000);
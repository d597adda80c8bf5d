CREATE TABLE "guest_rounds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"game_id" integer NOT NULL,
	"seed" bigint NOT NULL,
	"version" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "play_days" DROP CONSTRAINT "play_days_fit_a_day";--> statement-breakpoint
ALTER TABLE "rounds" ADD COLUMN "guest" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "guest_rounds" ADD CONSTRAINT "guest_rounds_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guest_rounds_started" ON "guest_rounds" USING btree ("started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "rounds_one_guest" ON "rounds" USING btree ("user_id") WHERE guest;--> statement-breakpoint
ALTER TABLE "play_days" ADD CONSTRAINT "play_days_fit_a_day" CHECK ("play_days"."played_ms" between 0 and 93600000);
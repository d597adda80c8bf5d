CREATE TABLE "tournament_players" (
	"user_id" integer NOT NULL,
	"week" date NOT NULL,
	"league" smallint NOT NULL,
	"number" integer NOT NULL,
	"score" integer NOT NULL,
	"scored_at" timestamp with time zone NOT NULL,
	"place" smallint,
	"move" smallint,
	CONSTRAINT "tournament_players_user_id_week_pk" PRIMARY KEY("user_id","week"),
	CONSTRAINT "tournament_players_number" UNIQUE("week","league","number"),
	CONSTRAINT "tournament_players_league" CHECK ("tournament_players"."league" between 0 and 3),
	CONSTRAINT "tournament_players_positive" CHECK ("tournament_players"."number" > 0 and "tournament_players"."score" > 0 and "tournament_players"."place" > 0),
	CONSTRAINT "tournament_players_move" CHECK ("tournament_players"."move" between -1 and 1),
	CONSTRAINT "tournament_players_placed" CHECK ("tournament_players"."place" is null or "tournament_players"."move" is not null)
);
--> statement-breakpoint
CREATE TABLE "tournaments" (
	"week" date PRIMARY KEY NOT NULL,
	"game_id" integer NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "tournaments_week_begins_on_monday" CHECK (extract(isodow from "tournaments"."week") = 1)
);
--> statement-breakpoint
ALTER TABLE "rounds" ADD COLUMN "week" date;--> statement-breakpoint
ALTER TABLE "tournament_players" ADD CONSTRAINT "tournament_players_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tournament_players" ADD CONSTRAINT "tournament_players_week_tournaments_week_fk" FOREIGN KEY ("week") REFERENCES "public"."tournaments"("week") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tournaments" ADD CONSTRAINT "tournaments_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rounds" ADD CONSTRAINT "rounds_one_shared_seed" CHECK ("rounds"."daily" is null or "rounds"."week" is null);
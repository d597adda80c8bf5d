CREATE TABLE "password_resets" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"resets_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "spent_captchas" (
	"signature" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"hash" "bytea" NOT NULL,
	"device" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "tokens_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"password_hash" text,
	"name" text NOT NULL,
	"country" text,
	"birth_date" date,
	"myreward" integer,
	"invited_by" integer,
	"sample" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "articles" (
	"id" integer PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"summary" text NOT NULL,
	"type" text NOT NULL,
	"body" text NOT NULL,
	"game_id" integer,
	"published_at" timestamp with time zone NOT NULL,
	"rate_sum" integer DEFAULT 0 NOT NULL,
	"rate_count" integer DEFAULT 0 NOT NULL,
	"active" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "case_commitments" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"seed" text NOT NULL,
	"seed_hash" text NOT NULL,
	"nonce" integer NOT NULL,
	CONSTRAINT "case_commitments_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "case_openings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"case_id" integer NOT NULL,
	"items" jsonb NOT NULL,
	"item" integer NOT NULL,
	"cost" integer NOT NULL,
	"points" integer NOT NULL,
	"seed" text NOT NULL,
	"seed_hash" text NOT NULL,
	"player_seed" text NOT NULL,
	"nonce" integer NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	CONSTRAINT "case_openings_nonce" UNIQUE("user_id","nonce")
);
--> statement-breakpoint
CREATE TABLE "cases" (
	"id" integer PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"game" text NOT NULL,
	"summary" text NOT NULL,
	"description" text NOT NULL,
	"points" integer NOT NULL,
	"items" jsonb NOT NULL,
	"added" date NOT NULL,
	"popularity" integer DEFAULT 0 NOT NULL,
	"active" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contest_entries" (
	"contest_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"number" integer NOT NULL,
	"seed" text NOT NULL,
	"place" integer,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "contest_entries_contest_id_user_id_pk" PRIMARY KEY("contest_id","user_id"),
	CONSTRAINT "contest_entries_number" UNIQUE("contest_id","number"),
	CONSTRAINT "contest_entries_place" UNIQUE("contest_id","place")
);
--> statement-breakpoint
CREATE TABLE "contest_plans" (
	"id" integer PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"game" text NOT NULL,
	"summary" text NOT NULL,
	"rules" jsonb NOT NULL,
	"prizes" jsonb NOT NULL,
	"every" text,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "contest_plans_weekly_or_dated" CHECK (("contest_plans"."every" IS NULL) = ("contest_plans"."starts_at" IS NOT NULL AND "contest_plans"."ends_at" IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "contests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"catalogue_id" integer NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"game" text NOT NULL,
	"summary" text NOT NULL,
	"rules" jsonb NOT NULL,
	"prizes" jsonb NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"entries" integer DEFAULT 0 NOT NULL,
	"seed" text NOT NULL,
	"seed_hash" text NOT NULL,
	"drawn_at" timestamp with time zone,
	CONSTRAINT "contests_once" UNIQUE("catalogue_id","starts_at"),
	CONSTRAINT "contests_end_after_start" CHECK ("contests"."ends_at" > "contests"."starts_at")
);
--> statement-breakpoint
CREATE TABLE "opinion_likes" (
	"user_id" integer NOT NULL,
	"opinion_id" integer NOT NULL,
	"liked" boolean DEFAULT true NOT NULL,
	CONSTRAINT "opinion_likes_user_id_opinion_id_pk" PRIMARY KEY("user_id","opinion_id")
);
--> statement-breakpoint
CREATE TABLE "opinions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "opinions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"reward_id" integer,
	"game_id" integer,
	"article_id" integer,
	"opinion" text NOT NULL,
	"likes" integer DEFAULT 0 NOT NULL,
	"edited_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "opinions_of_one_thing" CHECK (num_nonnulls("opinions"."reward_id", "opinions"."game_id", "opinions"."article_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "ratings" (
	"user_id" integer NOT NULL,
	"subject" text NOT NULL,
	"subject_id" integer NOT NULL,
	"rate" integer NOT NULL,
	CONSTRAINT "ratings_user_id_subject_subject_id_pk" PRIMARY KEY("user_id","subject","subject_id"),
	CONSTRAINT "ratings_one_to_five" CHECK ("ratings"."rate" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "games" (
	"id" integer PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"source" text NOT NULL,
	"arcade" text,
	"genre" text NOT NULL,
	"summary" text NOT NULL,
	"description" text NOT NULL,
	"controls" text NOT NULL,
	"devices" jsonb NOT NULL,
	"added" date NOT NULL,
	"registration_quest" integer,
	"rate_sum" integer DEFAULT 0 NOT NULL,
	"rate_count" integer DEFAULT 0 NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "games_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "quest_progress" (
	"user_id" integer NOT NULL,
	"quest_id" integer NOT NULL,
	"period" date NOT NULL,
	"progress" integer NOT NULL,
	"completed_at" timestamp with time zone,
	CONSTRAINT "quest_progress_user_id_quest_id_period_pk" PRIMARY KEY("user_id","quest_id","period")
);
--> statement-breakpoint
CREATE TABLE "quests" (
	"id" integer PRIMARY KEY NOT NULL,
	"game_id" integer NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"points" integer NOT NULL,
	"period" text NOT NULL,
	"metric" text NOT NULL,
	"mode" text NOT NULL,
	"goal" integer NOT NULL,
	"position" integer NOT NULL,
	"active" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rounds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"game_id" integer NOT NULL,
	"seed" bigint NOT NULL,
	"version" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"score" integer,
	"inputs" jsonb,
	"refusal" text,
	"daily" date,
	"finish_key" text,
	"answer" jsonb
);
--> statement-breakpoint
CREATE TABLE "balances" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"available" integer DEFAULT 0 NOT NULL,
	"pending" integer DEFAULT 0 NOT NULL,
	"reserved" integer DEFAULT 0 NOT NULL,
	"debt" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "balances_available_not_negative" CHECK ("balances"."available" >= 0),
	CONSTRAINT "balances_pending_not_negative" CHECK ("balances"."pending" >= 0),
	CONSTRAINT "balances_reserved_not_negative" CHECK ("balances"."reserved" >= 0),
	CONSTRAINT "balances_debt_not_positive" CHECK ("balances"."debt" <= 0)
);
--> statement-breakpoint
CREATE TABLE "ledger" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"user_id" integer NOT NULL,
	"from_account" text NOT NULL,
	"to_account" text NOT NULL,
	"points" integer NOT NULL,
	"reason" text NOT NULL,
	"title" text NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"refers_to" bigint,
	"order_id" integer,
	"quest_id" integer,
	"releases_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_key_unique" UNIQUE("key"),
	CONSTRAINT "ledger_points_positive" CHECK ("ledger"."points" > 0),
	CONSTRAINT "ledger_two_accounts" CHECK ("ledger"."from_account" <> "ledger"."to_account"),
	CONSTRAINT "ledger_accounts_known" CHECK ("ledger"."from_account" in ('available','pending','reserved','debt','house:earnings','house:redeemed','house:adjustments','house:cases') and "ledger"."to_account" in ('available','pending','reserved','debt','house:earnings','house:redeemed','house:adjustments','house:cases'))
);
--> statement-breakpoint
CREATE TABLE "amounts" (
	"id" integer PRIMARY KEY NOT NULL,
	"reward_id" integer NOT NULL,
	"label" text NOT NULL,
	"points" integer NOT NULL,
	"cents" integer NOT NULL,
	"is_code" boolean NOT NULL,
	"stock" integer,
	"has_codes" boolean DEFAULT false NOT NULL,
	"position" integer NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "amounts_stock_not_negative" CHECK ("amounts"."stock" >= 0),
	CONSTRAINT "amounts_points_positive" CHECK ("amounts"."points" > 0)
);
--> statement-breakpoint
CREATE TABLE "codes" (
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"amount_id" integer NOT NULL,
	"code" text NOT NULL,
	CONSTRAINT "codes_amount_id_id_pk" PRIMARY KEY("amount_id","id"),
	CONSTRAINT "codes_once" UNIQUE("amount_id","code")
);
--> statement-breakpoint
CREATE TABLE "delivery_details" (
	"user_id" integer NOT NULL,
	"field" text NOT NULL,
	"value" text NOT NULL,
	CONSTRAINT "delivery_details_user_id_field_pk" PRIMARY KEY("user_id","field")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"reward_id" integer NOT NULL,
	"amount_id" integer NOT NULL,
	"points" integer NOT NULL,
	"cents" integer NOT NULL,
	"state" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"details" text,
	"code_id" integer,
	"code" text,
	"created_at" timestamp with time zone NOT NULL,
	"delivered_at" timestamp with time zone,
	CONSTRAINT "orders_once_per_key" UNIQUE("user_id","idempotency_key"),
	CONSTRAINT "orders_state" CHECK ("orders"."state" in ('pending', 'delivered', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "rewards" (
	"id" integer PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"game" text NOT NULL,
	"glyph" text,
	"colour" text NOT NULL,
	"min_age" integer NOT NULL,
	"field" text,
	"points" integer NOT NULL,
	"added" date NOT NULL,
	"popularity" integer DEFAULT 0 NOT NULL,
	"rate_sum" integer DEFAULT 0 NOT NULL,
	"rate_count" integer DEFAULT 0 NOT NULL,
	"opinions" integer DEFAULT 0 NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "rewards_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_myreward_rewards_id_fk" FOREIGN KEY ("myreward") REFERENCES "public"."rewards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_commitments" ADD CONSTRAINT "case_commitments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_openings" ADD CONSTRAINT "case_openings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_openings" ADD CONSTRAINT "case_openings_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_entries" ADD CONSTRAINT "contest_entries_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_entries" ADD CONSTRAINT "contest_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_catalogue_id_contest_plans_id_fk" FOREIGN KEY ("catalogue_id") REFERENCES "public"."contest_plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opinion_likes" ADD CONSTRAINT "opinion_likes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opinion_likes" ADD CONSTRAINT "opinion_likes_opinion_id_opinions_id_fk" FOREIGN KEY ("opinion_id") REFERENCES "public"."opinions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opinions" ADD CONSTRAINT "opinions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opinions" ADD CONSTRAINT "opinions_reward_id_rewards_id_fk" FOREIGN KEY ("reward_id") REFERENCES "public"."rewards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opinions" ADD CONSTRAINT "opinions_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opinions" ADD CONSTRAINT "opinions_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quest_progress" ADD CONSTRAINT "quest_progress_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quest_progress" ADD CONSTRAINT "quest_progress_quest_id_quests_id_fk" FOREIGN KEY ("quest_id") REFERENCES "public"."quests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quests" ADD CONSTRAINT "quests_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rounds" ADD CONSTRAINT "rounds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rounds" ADD CONSTRAINT "rounds_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "balances" ADD CONSTRAINT "balances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "amounts" ADD CONSTRAINT "amounts_reward_id_rewards_id_fk" FOREIGN KEY ("reward_id") REFERENCES "public"."rewards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_details" ADD CONSTRAINT "delivery_details_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "password_resets_user" ON "password_resets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "tokens_user" ON "tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "opinions_reward" ON "opinions" USING btree ("reward_id","id");--> statement-breakpoint
CREATE INDEX "opinions_game" ON "opinions" USING btree ("game_id","id");--> statement-breakpoint
CREATE INDEX "opinions_article" ON "opinions" USING btree ("article_id","id");--> statement-breakpoint
CREATE INDEX "quests_game" ON "quests" USING btree ("game_id","position");--> statement-breakpoint
CREATE INDEX "rounds_best" ON "rounds" USING btree ("user_id","game_id","score");--> statement-breakpoint
CREATE INDEX "rounds_daily" ON "rounds" USING btree ("game_id","daily","score") WHERE daily is not null and score is not null;--> statement-breakpoint
CREATE INDEX "ledger_user" ON "ledger" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_one_end" ON "ledger" USING btree ("refers_to") WHERE reason in ('capture', 'return') and refers_to is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_one_confirmation" ON "ledger" USING btree ("refers_to") WHERE reason = 'confirm';--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_one_reversal" ON "ledger" USING btree ("refers_to") WHERE reason = 'reversal';--> statement-breakpoint
CREATE INDEX "amounts_reward" ON "amounts" USING btree ("reward_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_code_once" ON "orders" USING btree ("amount_id","code_id") WHERE code_id is not null;--> statement-breakpoint
CREATE INDEX "orders_pending" ON "orders" USING btree ("id") WHERE state = 'pending';
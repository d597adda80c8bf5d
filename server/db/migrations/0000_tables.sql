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
	"email" text,
	"password_hash" text,
	"name" text NOT NULL,
	"country" text,
	"birth_date" date,
	"myreward" integer,
	"invited_by" integer,
	"sample" boolean DEFAULT false NOT NULL,
	"email_confirmed_at" timestamp with time zone,
	"avatar" text,
	"leaderboard" text DEFAULT 'named' NOT NULL,
	"is_private" boolean DEFAULT false NOT NULL,
	"review_for" text,
	"suspended_at" timestamp with time zone,
	"suspended_for" text,
	"suspended_by" integer,
	"deletion_asked_at" timestamp with time zone,
	"deletion_due_at" timestamp with time zone,
	"deletion_undone_at" timestamp with time zone,
	"removes_writings" boolean DEFAULT false NOT NULL,
	"erased_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_suspended_for" CHECK (("users"."suspended_at" is null) = ("users"."suspended_for" is null))
);
--> statement-breakpoint
CREATE TABLE "articles" (
	"id" integer PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"summary" text NOT NULL,
	"type" text NOT NULL,
	"body" text NOT NULL,
	"game_id" integer,
	"author_id" integer,
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
	"catalogue_id" integer,
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
	"called_off_at" timestamp with time zone,
	"called_off_for" text,
	CONSTRAINT "contests_once" UNIQUE("catalogue_id","starts_at"),
	CONSTRAINT "contests_drawn_or_off" CHECK ("contests"."drawn_at" is null or "contests"."called_off_at" is null),
	CONSTRAINT "contests_called_off_for" CHECK (("contests"."called_off_at" is null) = ("contests"."called_off_for" is null)),
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
CREATE TABLE "opinion_reports" (
	"opinion_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"reason" text NOT NULL,
	"note" text NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "opinion_reports_opinion_id_user_id_pk" PRIMARY KEY("opinion_id","user_id")
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
	"version" integer DEFAULT 1 NOT NULL,
	"hidden_at" timestamp with time zone,
	"hidden_for" text,
	"hidden_by" integer,
	"waits_since" timestamp with time zone,
	CONSTRAINT "opinions_hidden_with_reason" CHECK (num_nonnulls("opinions"."hidden_at", "opinions"."hidden_for", "opinions"."hidden_by") in (0, 3)),
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
CREATE TABLE "referrals" (
	"friend_id" integer PRIMARY KEY NOT NULL,
	"inviter_id" integer NOT NULL,
	"percent" integer NOT NULL,
	"cap" integer NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"earned" integer DEFAULT 0 NOT NULL,
	"paid_through" date NOT NULL,
	"refused_at" timestamp with time zone,
	"refused_by" integer,
	"reason" text,
	CONSTRAINT "referrals_of_two" CHECK ("referrals"."friend_id" <> "referrals"."inviter_id"),
	CONSTRAINT "referrals_refused_with_reason" CHECK (("referrals"."refused_at" IS NULL) = ("referrals"."reason" IS NULL)),
	CONSTRAINT "referrals_within_cap" CHECK ("referrals"."earned" between 0 and "referrals"."cap")
);
--> statement-breakpoint
CREATE TABLE "social_proofs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "social_proofs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"task_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"state" text NOT NULL,
	"proof" text NOT NULL,
	"proof_key" text NOT NULL,
	"tries" integer DEFAULT 1 NOT NULL,
	"points" integer NOT NULL,
	"submitted_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" integer,
	"reason" text,
	CONSTRAINT "social_proofs_decided" CHECK (("social_proofs"."state" = 'waiting') = ("social_proofs"."decided_at" IS NULL))
);
--> statement-breakpoint
CREATE TABLE "social_tasks" (
	"id" integer PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"network" text NOT NULL,
	"name" text NOT NULL,
	"steps" jsonb NOT NULL,
	"proof_label" text NOT NULL,
	"proof_hint" text NOT NULL,
	"proof_pattern" text NOT NULL,
	"points" integer NOT NULL,
	"active" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "submissions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" uuid NOT NULL,
	"user_id" integer NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"title" text NOT NULL,
	"summary" text NOT NULL,
	"type" text NOT NULL,
	"game_id" integer,
	"body" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"submitted_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	"decided_by" integer,
	"reason" text,
	"points" integer,
	"body_hash" text,
	"article_id" integer,
	CONSTRAINT "submissions_key_unique" UNIQUE("key"),
	CONSTRAINT "submissions_article_id_unique" UNIQUE("article_id"),
	CONSTRAINT "submissions_published" CHECK (("submissions"."state" = 'accepted') = ("submissions"."article_id" IS NOT NULL)),
	CONSTRAINT "submissions_handed_in" CHECK ("submissions"."state" = 'draft' or "submissions"."submitted_at" IS NOT NULL)
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "disputes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"subject" text NOT NULL,
	"subject_id" integer NOT NULL,
	"reason" text,
	"proof" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	"appeal" text,
	"appealed_at" timestamp with time zone,
	CONSTRAINT "disputes_once" UNIQUE("user_id","subject","subject_id"),
	CONSTRAINT "disputes_state" CHECK ("disputes"."state" in ('open', 'accepted', 'refused', 'appealed', 'closed')),
	CONSTRAINT "disputes_answered" CHECK (("disputes"."state" = 'open' and "disputes"."answer" is null) or ("disputes"."state" <> 'open' and "disputes"."answer" is not null and "disputes"."answered_at" is not null)),
	CONSTRAINT "disputes_appealed" CHECK (("disputes"."appeal" is null) = ("disputes"."appealed_at" is null))
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
CREATE TABLE "messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"thread_id" integer NOT NULL,
	"sender" text NOT NULL,
	"written_by" integer,
	"operator_id" integer,
	"body" text NOT NULL,
	"key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "messages_once" UNIQUE("written_by","key"),
	CONSTRAINT "messages_once_operator" UNIQUE("operator_id","key"),
	CONSTRAINT "messages_writer" CHECK (("messages"."sender" = 'user') = ("messages"."written_by" is not null) and ("messages"."sender" = 'support' or "messages"."operator_id" is null)),
	CONSTRAINT "messages_sender" CHECK ("messages"."sender" in ('user', 'support'))
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"href" text,
	"shown" boolean NOT NULL,
	"mail" text,
	"created_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "notices_once" UNIQUE("user_id","key"),
	CONSTRAINT "notices_mail_known" CHECK ("notices"."mail" in ('due', 'sent'))
);
--> statement-breakpoint
CREATE TABLE "threads" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "threads_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"topic" text NOT NULL,
	"subject" text NOT NULL,
	"order_id" integer,
	"state" text DEFAULT 'waiting' NOT NULL,
	"unread" integer DEFAULT 0 NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "threads_state" CHECK ("threads"."state" in ('waiting', 'answered', 'closed')),
	CONSTRAINT "threads_unread_within" CHECK ("threads"."unread" between 0 and "threads"."count")
);
--> statement-breakpoint
CREATE TABLE "adjustments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "adjustments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"points" integer NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"needs_second" boolean NOT NULL,
	"proposed_by" integer NOT NULL,
	"proposed_at" timestamp with time zone NOT NULL,
	"key" text NOT NULL,
	"decided_by" integer,
	"decided_at" timestamp with time zone,
	"decided_for" text,
	CONSTRAINT "adjustments_once" UNIQUE("proposed_by","key"),
	CONSTRAINT "adjustments_points" CHECK ("adjustments"."points" <> 0),
	CONSTRAINT "adjustments_two_persons" CHECK (not "adjustments"."needs_second" or "adjustments"."state" <> 'done' or ("adjustments"."decided_by" is not null and "adjustments"."decided_by" <> "adjustments"."proposed_by")),
	CONSTRAINT "adjustments_decided" CHECK (("adjustments"."decided_by" is null) = ("adjustments"."decided_at" is null) and ("adjustments"."state" <> 'declined' or "adjustments"."decided_for" is not null))
);
--> statement-breakpoint
CREATE TABLE "operator_acts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_acts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"operator_id" integer,
	"act" text NOT NULL,
	"subject" text NOT NULL,
	"subject_id" text NOT NULL,
	"user_id" integer,
	"reason" text DEFAULT '' NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operator_invitations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_invitations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"hash" "bytea" NOT NULL,
	"note" text NOT NULL,
	"invited_by" integer,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"name" text,
	"email" text,
	"password_hash" text,
	"totp_secret" text,
	CONSTRAINT "operator_invitations_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "operator_sessions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"operator_id" integer NOT NULL,
	"hash" "bytea" NOT NULL,
	"device" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "operator_sessions_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "operators" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operators_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"totp_secret" text NOT NULL,
	"totp_step" integer NOT NULL,
	"invited_by" integer,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" integer
);
--> statement-breakpoint
CREATE TABLE "clicks" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"offer_id" integer NOT NULL,
	"partner" text NOT NULL,
	"points" integer NOT NULL,
	"milestones" jsonb NOT NULL,
	"deadline_at" timestamp with time zone NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	CONSTRAINT "clicks_once" UNIQUE("user_id","offer_id")
);
--> statement-breakpoint
CREATE TABLE "holds" (
	"ledger_id" bigint PRIMARY KEY NOT NULL,
	"releases_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "offers" (
	"id" integer PRIMARY KEY NOT NULL,
	"partner" text NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"summary" text NOT NULL,
	"description" text NOT NULL,
	"points" integer NOT NULL,
	"goal" text NOT NULL,
	"milestones" jsonb NOT NULL,
	"new_users_only" boolean NOT NULL,
	"spend_cents" integer NOT NULL,
	"deadline_days" integer NOT NULL,
	"devices" jsonb NOT NULL,
	"countries" jsonb,
	"credited" integer DEFAULT 0 NOT NULL,
	"reversed" integer DEFAULT 0 NOT NULL,
	"median_seconds" integer,
	"p90_seconds" integer,
	"active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "offers_points" CHECK ("offers"."points" > 0)
);
--> statement-breakpoint
CREATE TABLE "partner_secrets" (
	"partner" text NOT NULL,
	"place" integer NOT NULL,
	"number" integer NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "partner_secrets_partner_place_pk" PRIMARY KEY("partner","place"),
	CONSTRAINT "partner_secrets_two" CHECK ("partner_secrets"."place" = "partner_secrets"."number" % 2)
);
--> statement-breakpoint
CREATE TABLE "partners" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"holds" jsonb NOT NULL,
	"demo" boolean DEFAULT false NOT NULL,
	"credited" integer DEFAULT 0 NOT NULL,
	"reversed" integer DEFAULT 0 NOT NULL,
	"median_seconds" integer,
	"p90_seconds" integer,
	"active" boolean DEFAULT true NOT NULL,
	"listed" boolean DEFAULT true NOT NULL,
	"disabled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "postbacks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "postbacks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"partner" text NOT NULL,
	"transaction" text NOT NULL,
	"kind" text NOT NULL,
	"click_id" text,
	"milestone" text,
	"reference" text,
	"reason" text,
	"raw" text NOT NULL,
	"happened_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"outcome" text NOT NULL,
	"ledger_id" bigint,
	CONSTRAINT "postbacks_once" UNIQUE("partner","transaction","kind"),
	CONSTRAINT "postbacks_reference" CHECK (("postbacks"."kind" = 'reversal') = ("postbacks"."reference" is not null)),
	CONSTRAINT "postbacks_milestone" CHECK (("postbacks"."kind" = 'milestone') = ("postbacks"."milestone" is not null)),
	CONSTRAINT "postbacks_paid" CHECK (("postbacks"."outcome" = 'credited') = ("postbacks"."ledger_id" is not null)),
	CONSTRAINT "postbacks_of_a_click" CHECK ("postbacks"."kind" = 'reversal' or "postbacks"."click_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "reconciliation_lines" (
	"reconciliation_id" integer NOT NULL,
	"number" integer NOT NULL,
	"as" text NOT NULL,
	"transaction" text NOT NULL,
	"kind" text NOT NULL,
	"points_here" integer,
	"points_there" integer,
	CONSTRAINT "reconciliation_lines_reconciliation_id_number_pk" PRIMARY KEY("reconciliation_id","number")
);
--> statement-breakpoint
CREATE TABLE "reconciliations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reconciliations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"partner" text NOT NULL,
	"day" date NOT NULL,
	"operator_id" integer NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"matched" integer NOT NULL,
	"missing_here" integer NOT NULL,
	"missing_there" integer NOT NULL,
	"different" integer NOT NULL,
	"points_here" bigint NOT NULL,
	"points_there" bigint NOT NULL
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
CREATE TABLE "code_register" (
	"digest" "bytea" PRIMARY KEY NOT NULL,
	"amount_id" integer NOT NULL,
	"code_id" integer NOT NULL,
	"expires_on" date,
	"added_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "codes" (
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "codes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"amount_id" integer NOT NULL,
	"code" text NOT NULL,
	CONSTRAINT "codes_amount_id_id_pk" PRIMARY KEY("amount_id","id")
);
--> statement-breakpoint
CREATE TABLE "delivery_details" (
	"user_id" integer NOT NULL,
	"field" text NOT NULL,
	"value" text NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "delivery_details_user_id_field_pk" PRIMARY KEY("user_id","field")
);
--> statement-breakpoint
CREATE TABLE "delivery_times" (
	"reward_id" integer PRIMARY KEY NOT NULL,
	"orders" integer NOT NULL,
	"median_seconds" integer NOT NULL,
	"p90_seconds" integer NOT NULL
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
	"held_for" text,
	"idempotency_key" text NOT NULL,
	"details" text,
	"details_field" text,
	"code_id" integer,
	"code" text,
	"created_at" timestamp with time zone NOT NULL,
	"processing_at" timestamp with time zone,
	"processing_by" integer,
	"reference" text,
	"delivered_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"ended_for" text,
	"revealed_at" timestamp with time zone,
	"used_at" timestamp with time zone,
	CONSTRAINT "orders_once_per_key" UNIQUE("user_id","idempotency_key"),
	CONSTRAINT "orders_state" CHECK ("orders"."state" in ('pending', 'held', 'processing', 'delivered', 'cancelled', 'refunded')),
	CONSTRAINT "orders_ended" CHECK (("orders"."state" in ('cancelled', 'refunded')) = ("orders"."ended_at" is not null and "orders"."ended_for" is not null))
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
CREATE TABLE "account_matches" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "account_matches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"other_id" integer NOT NULL,
	"reason" text NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "account_matches_ordered" CHECK ("account_matches"."user_id" < "account_matches"."other_id")
);
--> statement-breakpoint
CREATE TABLE "account_signals" (
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"hash" "bytea" NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "account_signals_user_id_kind_hash_pk" PRIMARY KEY("user_id","kind","hash")
);
--> statement-breakpoint
CREATE TABLE "email_confirmations" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"email" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"name" text PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"leased_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"site" boolean NOT NULL,
	"mail" boolean NOT NULL,
	CONSTRAINT "notification_settings_user_id_kind_pk" PRIMARY KEY("user_id","kind")
);
--> statement-breakpoint
CREATE TABLE "lost_factors" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"link_hash" "bytea",
	"link_ends_at" timestamp with time zone,
	"begun_at" timestamp with time zone,
	"stop_hash" "bytea",
	"taken_off_at" timestamp with time zone,
	CONSTRAINT "lost_factors_link_hash_unique" UNIQUE("link_hash"),
	CONSTRAINT "lost_factors_stop_hash_unique" UNIQUE("stop_hash"),
	CONSTRAINT "lost_factors_link" CHECK (("lost_factors"."link_hash" is null) = ("lost_factors"."link_ends_at" is null)),
	CONSTRAINT "lost_factors_begun" CHECK (("lost_factors"."begun_at" is null) = ("lost_factors"."stop_hash" is null)),
	CONSTRAINT "lost_factors_taken_off" CHECK ("lost_factors"."taken_off_at" is null or "lost_factors"."begun_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" integer NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "recovery_codes_user_id_hash_pk" PRIMARY KEY("user_id","hash")
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"totp_secret" text NOT NULL,
	"totp_step" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"on_since" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "identities_provider_subject_pk" PRIMARY KEY("provider","subject")
);
--> statement-breakpoint
CREATE TABLE "sign_in_attempts" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"reflink" text,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"answer_hash" "bytea"
);
--> statement-breakpoint
CREATE TABLE "spent_nonces" (
	"provider" text NOT NULL,
	"nonce" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "spent_nonces_provider_nonce_pk" PRIMARY KEY("provider","nonce")
);
--> statement-breakpoint
CREATE TABLE "waiting_mails" (
	"id" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"tries" integer NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "play_days" (
	"user_id" integer NOT NULL,
	"day" date NOT NULL,
	CONSTRAINT "play_days_user_id_day_pk" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
CREATE TABLE "scores" (
	"span" text NOT NULL,
	"period" date NOT NULL,
	"game_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"points" integer NOT NULL,
	"reached_at" timestamp with time zone NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	CONSTRAINT "scores_user_id_span_period_game_id_pk" PRIMARY KEY("user_id","span","period","game_id")
);
--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_myreward_rewards_id_fk" FOREIGN KEY ("myreward") REFERENCES "public"."rewards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_suspended_by_operators_id_fk" FOREIGN KEY ("suspended_by") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_commitments" ADD CONSTRAINT "case_commitments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_openings" ADD CONSTRAINT "case_openings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_openings" ADD CONSTRAINT "case_openings_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_entries" ADD CONSTRAINT "contest_entries_contest_id_contests_id_fk" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_entries" ADD CONSTRAINT "contest_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contests" ADD CONSTRAINT "contests_catalogue_id_contest_plans_id_fk" FOREIGN KEY ("catalogue_id") REFERENCES "public"."contest_plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opinion_likes" ADD CONSTRAINT "opinion_likes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opinion_likes" ADD CONSTRAINT "opinion_likes_opinion_id_opinions_id_fk" FOREIGN KEY ("opinion_id") REFERENCES "public"."opinions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opinion_reports" ADD CONSTRAINT "opinion_reports_opinion_id_opinions_id_fk" FOREIGN KEY ("opinion_id") REFERENCES "public"."opinions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opinion_reports" ADD CONSTRAINT "opinion_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opinions" ADD CONSTRAINT "opinions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opinions" ADD CONSTRAINT "opinions_reward_id_rewards_id_fk" FOREIGN KEY ("reward_id") REFERENCES "public"."rewards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opinions" ADD CONSTRAINT "opinions_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opinions" ADD CONSTRAINT "opinions_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opinions" ADD CONSTRAINT "opinions_hidden_by_operators_id_fk" FOREIGN KEY ("hidden_by") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_friend_id_users_id_fk" FOREIGN KEY ("friend_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_inviter_id_users_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_refused_by_operators_id_fk" FOREIGN KEY ("refused_by") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_proofs" ADD CONSTRAINT "social_proofs_task_id_social_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."social_tasks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_proofs" ADD CONSTRAINT "social_proofs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_proofs" ADD CONSTRAINT "social_proofs_decided_by_operators_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_decided_by_operators_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quest_progress" ADD CONSTRAINT "quest_progress_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quest_progress" ADD CONSTRAINT "quest_progress_quest_id_quests_id_fk" FOREIGN KEY ("quest_id") REFERENCES "public"."quests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quests" ADD CONSTRAINT "quests_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rounds" ADD CONSTRAINT "rounds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rounds" ADD CONSTRAINT "rounds_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "balances" ADD CONSTRAINT "balances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_written_by_users_id_fk" FOREIGN KEY ("written_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_proposed_by_operators_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_decided_by_operators_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_acts" ADD CONSTRAINT "operator_acts_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_invitations" ADD CONSTRAINT "operator_invitations_invited_by_operators_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_sessions" ADD CONSTRAINT "operator_sessions_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operators" ADD CONSTRAINT "operators_invited_by_operators_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operators" ADD CONSTRAINT "operators_ended_by_operators_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clicks" ADD CONSTRAINT "clicks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clicks" ADD CONSTRAINT "clicks_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clicks" ADD CONSTRAINT "clicks_partner_partners_id_fk" FOREIGN KEY ("partner") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_partner_partners_id_fk" FOREIGN KEY ("partner") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "partner_secrets" ADD CONSTRAINT "partner_secrets_partner_partners_id_fk" FOREIGN KEY ("partner") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "postbacks" ADD CONSTRAINT "postbacks_partner_partners_id_fk" FOREIGN KEY ("partner") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "postbacks" ADD CONSTRAINT "postbacks_click_id_clicks_id_fk" FOREIGN KEY ("click_id") REFERENCES "public"."clicks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "postbacks" ADD CONSTRAINT "postbacks_ledger_id_ledger_id_fk" FOREIGN KEY ("ledger_id") REFERENCES "public"."ledger"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_lines" ADD CONSTRAINT "reconciliation_lines_reconciliation_id_reconciliations_id_fk" FOREIGN KEY ("reconciliation_id") REFERENCES "public"."reconciliations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliations" ADD CONSTRAINT "reconciliations_partner_partners_id_fk" FOREIGN KEY ("partner") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliations" ADD CONSTRAINT "reconciliations_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "amounts" ADD CONSTRAINT "amounts_reward_id_rewards_id_fk" FOREIGN KEY ("reward_id") REFERENCES "public"."rewards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_details" ADD CONSTRAINT "delivery_details_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_matches" ADD CONSTRAINT "account_matches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_matches" ADD CONSTRAINT "account_matches_other_id_users_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_signals" ADD CONSTRAINT "account_signals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_confirmations" ADD CONSTRAINT "email_confirmations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lost_factors" ADD CONSTRAINT "lost_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_second_factors_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."second_factors"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "password_resets_user" ON "password_resets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "tokens_user" ON "tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "users_suspended" ON "users" USING btree ("suspended_at") WHERE suspended_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_owner" ON "users" USING btree ("email") WHERE email_confirmed_at is not null;--> statement-breakpoint
CREATE INDEX "opinion_reports_user" ON "opinion_reports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "opinions_reward" ON "opinions" USING btree ("reward_id","id");--> statement-breakpoint
CREATE INDEX "opinions_game" ON "opinions" USING btree ("game_id","id");--> statement-breakpoint
CREATE INDEX "opinions_article" ON "opinions" USING btree ("article_id","id");--> statement-breakpoint
CREATE INDEX "opinions_hidden" ON "opinions" USING btree ("user_id","id") WHERE hidden_at is not null;--> statement-breakpoint
CREATE INDEX "opinions_waiting" ON "opinions" USING btree ("waits_since","id") WHERE waits_since is not null;--> statement-breakpoint
CREATE INDEX "referrals_inviter" ON "referrals" USING btree ("inviter_id","friend_id");--> statement-breakpoint
CREATE INDEX "referrals_due" ON "referrals" USING btree ("paid_through") WHERE refused_at is null and earned < cap;--> statement-breakpoint
CREATE UNIQUE INDEX "social_proofs_once" ON "social_proofs" USING btree ("task_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "social_proofs_not_twice" ON "social_proofs" USING btree ("task_id","proof_key") WHERE state <> 'refused';--> statement-breakpoint
CREATE INDEX "social_proofs_waiting" ON "social_proofs" USING btree ("submitted_at","id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "submissions_user" ON "submissions" USING btree ("user_id","updated_at");--> statement-breakpoint
CREATE INDEX "submissions_body" ON "submissions" USING btree ("body_hash");--> statement-breakpoint
CREATE INDEX "submissions_waiting" ON "submissions" USING btree ("submitted_at","id") WHERE state = 'submitted';--> statement-breakpoint
CREATE INDEX "disputes_waiting" ON "disputes" USING btree ("due_at") WHERE state in ('open', 'appealed');--> statement-breakpoint
CREATE INDEX "quests_game" ON "quests" USING btree ("game_id","position");--> statement-breakpoint
CREATE INDEX "rounds_best" ON "rounds" USING btree ("user_id","game_id","score");--> statement-breakpoint
CREATE INDEX "rounds_daily" ON "rounds" USING btree ("game_id","daily","score") WHERE daily is not null and score is not null;--> statement-breakpoint
CREATE INDEX "ledger_user" ON "ledger" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_one_end" ON "ledger" USING btree ("refers_to") WHERE reason in ('capture', 'return') and refers_to is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_one_refund" ON "ledger" USING btree ("refers_to") WHERE reason = 'refund';--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_one_confirmation" ON "ledger" USING btree ("refers_to") WHERE reason = 'confirm';--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_one_reversal" ON "ledger" USING btree ("refers_to") WHERE reason = 'reversal';--> statement-breakpoint
CREATE INDEX "messages_thread" ON "messages" USING btree ("thread_id","id");--> statement-breakpoint
CREATE INDEX "notices_user" ON "notices" USING btree ("user_id","id") WHERE shown;--> statement-breakpoint
CREATE INDEX "notices_unread" ON "notices" USING btree ("user_id") WHERE shown and read_at is null;--> statement-breakpoint
CREATE INDEX "notices_mail" ON "notices" USING btree ("id") WHERE mail = 'due';--> statement-breakpoint
CREATE INDEX "threads_user" ON "threads" USING btree ("user_id","updated_at");--> statement-breakpoint
CREATE INDEX "threads_waiting" ON "threads" USING btree ("updated_at","id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "threads_unread" ON "threads" USING btree ("user_id") WHERE unread > 0;--> statement-breakpoint
CREATE INDEX "adjustments_user" ON "adjustments" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "adjustments_waiting" ON "adjustments" USING btree ("id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "operator_acts_operator" ON "operator_acts" USING btree ("operator_id","id");--> statement-breakpoint
CREATE INDEX "operator_acts_user" ON "operator_acts" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "operator_acts_subject" ON "operator_acts" USING btree ("subject","subject_id","id");--> statement-breakpoint
CREATE INDEX "operator_sessions_operator" ON "operator_sessions" USING btree ("operator_id");--> statement-breakpoint
CREATE UNIQUE INDEX "operators_email" ON "operators" USING btree ("email") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "holds_due" ON "holds" USING btree ("releases_at","ledger_id");--> statement-breakpoint
CREATE INDEX "offers_partner" ON "offers" USING btree ("partner");--> statement-breakpoint
CREATE INDEX "postbacks_click" ON "postbacks" USING btree ("click_id","id");--> statement-breakpoint
CREATE INDEX "postbacks_reference" ON "postbacks" USING btree ("partner","reference") WHERE reference is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "postbacks_ledger" ON "postbacks" USING btree ("ledger_id") WHERE ledger_id is not null;--> statement-breakpoint
CREATE INDEX "reconciliations_partner" ON "reconciliations" USING btree ("partner","id");--> statement-breakpoint
CREATE INDEX "amounts_reward" ON "amounts" USING btree ("reward_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "code_register_code" ON "code_register" USING btree ("amount_id","code_id");--> statement-breakpoint
CREATE INDEX "code_register_expiry" ON "code_register" USING btree ("expires_on") WHERE expires_on is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_code_once" ON "orders" USING btree ("amount_id","code_id") WHERE code_id is not null;--> statement-breakpoint
CREATE INDEX "orders_pending" ON "orders" USING btree ("id") WHERE state in ('pending', 'held', 'processing');--> statement-breakpoint
CREATE INDEX "orders_sent" ON "orders" USING btree ("delivered_at") WHERE code_id is null and delivered_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "account_matches_once" ON "account_matches" USING btree ("user_id","other_id","reason");--> statement-breakpoint
CREATE INDEX "account_matches_other" ON "account_matches" USING btree ("other_id");--> statement-breakpoint
CREATE INDEX "account_signals_same" ON "account_signals" USING btree ("kind","hash");--> statement-breakpoint
CREATE INDEX "email_confirmations_user" ON "email_confirmations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "identities_user" ON "identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_expiry" ON "sign_in_attempts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "waiting_mails_due" ON "waiting_mails" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "scores_rank" ON "scores" USING btree ("span","period","game_id",points desc,"reached_at","user_id") WHERE not hidden and points > 0;
CREATE TABLE "kept_answers" (
	"sender" text NOT NULL,
	"key" text NOT NULL,
	"digest" "bytea" NOT NULL,
	"begun_at" timestamp with time zone NOT NULL,
	"sealed" text,
	CONSTRAINT "kept_answers_sender_key_pk" PRIMARY KEY("sender","key")
);
--> statement-breakpoint
CREATE INDEX "kept_answers_begun" ON "kept_answers" USING btree ("begun_at");
CREATE TABLE "finds" (
	"user_id" integer NOT NULL,
	"kind" integer NOT NULL,
	"creature" text NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	"parents" integer[],
	"bred_at" timestamp with time zone,
	CONSTRAINT "finds_user_id_kind_pk" PRIMARY KEY("user_id","kind"),
	CONSTRAINT "finds_count_positive" CHECK ("finds"."count" > 0)
);
--> statement-breakpoint
ALTER TABLE "finds" ADD CONSTRAINT "finds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE TABLE "operator_payments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"operator_id" integer NOT NULL,
	"act" text NOT NULL,
	"subject_id" text NOT NULL,
	"points" integer NOT NULL,
	"state" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"approved_by" integer,
	"approved_at" timestamp with time zone,
	CONSTRAINT "operator_payments_points" CHECK ("operator_payments"."points" > 0),
	CONSTRAINT "operator_payments_two_persons" CHECK (("operator_payments"."state" = 'approved') = ("operator_payments"."approved_by" is not null and "operator_payments"."approved_at" is not null) and "operator_payments"."approved_by" is distinct from "operator_payments"."operator_id")
);
--> statement-breakpoint
ALTER TABLE "operator_invitations" ADD COLUMN "approved_by" integer;--> statement-breakpoint
ALTER TABLE "operator_invitations" ADD COLUMN "approved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "operator_invitations" ADD COLUMN "further" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "operators" ADD COLUMN "approved_by" integer;--> statement-breakpoint
ALTER TABLE "operator_payments" ADD CONSTRAINT "operator_payments_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_payments" ADD CONSTRAINT "operator_payments_approved_by_operators_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "operator_payments_sum" ON "operator_payments" USING btree ("operator_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "operator_payments_waiting" ON "operator_payments" USING btree ("act","subject_id") WHERE state = 'waiting';--> statement-breakpoint
ALTER TABLE "operator_invitations" ADD CONSTRAINT "operator_invitations_approved_by_operators_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operators" ADD CONSTRAINT "operators_approved_by_operators_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_invitations" ADD CONSTRAINT "operator_invitations_two_persons" CHECK ("operator_invitations"."approved_by" <> "operator_invitations"."invited_by");--> statement-breakpoint
ALTER TABLE "operator_invitations" ADD CONSTRAINT "operator_invitations_further" CHECK (not "operator_invitations"."further" or "operator_invitations"."invited_by" is null);--> statement-breakpoint
ALTER TABLE "operators" ADD CONSTRAINT "operators_two_persons" CHECK ("operators"."approved_by" <> "operators"."invited_by" and "operators"."approved_by" <> "operators"."id");
CREATE TABLE "rejected_reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "rejected_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"partner" text NOT NULL,
	"digest" "bytea" NOT NULL,
	"reason" text NOT NULL,
	"detail" text NOT NULL,
	"kind" text,
	"transaction" text,
	"click" text,
	"milestone" text,
	"raw" text NOT NULL,
	"tries" integer DEFAULT 1 NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "rejected_reports_once" UNIQUE("partner","digest")
);
--> statement-breakpoint
ALTER TABLE "rejected_reports" ADD CONSTRAINT "rejected_reports_partner_partners_id_fk" FOREIGN KEY ("partner") REFERENCES "public"."partners"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rejected_reports_transaction" ON "rejected_reports" USING btree ("partner","transaction");--> statement-breakpoint
CREATE INDEX "rejected_reports_click" ON "rejected_reports" USING btree ("click") WHERE click is not null;--> statement-breakpoint
CREATE INDEX "rejected_reports_last" ON "rejected_reports" USING btree ("last_at");
ALTER TABLE "rounds" ADD COLUMN "rival" uuid;--> statement-breakpoint
ALTER TABLE "rounds" ADD CONSTRAINT "rounds_rival_rounds_id_fk" FOREIGN KEY ("rival") REFERENCES "public"."rounds"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rounds_rival" ON "rounds" USING btree ("rival") WHERE rival is not null;
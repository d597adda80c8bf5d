ALTER TABLE "account_signals" ADD COLUMN "kept_for" text;--> statement-breakpoint
CREATE INDEX "account_signals_kept" ON "account_signals" USING btree ("last_seen_at") WHERE kept_for is not null;
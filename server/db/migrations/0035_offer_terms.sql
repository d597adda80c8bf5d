-- Clicks from before get their terms at the next import (features/offers/import.ts), without a lock on the table.
ALTER TABLE "clicks" ADD COLUMN "terms" jsonb;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "milestone" text;--> statement-breakpoint
-- Until now, the reports of a partner without a file were rejected. An operator can turn it on again.
UPDATE partners SET disabled_at = now(), active = false WHERE NOT listed AND NOT demo AND disabled_at IS NULL;

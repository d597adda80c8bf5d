-- Those of before typed their seeds without knowing that they would be published.
ALTER TABLE "case_openings" ADD COLUMN "listed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "case_openings" ALTER COLUMN "listed" SET DEFAULT true;

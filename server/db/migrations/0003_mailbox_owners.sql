-- Where mail to an address ends up; domain/mailbox.ts says the same, and a test compares them.
CREATE FUNCTION mailbox_of(p_email text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN split_part(lower(p_email), '@', -1) IN ('gmail.com', 'googlemail.com')
    THEN replace(split_part(regexp_replace(lower(p_email), '@[^@]*$', ''), '+', 1), '.', '') || '@gmail.com'
    ELSE split_part(regexp_replace(lower(p_email), '@[^@]*$', ''), '+', 1) || '@' || split_part(lower(p_email), '@', -1) END
$$;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "mailbox_lost_at" timestamp with time zone;--> statement-breakpoint
-- Of accounts that had confirmed one mailbox under several spellings the first keeps it. The others stay open, and confirm another
-- address before they redeem.
UPDATE users SET email_confirmed_at = NULL, mailbox_lost_at = now() WHERE id IN (
  SELECT id FROM (
    SELECT id, row_number() OVER (PARTITION BY mailbox_of(email) ORDER BY email_confirmed_at, id) AS place
    FROM users WHERE email_confirmed_at IS NOT NULL AND email IS NOT NULL) AS confirmed
  WHERE place > 1);--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "mailbox" text GENERATED ALWAYS AS (CASE WHEN email_confirmed_at IS NOT NULL THEN mailbox_of(email) END) STORED;--> statement-breakpoint
CREATE UNIQUE INDEX "users_mailbox_owner" ON "users" USING btree ("mailbox") WHERE mailbox is not null;
--> statement-breakpoint
ALTER TABLE "contest_entries" ADD COLUMN "mailbox" "bytea";--> statement-breakpoint
ALTER TABLE "contest_entries" ADD CONSTRAINT "contest_entries_mailbox" UNIQUE("contest_id","mailbox");
-- Where mail to an address ends up; platform/mailbox.ts says the same, and a test compares them.
CREATE OR REPLACE FUNCTION mailbox_of(p_email text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE
    WHEN domain IN ('gmail.com', 'googlemail.com') THEN replace(name, '.', '') || '@gmail.com'
    WHEN domain IN ('proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me') THEN translate(name, '.-_', '') || '@proton.me'
    WHEN domain IN ('icloud.com', 'me.com', 'mac.com') THEN name || '@icloud.com'
    ELSE name || '@' || domain END
  FROM (SELECT split_part(regexp_replace(lower(p_email), '@[^@]*$', ''), '+', 1) AS name, split_part(lower(p_email), '@', -1) AS domain) AS parts
$$;--> statement-breakpoint
-- As in 0003: of accounts that had confirmed one mailbox under several spellings the first keeps it.
UPDATE users SET email_confirmed_at = NULL, mailbox_lost_at = now() WHERE id IN (
  SELECT id FROM (
    SELECT id, row_number() OVER (PARTITION BY mailbox_of(email) ORDER BY email_confirmed_at, id) AS place
    FROM users WHERE email_confirmed_at IS NOT NULL AND email IS NOT NULL) AS confirmed
  WHERE place > 1);--> statement-breakpoint
-- Stored columns are computed when a row is written.
UPDATE users SET email = email WHERE mailbox IS DISTINCT FROM mailbox_of(email) AND email_confirmed_at IS NOT NULL;

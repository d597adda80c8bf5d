-- For a database that was restored from a backup, before the API starts on it. Whatever ended, was used or was sent since the backup
-- would otherwise hold again. Players and operators log in again; nothing else is lost by it.
UPDATE tokens SET revoked_at = now() WHERE revoked_at IS NULL;
UPDATE operator_sessions SET revoked_at = now() WHERE revoked_at IS NULL;
DELETE FROM password_resets;
DELETE FROM email_confirmations;
-- A report that a second factor is lost may have been stopped since then. One that had begun waits its whole time again.
DELETE FROM factor_recoveries WHERE started_at IS NULL;
UPDATE factor_recoveries SET link_hash = NULL, link_expires_at = NULL;
UPDATE factor_recoveries SET started_at = now() WHERE removed_at IS NULL;
DELETE FROM mail_queue;
UPDATE notifications SET mail = NULL, push_at = NULL WHERE mail = 'due' OR push_at IS NOT NULL;
UPDATE operator_invitations SET expires_at = now() WHERE used_at IS NULL AND expires_at > now();
-- Players have seen the seeds of cases that they opened since then, and could choose a seed of their own that wins.
UPDATE case_commitments AS old SET id = gen_random_uuid(), seed = new.seed, seed_hash = encode(sha256(decode(new.seed, 'hex')), 'hex')
  FROM (SELECT user_id, encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex') AS seed FROM case_commitments) AS new
  WHERE new.user_id = old.user_id;
-- Codes that were delivered since then may be in stock again. An operator turns rewards on after looking.
UPDATE rewards SET paused_at = now() WHERE paused_at IS NULL;
-- Orders that still wait in the backup may have been sent since then. None is cancelled for being late before an operator has looked.
UPDATE orders SET released_at = now() WHERE state IN ('pending', 'held');

-- Run on the database that a restored one replaces. It prints statements for the restored one: what was ended since the backup to
-- protect somebody stays ended, and no code is sold twice. The first statement stops at a backup of another database, whose passkeys and keys aren't ended.
SELECT format('DO $$ BEGIN IF NOT EXISTS (SELECT FROM users WHERE id = %s AND created_at = %L) THEN RAISE ''This isn''''t a backup of the database that it replaces: leave out since-backup.sql.''; END IF; END $$;',
    coalesce(min(id), 0), coalesce(min(created_at), now())) FROM (SELECT id, created_at FROM users ORDER BY id LIMIT 1) AS first;
SELECT format('UPDATE users SET password_hash = %1$L WHERE id = %2$s AND email = %3$L AND password_hash IS DISTINCT FROM %1$L;', password_hash, id, email)
  FROM users WHERE email IS NOT NULL;
SELECT format('UPDATE users SET deletion_asked_at = %L, deletion_due_at = %L WHERE id = %s AND erased_at IS NULL;',
    coalesce(deletion_asked_at, erased_at), coalesce(deletion_due_at, erased_at), id)
  FROM users WHERE erased_at IS NOT NULL OR deletion_due_at IS NOT NULL;
SELECT format('UPDATE operators SET ended_at = %L WHERE id = %s AND ended_at IS NULL;', ended_at, id) FROM operators WHERE ended_at IS NOT NULL;
SELECT format('DELETE FROM passkeys WHERE id NOT IN (%s);', coalesce(string_agg(id::text, ','), '0')) FROM passkeys;
SELECT format('DELETE FROM identities WHERE (provider, subject, user_id) NOT IN (%s);',
    coalesce(string_agg(format('(%L, %L, %s)', provider, subject, user_id), ','), '('''', '''', 0)')) FROM identities;
-- Second factors as they are now, with the codes that are left. One that was turned off since then is on again: its old codes work.
SELECT format('INSERT INTO second_factors (user_id, totp_secret, totp_step, started_at, on_since) SELECT id, %L, %s, %L, %L FROM users WHERE id = %s AND erased_at IS NULL
    ON CONFLICT (user_id) DO UPDATE SET totp_secret = excluded.totp_secret, totp_step = excluded.totp_step, on_since = excluded.on_since;',
    totp_secret, totp_step, started_at, on_since, user_id)
  FROM second_factors WHERE on_since IS NOT NULL;
SELECT format('DELETE FROM recovery_codes WHERE user_id = %s;', user_id) FROM second_factors WHERE on_since IS NOT NULL;
SELECT format('INSERT INTO recovery_codes (user_id, hash, created_at) SELECT user_id, %L, %L FROM second_factors WHERE user_id = %s;', hash, created_at, user_id)
  FROM recovery_codes;
SELECT format('DELETE FROM partner_secrets WHERE (partner, number) NOT IN (%s);', coalesce(string_agg(format('(%L, %s)', partner, number), ','), '('''', 0)'))
  FROM partner_secrets;
-- Codes that were sold, or taken out of the stock.
SELECT format('DELETE FROM codes WHERE amount_id = %s AND id NOT IN (%s);', amounts.id, coalesce(string_agg(codes.id::text, ','), '0'))
  FROM amounts LEFT JOIN codes ON codes.amount_id = amounts.id WHERE amounts.is_code GROUP BY amounts.id;
SELECT 'UPDATE amounts SET has_codes = EXISTS (SELECT FROM codes WHERE amount_id = amounts.id) WHERE is_code;';

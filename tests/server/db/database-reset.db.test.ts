import { expect, test } from 'vitest';
import { buyAmount } from '../../../src/lib/contract/redemption/buy.ts';
import { request, testApi } from '../../support/api.ts';
import { KEY } from '../../support/api-orders.ts';
import { asOwner } from '../../support/database.ts';
import { putBack } from '../../support/database-reset.ts';

test('a test’s database is reset to its start, and discarded if its tables were changed', {
  tags: 'both',
}, async () => {
  const api = await testApi();
  const everything = () =>
    api.db.value(
      `SELECT json_agg(one ORDER BY one) FROM (
        SELECT row[1] AS one FROM regexp_matches(schema_to_xml('public', true, false, '')::text, '<row>.*?</row>', 'g') AS row
        UNION ALL SELECT sequencename || ' ' || last_value FROM pg_sequences WHERE schemaname = 'public') AS all_of_it`,
      [],
    );
  await putBack(api.db);
  const before = await everything();
  api.actAs(await api.addPlayer(500));
  await api.addOperator();
  await request(buyAmount, { params: { id: KEY.reward }, body: { amount_id: KEY.amount } });
  for (const change of [
    'DELETE FROM opinions WHERE id % 2 = 0',
    'UPDATE users SET name = email, invited_by = (SELECT max(id) FROM users) WHERE invited_by IS NULL',
    'UPDATE rewards SET active = false',
  ])
    await api.db.drizzle.execute(change);
  expect(await everything()).not.toEqual(before);
  expect(await putBack(api.db)).toBe(true);
  expect(await everything()).toEqual(before);

  await asOwner(api.db, (owner) => owner.execute('DROP TRIGGER opinions_count ON opinions'));
  expect(await putBack(api.db)).toBe(false);
});

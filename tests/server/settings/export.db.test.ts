/** The file of everything that is held about an account, which is written a part at a time. */
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { rounds } from '../../../server/db/schema.ts';
import { credit } from '../../../server/features/ledger/ledger.ts';
import { exportAccount } from '../../../server/features/settings/export.ts';
import { exportAccount as askFor } from '../../../src/lib/contract/settings.ts';
import { request, testApi } from '../../support/api.ts';
import { testVault } from '../../support/vault.ts';

const MANY = 450;
const fileSchema = v.looseObject({ ledger: v.array(v.unknown()), rounds: v.array(v.unknown()) });

test('has each row of a long history once, and holds no more than a part of it', async () => {
  const api = await testApi();
  const player = await api.addPlayer();
  const userId = player.id;
  const numbers = Array.from({ length: MANY }, (_, at) => at);
  await api.db.drizzle.transaction(async (tx) => {
    for (const at of numbers)
      await credit(tx, {
        key: `long:${at}`,
        userId,
        points: 1,
        title: `Line ${at}`,
        detail: '',
        at: api.now,
      });
  });
  await api.db.drizzle.insert(rounds).values(
    numbers.map((at) => {
      const startedAt = new Date(api.now.getTime() + at);
      return {
        id: crypto.randomUUID(),
        userId,
        gameId: 1,
        seed: at,
        version: 1,
        startedAt,
        finishedAt: startedAt,
      };
    }),
  );
  api.actAs(player);
  const file = v.parse(fileSchema, await request(askFor, {}));
  const titles = v
    .parse(v.array(v.looseObject({ title: v.string() })), file.ledger)
    .map(({ title }) => title);
  expect(titles).toEqual(numbers.map((at) => `Line ${at}`));
  const seeds = v.parse(v.array(v.looseObject({ seed: v.number() })), file.rounds).map(({ seed }) => seed);
  expect(seeds.toSorted((a, b) => a - b)).toEqual(numbers);

  let text = '';
  let most = 0;
  for await (const piece of await exportAccount(api.db, testVault, userId, api.now)) {
    text += piece;
    most = Math.max(most, piece.length);
  }
  expect(JSON.parse(text)).toEqual(file);
  expect(most).toBeLessThan(text.length / 3);
});

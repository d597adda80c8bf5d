/** The export of everything about an account, which is written in parts. */
import { eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { rounds, submissions, users } from '../../../server/db/schema.ts';
import { credit } from '../../../server/features/ledger/ledger.ts';
import { recordReferral } from '../../../server/features/referrals/referrals.ts';
import { refuse, refuseAProof, refuseFriend } from '../../../server/features/reviews/decisions.ts';
import { exportAccount } from '../../../server/features/settings/export.ts';
import { submitProof } from '../../../server/features/social/social.ts';
import { exportAccount as askFor } from '../../../src/lib/contract/settings/settings.ts';
import { request, testApi } from '../../support/api.ts';
import { testVault } from '../../support/vault.ts';

const MANY = 450;
const reasons = v.array(v.looseObject({ reason: v.string() }));
const decisionsSchema = v.looseObject({ social_tasks: reasons, articles: reasons, friends: reasons });
const fileSchema = v.looseObject({ ledger: v.array(v.unknown()), rounds: v.array(v.unknown()) });

test('the export has each row of a long history once, and holds only a part in memory', async () => {
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

test('the export has the reasons of operators’ decisions, and not which operator decided', async () => {
  const api = await testApi();
  const [player, friend] = [await api.addPlayer(), await api.addPlayer()];
  const { id: operatorId } = await api.addOperator();
  const act = { operatorId, reason: 'This shows another account.', now: api.now };
  const userId = player.id;
  const { drizzle } = api.db;
  const proof = 'https://x.com/somebody/status/1234567890';
  await submitProof(api.db, testVault, { taskId: 1, userId, proof, now: api.now });
  await refuseAProof(api.db, { ...act, proofId: 1, proof });
  const [article] = await drizzle
    .insert(submissions)
    .values({
      ...{ userId, key: crypto.randomUUID(), state: 'submitted', submittedAt: api.now, points: 5 },
      ...{ title: 'Keep to a corner', summary: 'Why.', type: 'guide', body: 'Move along two edges.' },
    })
    .returning();
  await refuse(api.db, { ...act, submissionId: article?.id ?? 0, version: article?.version ?? 0 });
  await drizzle.update(users).set({ invitedBy: userId }).where(eq(users.id, friend.id));
  await recordReferral(drizzle, { inviterId: userId, friendId: friend.id, now: api.now });
  await refuseFriend(api.db, { ...act, friendId: friend.id });
  const { rows } = v.parse(
    v.object({ rows: v.array(v.object({ name: v.string() })) }),
    await drizzle.execute(sql`SELECT DISTINCT a.attname AS name FROM pg_constraint c
      JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
      WHERE c.contype = 'f' AND c.confrelid = 'operators'::regclass`),
  );
  api.actAs(player);
  const file = await request(askFor, {});
  const { social_tasks, articles, friends } = v.parse(decisionsSchema, file);
  expect([social_tasks, articles, friends].map(([one]) => one?.reason)).toEqual(Array(3).fill(act.reason));
  const fields = Object.values(file).flatMap((part: unknown) =>
    Array.isArray(part) ? part.flatMap((row: object) => Object.keys(row)) : [],
  );
  expect(rows.map(({ name }) => name)).toContain('decided_by');
  expect(fields.filter((field) => rows.some(({ name }) => name === field))).toEqual([]);
});

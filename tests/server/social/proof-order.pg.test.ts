/**
 * A proof that is replaced while an operator confirms or declines it.
 * @module-tag postgres
 */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { socialProofs } from '../../../server/db/schema.ts';
import { confirmProof, refuseProof } from '../../../server/features/social/social.ts';
import { submitProof } from '../../../src/lib/contract/social/social.ts';
import { playerApi, request } from '../../support/api.ts';
import { endOf } from '../../support/ends.ts';
import { untilWaiting } from '../../support/locks.ts';
import { testVault } from '../../support/vault.ts';

const link = (id: number) => `https://x.com/somebody/status/${100_000 + id}`;
const submit = (id: number) => request(submitProof, { params: { id: 1 }, body: { proof: link(id) } });

test.each([
  ['confirmed', 'nothing_to_do', { state: 'confirmed', proof: link(1), tries: 1 }],
  ['declined', 'done', { state: 'waiting', proof: link(2), tries: 2 }],
])('a proof that is %s meanwhile: the newer one is %s', async (decided, end, row) => {
  const { api } = await playerApi();
  const { id: operatorId } = await api.addOperator();
  await submit(1);
  const [waiting] = await api.db.drizzle.select().from(socialProofs);
  if (!waiting) throw new Error('no proof');
  const { newer } = await api.db.drizzle.transaction(async (tx) => {
    const act = {
      proofId: waiting.id,
      proof: link(1),
      operatorId,
      reason: 'Shows a whole round.',
      now: api.now,
    };
    if (decided === 'confirmed') await confirmProof(tx, { ...act, alone: 5000, vault: testVault });
    else await refuseProof(tx, act);
    const newer = endOf(submit(2));
    await untilWaiting(api.db, 1);
    return { newer };
  });
  expect(await newer).toBe(end);
  const [after] = await api.db.drizzle.select().from(socialProofs).where(eq(socialProofs.id, waiting.id));
  expect(after).toMatchObject(row);
});

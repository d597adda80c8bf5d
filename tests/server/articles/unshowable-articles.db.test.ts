/** An article that can't be rendered isn't accepted, and an existing one doesn't break lists. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { submissions } from '../../../server/db/schema.ts';
import {
  getWaitingSubmission,
  listWaitingSubmissions,
} from '../../../src/lib/contract/reviews/operator-reviews.ts';
import {
  getSubmission,
  saveSubmission,
  submitForReview,
} from '../../../src/lib/contract/submissions/submissions.ts';
import { playerApi, request } from '../../support/api.ts';
import { endOf } from '../../support/ends.ts';

const draft = {
  title: 'A corner in Merge',
  summary: 'Keep the largest tile there, whatever comes.',
  type: 'guide',
  game_id: 1,
} as const;
const body = 'Move along two edges. '.repeat(40);

test('an article that can’t be rendered is rejected when it is submitted and stays a draft, and if it is published anyway it is shown as written', async () => {
  const { api } = await playerApi();
  const key = randomUUID();
  const { submission: saved } = await request(saveSubmission, {
    params: { key },
    body: { ...draft, body: '>'.repeat(20_000), version: 0 },
  });
  expect(await endOf(request(submitForReview, { params: { key }, body: { version: saved.version } }))).toBe(
    'invalid: body',
  );
  expect((await request(getSubmission, { params: { key } })).submission).toMatchObject({ state: 'draft' });

  const { version } = (
    await request(saveSubmission, { params: { key }, body: { ...draft, body, version: saved.version } })
  ).submission;
  await request(submitForReview, { params: { key }, body: { version } });
  await api.db.drizzle
    .update(submissions)
    .set({ body: '>'.repeat(20_000) })
    .where(eq(submissions.key, key));
  api.operateAs(await api.addOperator());
  const { data } = await request(listWaitingSubmissions, {});
  expect(data).toHaveLength(1);
  const { html } = await request(getWaitingSubmission, { params: { id: data[0]?.id ?? 0 } });
  expect(html).toMatch(/^<p>&gt;/);
});

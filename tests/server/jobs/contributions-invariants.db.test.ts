/** Proves that the checks on friends, social tasks and articles can fail, by breaking each on purpose. */
import { randomUUID } from 'node:crypto';
import { isNotNull, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '../../../server/db/schema.ts';
import { payInviter } from '../../../server/features/referrals/referrals.ts';
import { confirmProof, submitProof } from '../../../server/features/social/social.ts';
import { acceptSubmission } from '../../../server/features/submissions/decisions.ts';
import { saveSubmission, submitForReview } from '../../../server/features/submissions/submissions.ts';
import { findBrokenInvariants } from '../../../server/jobs/invariants.ts';
import { addAccount } from '../../support/accounts.ts';
import { articleDraft } from '../../support/article.ts';
import { testDatabase } from '../../support/database.ts';
import { eraseDue } from '../../support/erase.ts';
import { expectFound } from '../../support/invariant-faults.ts';
import { addOperator } from '../../support/operator.ts';
import { give } from '../../support/points.ts';
import { testVault } from '../../support/vault.ts';

const NOW = new Date('2026-11-18T12:00:00Z');
const TOMORROW = new Date('2026-11-19T12:00:00Z');
const FRIENDS = 'each referral paid its recorded points';
const SOCIAL = 'each confirmed social task was paid';
const ARTICLES = 'each accepted article was paid';

test('the invariants find what is wrong with friends, proofs and articles', async () => {
  const db = await testDatabase();
  const me = await addAccount(db.drizzle, 'one@check.example', NOW);
  const other = await addAccount(db.drizzle, 'two@check.example', NOW);
  const { id: operator } = await addOperator(db, NOW);
  const friend = await addAccount(db.drizzle, 'three@check.example', NOW, { invitedBy: me });
  await give({ db, now: NOW }, friend, 500, { key: `quest:1:${friend}:x` });
  expect(await payInviter(db, me, TOMORROW)).toBe(50);
  const act = { operatorId: operator, reason: 'Looks right to me.', now: NOW, alone: 5000 };
  const proof = 'https://x.com/somebody/status/1234567890';
  await submitProof(db, testVault, { taskId: 1, userId: me, proof, now: NOW });
  await db.drizzle.transaction((tx) => confirmProof(tx, { ...act, proofId: 1, proof, vault: testVault }));
  const key = randomUUID();
  const { version } = await saveSubmission(db, {
    key,
    userId: me,
    draft: articleDraft,
    version: 0,
    now: NOW,
  });
  await submitForReview(db, { key, userId: me, version, now: NOW });
  await db.drizzle.transaction((tx) => acceptSubmission(tx, { ...act, submissionId: 1, version }));

  const entry = (of: string) =>
    sql`INSERT INTO ledger (key, user_id, from_account, to_account, points, reason, title, created_at)
      VALUES (${of}, ${me}, 'house:earnings', 'available', 5, 'credit', 'x', now())`;
  await expectFound(db, [
    ['a share that says more than was paid', sql`UPDATE referrals SET earned = earned + 1`, FRIENDS],
    ['a share paid twice', entry(`referral:${friend}:2026-11-17`), FRIENDS],
    ['a share of nobody', entry('referral:99999:2026-11-17'), FRIENDS],
    ['a friend of another', sql`UPDATE users SET invited_by = ${other} WHERE id = ${friend}`, FRIENDS],
    ['a proof that is paid and open', sql`UPDATE social_proofs SET state = 'refused'`, SOCIAL],
    ['a proof that promised more', sql`UPDATE social_proofs SET points = points + 1`, SOCIAL],
    ['a task that nobody did', entry(`social:2:${me}`), SOCIAL],
    ['an article by another', sql`UPDATE articles SET author_id = ${other} WHERE id > 999999`, ARTICLES],
    ['an article that promised more', sql`UPDATE submissions SET points = points + 1`, ARTICLES],
    [
      'an article that was paid and refused',
      sql`UPDATE submissions SET state = 'refused', article_id = NULL`,
      ARTICLES,
    ],
    ['an article that nobody wrote', entry('article:777'), ARTICLES],
  ]);

  // Rows that were deleted with an erased account aren't a mistake.
  await db.drizzle.execute(
    sql`UPDATE users SET deletion_due_at = now() - interval '1 day', removes_writings = true WHERE id = ${me}`,
  );
  await eraseDue({ db, now: new Date() });
  expect(await db.drizzle.$count(users, isNotNull(users.erasedAt))).toBe(1);
  expect(await findBrokenInvariants(db)).toEqual([]);
});

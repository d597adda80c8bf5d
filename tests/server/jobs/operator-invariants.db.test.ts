/** Proves that the checks on operators' actions can fail, by breaking each on purpose. */
import { sql } from 'drizzle-orm';
import { test } from 'vitest';
import { demoPartner } from '../../../server/db/demo-partner.ts';
import { listContests } from '../../../src/lib/contract/draws/contests.ts';
import { callOffContest, listOperatorContests } from '../../../src/lib/contract/draws/operator-contests.ts';
import { reconcile } from '../../../src/lib/contract/offers/operator-partners.ts';
import { adjustBalance, suspendUser } from '../../../src/lib/contract/operators/operator-users.ts';
import { hideOpinion } from '../../../src/lib/contract/opinions/operator-opinions.ts';
import { reportOpinion } from '../../../src/lib/contract/opinions/opinion-reports.ts';
import { createRewardOpinion } from '../../../src/lib/contract/opinions/opinions.ts';
import { request, testApi } from '../../support/api.ts';
import { expectFound } from '../../support/invariant-faults.ts';

const WHY = 'For the ticket of Tuesday.';
const ADJUSTED = 'each finished adjustment has its entry';
const REFUNDED = 'each refund by an operator';
const NOTED = 'is logged once';
const SEEN = 'each reward counts its visible opinions';
const COMPARED = 'a reconciliation’s totals match its lines';

test('the invariants find what is wrong with adjustments, the log, opinions and reconciliations', async () => {
  const api = await testApi();
  const { db } = api;
  const mira = await api.addPlayer(6000);
  api.operateAs(await api.addOperator());
  await request(adjustBalance, { body: { user_id: mira.id, points: 300, reason: WHY } });
  await request(adjustBalance, { body: { user_id: mira.id, points: 9000, reason: WHY } });
  await request(listContests, {});
  const [contest] = (await request(listOperatorContests, {})).data;
  await request(callOffContest, { params: { id: contest?.id ?? 0 }, body: { reason: WHY } });
  await request(reconcile, {
    body: { partner: demoPartner.id, day: '2026-11-17', csv: 'transaction,points\nt-1,5' },
  });
  const reader = await api.addPlayer();
  api.actAs(mira);
  const [hidden, reported] = [
    (
      await request(createRewardOpinion, {
        params: { id: 12 },
        body: { user_id: mira.id, opinion: 'One to hide.' },
      })
    ).opinion,
    (
      await request(createRewardOpinion, {
        params: { id: 12 },
        body: { user_id: mira.id, opinion: 'One to report.' },
      })
    ).opinion,
  ];
  await request(suspendUser, { params: { id: mira.id }, body: { reason: WHY } });
  await request(hideOpinion, { params: { id: hidden.id }, body: { version: 1, reason: WHY } });
  api.actAs(reader);
  await request(reportOpinion, { params: { id: reported.id }, body: { reason: 'spam' } });

  const act = (subject: string, act: string) =>
    sql`INSERT INTO operator_acts (operator_id, act, subject, subject_id, before, after, at)
      SELECT 1, ${act}, ${subject}, '1', '{}', '{}', now()`;
  await expectFound(db, [
    ['more than was booked', sql`UPDATE adjustments SET points = 301 WHERE state = 'done'`, ADJUSTED],
    ['the other way round', sql`UPDATE adjustments SET points = -300 WHERE state = 'done'`, ADJUSTED],
    [
      'booked and declined',
      sql`UPDATE adjustments SET state = 'declined', decided_by = 1, decided_at = now(), decided_for = 'x' WHERE state = 'done'`,
      ADJUSTED,
    ],
    [
      'an entry of nobody’s',
      sql`INSERT INTO ledger (key, user_id, from_account, to_account, points, reason, title, created_at)
        VALUES ('adjustment:77', ${mira.id}, 'house:adjustments', 'available', 5, 'adjustment', 'x', now())`,
      ADJUSTED,
    ],
    [
      'a refund of no order',
      sql`INSERT INTO operator_payments (operator_id, act, subject_id, points, state, at) VALUES (1, 'order.refund', '77', 5, 'alone', now())`,
      REFUNDED,
    ],
    ['a refund that was never paid', act('order', 'order.refund'), REFUNDED],
    ['an adjustment that is noted twice', act('adjustment', 'adjustment.book'), NOTED],
    [
      'a suspension that nobody noted',
      sql`UPDATE users SET suspended_at = suspended_at + interval '1 second' WHERE suspended_at IS NOT NULL`,
      NOTED,
    ],
    [
      'an opinion that nobody noted as hidden',
      sql`UPDATE opinions SET hidden_at = hidden_at + interval '1 second' WHERE hidden_at IS NOT NULL`,
      NOTED,
    ],
    ['one opinion too many', sql`UPDATE rewards SET opinions = opinions + 1 WHERE id = 12`, SEEN],
    ['a report that nobody looks at', sql`UPDATE opinions SET waits_since = NULL`, SEEN],
    [
      'a contest that is called off twice',
      sql`INSERT INTO operator_acts (operator_id, act, subject, subject_id, before, after, at)
        VALUES (1, 'contest.call_off', 'contest', ${String(contest?.id)}, '{}', '{}', now())`,
      NOTED,
    ],
    ['a comparison that counts more', sql`UPDATE reconciliations SET matched = matched + 1`, COMPARED],
    ['a line that was changed', sql`UPDATE reconciliation_lines SET points_there = 6`, COMPARED],
  ]);
});

/** Fixtures for the operators' islands: objects with every field, plus a test's changes. */

import type { OperatorPartner } from '../../src/lib/contract/offers/operator-partners.ts';
import type { Operator, OperatorSession } from '../../src/lib/contract/operators/operator.ts';
import type { Adjustment, OperatorUserDetail } from '../../src/lib/contract/operators/operator-users.ts';
import type { OperatorOrder } from '../../src/lib/contract/redemption/operator-orders.ts';

export const AT = '2026-11-20T10:00:00.000Z';

export const operator = (change: Partial<Operator> = {}): Operator => ({
  id: 1,
  name: 'Ada',
  email: 'ada@operators.example',
  created_at: AT,
  invited_by: null,
  last_seen_at: AT,
  ended_at: null,
  ended_by: null,
  ...change,
});

export const operatorSession = (change: Partial<Operator> = {}): OperatorSession => ({
  token: `${change.id ?? 1}|operator-secret`,
  expires_at: new Date(Date.now() + 3_600_000).toISOString(),
  operator: operator(change),
});

export const overview = {
  orders_pending: 2,
  orders_processing: 0,
  orders_held: 1,
  shares_held: 0,
  oldest_order_at: AT,
  submissions: 0,
  proofs: 0,
  opinions: 0,
  disputes: 1,
  disputes_overdue: 1,
  threads: 0,
  adjustments: 0,
  refund_proposals: 0,
  contest_proposals: 0,
  key_proposals: 0,
  invitations: 0,
  adjust_alone: 5000,
  amounts_without_codes: 0,
  rewards_paused: 0,
};

const noFigures = {
  points_issued: 0,
  points_redeemed: 0,
  orders_sent: 0,
  cents_sent: 0,
  new_accounts: 0,
};
export const figures = {
  today: { ...noFigures, points_issued: -150, points_redeemed: 1500, orders_sent: 2, cents_sent: 150 },
  yesterday: noFigures,
  week: { ...noFigures, points_issued: 120_000, new_accounts: 1234 },
  days: [
    { day: '2026-11-18', ...noFigures, points_issued: 120_150, new_accounts: 1234 },
    { day: '2026-11-19', ...noFigures },
    {
      day: '2026-11-20',
      ...noFigures,
      points_issued: -150,
      points_redeemed: 1500,
      orders_sent: 2,
      cents_sent: 150,
    },
  ],
};

export const playerDetail = (change: Partial<OperatorUserDetail> = {}): OperatorUserDetail => ({
  id: 7,
  name: 'player',
  email: 'player@test.example',
  created_at: AT,
  suspended_at: null,
  deleted: false,
  sample: false,
  email_confirmed: true,
  country: null,
  birth_date: null,
  has_password: true,
  providers: [],
  invited_by: null,
  suspended_for: null,
  suspended_by: null,
  review_for: null,
  deletion_due_at: null,
  balance: { available: 400, pending: 0, reserved: 0, debt: 0 },
  earned: 400,
  orders: 0,
  redeemed_cents: 0,
  last_seen_at: AT,
  ...change,
});

export const order = (id: number, change: Partial<OperatorOrder> = {}): OperatorOrder => ({
  id,
  user: { id: 7, name: 'player' },
  standing: 'good',
  reward: { id: 84, name: 'Robux' },
  amount: '400 Robux',
  points: 5000,
  cents: 500,
  state: 'pending',
  held_for: null,
  held_signs: [],
  is_code: false,
  has_details: true,
  created_at: AT,
  age_seconds: 3600,
  processing_at: null,
  processing_by: null,
  delivered_at: null,
  reference: null,
  ended_at: null,
  ended_for: null,
  ...change,
});

export const adjustment = (id: number, change: Partial<Adjustment> = {}): Adjustment => ({
  id,
  user: { id: 7, name: 'player' },
  points: 9000,
  reason: 'A round that was lost on our side.',
  state: 'waiting',
  proposed_by: { id: 1, name: 'Ada' },
  proposed_at: AT,
  decided_by: null,
  decided_at: null,
  decided_for: null,
  can_decide: false,
  ...change,
});

export const partner = (change: Partial<OperatorPartner> = {}): OperatorPartner => ({
  id: 'demo',
  name: 'Demo partner',
  demo: true,
  listed: true,
  enabled: true,
  offers: 3,
  keys: [{ number: 1, created_at: AT }],
  key_proposed_by: null,
  last_report_at: AT,
  reports_30_days: 12,
  rejected_reports: 0,
  points_30_days: 3400,
  in_days: null,
  ...change,
});

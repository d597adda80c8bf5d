import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Area } from '../fault.ts';
import { ROOT } from '../scratch.ts';

const FOLDER = 'server/db/migrations';

/**
 * Returns the last migration that defines a function or trigger: 'FUNCTION buy(' → 'server/db/migrations/0004_first_orders.sql'.
 */
function definitionOf(what: string): string {
  const files = readdirSync(join(ROOT, FOLDER)).filter((name) => name.endsWith('.sql'));
  const last = files
    .sort()
    .map((name) => `${FOLDER}/${name}`)
    .findLast((file) => readFileSync(join(ROOT, file), 'utf8').includes(what));
  if (last === undefined) throw new Error(`No migration defines "${what}".`);
  return last;
}

const buy = ['tests/server/redemption/buy.db.test.ts'];

/** Logic in the database: the purchase, the ledger's triggers, tokens and stock. */
export const database: Area = {
  name: 'database',
  faults: [
    {
      id: 'sql-buy-unlocked',
      file: definitionOf('FUNCTION buy('),
      find: 'WHERE user_id = p_user FOR NO KEY UPDATE;',
      replace: 'WHERE user_id = p_user;',
      effect: 'Two concurrent clicks make two orders, or an error.',
      proveWith: ['tests/server/redemption/buy-order.pg.test.ts'],
    },
    {
      id: 'sql-buy-price',
      file: definitionOf('FUNCTION buy('),
      find: 'IF r.points <> p_points THEN',
      replace: 'IF r.points < p_points THEN',
      effect: 'A price that went up is charged without a word.',
      proveWith: buy,
    },
    {
      id: 'sql-first-order-without-device',
      file: definitionOf('FUNCTION first_order_signs('),
      find: "AND kind = 'device') THEN",
      replace: "AND kind = 'device') AND p_user IS NULL THEN",
      effect: 'A script that leaves the device’s number out is paid immediately.',
      proveWith: ['tests/server/redemption/first-orders.db.test.ts'],
    },
    {
      id: 'sql-first-order-pending-income',
      file: definitionOf('FUNCTION first_order_signs('),
      find: 'IF outside >= p_points THEN',
      replace: 'IF outside >= 0 THEN',
      effect: 'Every first order is sent immediately, no matter who paid for it.',
      proveWith: ['tests/server/redemption/first-orders.db.test.ts'],
    },
    {
      id: 'sql-points-boundary',
      file: definitionOf('FUNCTION redemption_blockers('),
      find: 'IF p_available < p_points THEN',
      replace: 'IF p_available <= p_points THEN',
      effect: 'A player with exactly the price can’t buy.',
      proveWith: buy,
    },
    {
      id: 'sql-unconfirmed-buys',
      file: definitionOf('FUNCTION redemption_blockers('),
      find: 'IF confirmed IS NULL THEN',
      replace: 'IF confirmed IS NULL AND suspended IS NOT NULL THEN',
      effect: 'Accounts without a confirmed address redeem.',
      proveWith: ['tests/server/auth/email-confirmation.db.test.ts'],
    },
    {
      id: 'sql-review-skipped',
      file: definitionOf('FUNCTION buy('),
      find: 'delivered := r.is_code AND held IS NULL;',
      replace: 'delivered := r.is_code;',
      effect: 'A code goes out immediately to an account that is held for review.',
      proveWith: ['tests/server/redemption/order-reviews.db.test.ts'],
    },
  ],
};

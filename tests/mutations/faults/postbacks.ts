import type { Area } from '../fault.ts';

const file = 'server/features/offers/postbacks.ts';
const payments = 'server/features/offers/postback-payments.ts';
const proveWith = ['tests/server/offers/postbacks.db.test.ts'];

/** Partners' reports. */
export const postbacks: Area = {
  name: 'postbacks',
  faults: [
    {
      id: 'postback-partner-off',
      file,
      find: "if (row?.disabledAt !== null) throw new DomainError('partner_off');",
      replace: "if (!row) throw new DomainError('partner_off');",
      effect: 'A partner that an operator switched off goes on crediting points.',
      proveWith: ['tests/server/operators/reviews.db.test.ts'],
    },
    {
      id: 'postback-transaction-reused',
      file,
      find: "if (!isSame(known, report)) throw new DomainError('transaction_reused');",
      replace: '',
      effect: 'A report under a used transaction number is dropped as a duplicate.',
      proveWith,
    },
    {
      id: 'postback-late',
      file,
      find: 'happenedAt > click.deadlineAt',
      replace: 'happenedAt < click.deadlineAt',
      effect: 'Offers that were completed in time count as late.',
      proveWith,
    },
    {
      id: 'postback-paid-twice',
      file,
      find: 'await isPaid(tx, click.id, stepOf(report))',
      replace: 'false',
      effect: 'The same offer pays again under another transaction number.',
      proveWith,
    },
    {
      id: 'postback-instead',
      file,
      find: 'await payInstead(tx, arrived, row);',
      replace: 'void [payInstead, row];',
      effect: 'A credit that overtakes the reversal of an earlier one is never paid.',
      proveWith,
    },
    {
      id: 'postback-reversal-unlocked',
      file,
      find: 'for (const { click } of found) await lockBalance(tx, click.userId);',
      replace: 'void found;',
      effect: 'A credit that is being paid in place of another misses its own reversal.',
      proveWith: ['tests/server/offers/postback-order.pg.test.ts'],
    },
    {
      id: 'postback-foreign-click',
      file: payments,
      find: 'and(eq(clicks.id, id), eq(clicks.partner, partner))',
      replace: 'eq(clicks.id, id)',
      effect: 'One partner credits another partner’s players.',
      proveWith,
    },
    {
      id: 'postback-reversal-first',
      file: payments,
      find: 'if (ledgerId !== null) await reverse(tx, ledgerId, whyOf(first.reason), now);',
      replace: '',
      effect: 'A reversal that arrives before its credit takes nothing back.',
      proveWith,
    },
    {
      id: 'postback-unordered',
      file,
      find: '`postback:${partner}:${about}`',
      replace: '`postback:${partner}:${report.transaction}`',
      effect: 'A credit and its reversal at the same moment both count.',
      proveWith: ['tests/server/offers/postback-order.pg.test.ts'],
    },
    {
      id: 'postback-signature-unchecked',
      file: 'server/features/offers/postback-routes.ts',
      find: "if (!holds) throw new DomainError('signature_refused');",
      replace: 'void holds;',
      effect: 'Anybody can credit points without a partner’s key.',
      proveWith,
    },
  ],
};

/** The whole ledger, for a file (product.md, point 1). The call is ours. */
import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { transactionSchema } from '../progress/dashboard.ts';

const before = v.optional(
  v.pipe(
    v.union(
      [v.literal(''), v.number(), v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))],
      'before must be an entry’s number.',
    ),
    v.transform((given) => (given === '' ? null : given)),
  ),
  '',
);

export const exportTransactions = defineCall('user', 'GET /api/user/dashboard/transactions/export', {
  summary: "The caller's full ledger, newest first, in pages of a thousand entries",
  query: v.object({ before }),
  answer: v.object({
    entries: v.array(transactionSchema),
    /** Send this to get older entries. Null at the end. */
    before: v.nullable(v.number()),
  }),
});

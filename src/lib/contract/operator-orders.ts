/** What operators do with orders and the stock of codes. All of it ours. */

import * as v from 'valibot';
import { formatNumber } from '../format/numbers.ts';
import { heldReasons, orderStates } from './buy.ts';
import { choice, defineCall, idSchema, paged, pageEntries, timeSchema } from './call.ts';
import { transactionSchema } from './dashboard.ts';
import { tidy } from './fields.ts';
import { MAX_CSV, MAX_REFERENCE, ORDER_VIEWS } from './limits.ts';
import { optionalId, optionalText, personSchema, withReason } from './operator-fields.ts';

export const operatorOrderSchema = v.object({
  id: idSchema,
  user: personSchema,
  reward: personSchema,
  amount: v.string(),
  points: v.number(),
  cents: v.number(),
  state: v.picklist(orderStates),
  held_for: v.nullable(v.picklist(heldReasons)),
  /** Of a first order that is or was held: what wasn't clean about it. */
  held_signs: v.array(v.string()),
  /** A code of the stock: it goes out by itself, and waits only where none was left. */
  is_code: v.boolean(),
  /** Whether it has delivery details; they are shown by a call of their own, which is noted. */
  has_details: v.boolean(),
  created_at: timeSchema,
  /** Seconds since then for what waits, and until it ended for what doesn't. */
  age_seconds: v.number(),
  processing_at: v.nullable(timeSchema),
  /** Who began to send it. */
  processing_by: v.nullable(personSchema),
  delivered_at: v.nullable(timeSchema),
  /** What its sender noted: the number of a transfer or of a parcel. */
  reference: v.nullable(v.string()),
  ended_at: v.nullable(timeSchema),
  ended_for: v.nullable(v.string()),
});
export type OperatorOrder = v.InferOutput<typeof operatorOrderSchema>;

const answer = v.object({ order: operatorOrderSchema });

/** open: pending, held and processing together. What waits comes oldest first, the rest newest first. */
export const listOperatorOrders = defineCall('operator', 'GET /api/operator/orders', {
  summary: 'Orders by state',
  query: v.object({ ...pageEntries, state: choice('state', ORDER_VIEWS), user_id: optionalId }),
  answer: paged(operatorOrderSchema),
});

export const getOperatorOrder = defineCall('operator', 'GET /api/operator/orders/:id', {
  summary:
    'An order with its entries of the ledger, and for a held one which accounts it has something in common with',
  answer: v.object({
    order: operatorOrderSchema,
    entries: v.array(transactionSchema),
    /** What nobody has settled yet. */
    matches: v.array(v.object({ user: personSchema, reason: v.picklist(heldReasons) })),
  }),
});

export const showDeliveryDetails = defineCall('operator', 'POST /api/operator/orders/:id/details', {
  summary: 'Where an order is to go; that it was looked at is noted in the log',
  answer: v.object({
    /** "Roblox username" */
    label: v.string(),
    /** Null: it needs none, or the copy was erased after its time. */
    details: v.nullable(v.string()),
  }),
});

/** Errors: not_found, order_closed. */
export const claimOrder = defineCall('operator', 'POST /api/operator/orders/:id/claim', {
  summary: 'Begin to send an order: from here on its owner can’t call it off',
  answer,
});

/** Errors: not_found, order_closed, invalid with `code` or `reference`. */
export const deliverOrder = defineCall('operator', 'POST /api/operator/orders/:id/deliver', {
  summary: 'Note that an order was sent; for one that waits for a code, the code that it gets',
  body: v.object({
    /** For what is delivered as a code: sealed like those of the stock. */
    code: v.optional(v.pipe(v.string(), tidy, v.maxLength(200, 'A code has at most 200 characters.')), ''),
    /** For anything else: by what the sending can be found again. Its owner reads it. */
    reference: v.optional(
      v.pipe(
        v.string(),
        tidy,
        v.maxLength(MAX_REFERENCE, `A reference has at most ${MAX_REFERENCE} characters.`),
      ),
      '',
    ),
  }),
  answer,
});

/** Errors: not_found, order_closed, invalid with `reason`. */
export const cancelOperatorOrder = defineCall('operator', 'POST /api/operator/orders/:id/cancel', {
  summary:
    'Call an order off that wasn’t delivered: its points and its piece go back, and its owner reads why',
  body: withReason,
  answer,
});

/** Errors: not_found, order_closed. */
export const releaseOrder = defineCall('operator', 'POST /api/operator/orders/:id/release', {
  summary:
    'Let a held order go on: what its owner has in common with others holds none of their orders any more',
  body: withReason,
  answer,
});

/** Errors: not_found, order_closed, invalid with `reason`. */
export const refuseOrder = defineCall('operator', 'POST /api/operator/orders/:id/refuse', {
  summary: 'End a held order: its points go back, and its owner reads why',
  body: withReason,
  answer,
});

export const codeStockSchema = v.object({
  amount_id: idSchema,
  reward: personSchema,
  amount: v.string(),
  points: v.number(),
  /** Codes that can go out. */
  in_stock: v.number(),
  /** Codes that went out with orders in the last 30 days. */
  sold_30_days: v.number(),
  /** Orders that were released while there was none. */
  waiting: v.number(),
  /** The first last day among those in stock: "2027-05-31"; null: none is known. */
  next_expiry: v.nullable(v.string()),
  /** Whether the catalogue still offers it. */
  active: v.boolean(),
});
export type CodeStock = v.InferOutput<typeof codeStockSchema>;

export const listCodeStock = defineCall('operator', 'GET /api/operator/codes', {
  summary: 'Amounts that are delivered as codes, those with the fewest left first',
  query: v.object({ ...pageEntries, search: optionalText(80) }),
  answer: paged(codeStockSchema),
});

/** A file of an operator's, as text. */
export const csvSchema = v.pipe(
  v.string('Please choose a CSV file.'),
  v.minLength(1, 'The file is empty.'),
  v.maxLength(MAX_CSV, `A file has at most ${formatNumber(MAX_CSV)} characters. Please split it.`),
);

/**
 * A header names the columns, in any order: `code`, `amount_id` (may be left out where the body has one), and if known `expires_on`
 * ("2027-05-31"). Quoted as in RFC 4180. All that is good is taken in; what isn't is answered by line, and can be put right and uploaded
 * again. A file whose form is wrong (no header, an open quote) is refused whole. Errors: invalid with `csv`.
 */
export const importCodes = defineCall('operator', 'POST /api/operator/codes/import', {
  summary:
    'Take codes into the stock from a CSV file, sealed; those that are refused are answered by line with why',
  body: v.object({ csv: csvSchema, amount_id: v.optional(v.nullable(idSchema), null) }),
  answer: v.object({
    added: v.number(),
    /** How many of each amount came in. */
    amounts: v.array(v.object({ amount_id: idSchema, name: v.string(), added: v.number() })),
    /** `line`: as an editor counts them, the header being line 1. */
    refused: v.array(v.object({ line: v.number(), why: v.string() })),
    /** Orders that had waited for one of these and got it. */
    delivered: v.array(idSchema),
  }),
});
export type CodesImported = v.InferOutput<typeof importCodes.answer>;

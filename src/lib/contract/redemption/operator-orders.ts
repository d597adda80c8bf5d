/** Orders and the stock of codes in the back office. All calls are ours. */

import * as v from 'valibot';
import { formatNumber } from '../../format/numbers.ts';
import {
  optionalId,
  optionalText,
  personSchema,
  searchSchema,
  withReason,
} from '../admin/operator-fields.ts';
import { choice, defineCall, idSchema, paged, pageEntries, timeSchema } from '../call.ts';
import { tidy } from '../fields.ts';
import { MAX_CSV, MAX_REFERENCE, ORDER_VIEWS } from '../operator-limits.ts';
import { transactionSchema } from '../progress/dashboard.ts';
import { heldReasons, orderStates } from './buy.ts';

export const operatorOrderSchema = v.object({
  id: idSchema,
  user: personSchema,
  /** Nothing of an order is sent to an account that is suspended or owes points. */
  standing: v.picklist(['good', 'suspended', 'debt']),
  reward: personSchema,
  amount: v.string(),
  points: v.number(),
  cents: v.number(),
  state: v.picklist(orderStates),
  held_for: v.nullable(v.picklist(heldReasons)),
  /** For a first order that is or was held: the suspicious signs. */
  held_signs: v.array(v.string()),
  /** Whether it is a code from stock. Codes are sent automatically and wait only if the stock is empty. */
  is_code: v.boolean(),
  /** Whether it has delivery details. A separate call shows them and records it in the audit log. */
  has_details: v.boolean(),
  created_at: timeSchema,
  /** The age in seconds: until now if the order is open, otherwise until it ended. */
  age_seconds: v.number(),
  processing_at: v.nullable(timeSchema),
  /** The operator who claimed it. */
  processing_by: v.nullable(personSchema),
  delivered_at: v.nullable(timeSchema),
  /** The sender's reference, for example the number of a transfer or a parcel. */
  reference: v.nullable(v.string()),
  ended_at: v.nullable(timeSchema),
  ended_for: v.nullable(v.string()),
});
export type OperatorOrder = v.InferOutput<typeof operatorOrderSchema>;

const answer = v.object({ order: operatorOrderSchema });

/** The operator who is sending it, if that's another one: the page may be older than their start. */
const sentBy = { processing_by: v.optional(v.nullable(idSchema), null) };

/** open: pending, held and processing together. to_refund: its refund waits for a second operator. Open orders come oldest first, all others newest first. */
export const findOrders = defineCall('operator', 'POST /api/operator/orders/search', {
  summary: 'Orders by state, number, player or reward',
  body: v.object({
    ...pageEntries,
    state: choice('state', ORDER_VIEWS),
    search: searchSchema,
    /** Part of the reward's name. */
    reward: optionalText(120),
    user_id: optionalId,
  }),
  answer: paged(operatorOrderSchema),
});

export const getOperatorOrder = defineCall('operator', 'GET /api/operator/orders/:id', {
  summary: 'An order with its ledger entries and, if it’s held, the accounts its owner shares something with',
  answer: v.object({
    order: operatorOrderSchema,
    entries: v.array(transactionSchema),
    /** Matches that are still open, oldest first. */
    matches: v.array(v.object({ id: idSchema, user: personSchema, reason: v.picklist(heldReasons) })),
    /** A refund that waits for a second operator, with the first one's reason. */
    refund: v.nullable(v.object({ proposed_by: personSchema, reason: v.string() })),
  }),
});

export const showDeliveryDetails = defineCall('operator', 'POST /api/operator/orders/:id/details', {
  summary: 'An order’s delivery details. The audit log records each look',
  answer: v.object({
    /** "Roblox username" */
    label: v.string(),
    /** Null: it needs none, or the copy was erased when its time was up. */
    details: v.nullable(v.string()),
  }),
});

const referenceSchema = v.pipe(
  v.string(),
  tidy,
  v.maxLength(MAX_REFERENCE, `Please use at most ${MAX_REFERENCE} characters.`),
);

/** Errors: not_found, order_closed. */
export const claimOrder = defineCall('operator', 'POST /api/operator/orders/:id/claim', {
  summary: 'Start sending an order: its owner can’t cancel it any more',
  answer,
});

/** Errors: not_found, order_closed, invalid with `reason` or `processing_by`. */
export const requeueOrder = defineCall('operator', 'POST /api/operator/orders/:id/requeue', {
  summary: 'Put an order back in the queue if it isn’t being sent after all: its owner can cancel it again',
  body: v.object({ ...withReason.entries, ...sentBy }),
  answer,
});

/** Errors: not_found, order_closed, invalid with `code`, `reference` or `processing_by`. */
export const deliverOrder = defineCall('operator', 'POST /api/operator/orders/:id/deliver', {
  summary: 'Mark an order as sent, with its code if it waits for one',
  body: v.object({
    /** For a reward delivered as a code. It is sealed like the codes in stock. */
    code: v.optional(v.pipe(v.string(), tidy, v.maxLength(200, 'Please use at most 200 characters.')), ''),
    /** For any other reward: a reference that identifies the delivery. The buyer sees it. */
    reference: v.optional(referenceSchema, ''),
    ...sentBy,
  }),
  answer,
});

/** Errors: not_found, order_closed, invalid with `reason` or `processing_by`. */
export const cancelOperatorOrder = defineCall('operator', 'POST /api/operator/orders/:id/cancel', {
  summary:
    'Cancel an order that wasn’t delivered: its points and stock are returned, and its owner reads why',
  body: v.object({ ...withReason.entries, ...sentBy }),
  answer,
});

/** Errors: not_found, order_closed, invalid with `reason` or `matched_up_to`. */
export const releaseOrder = defineCall('operator', 'POST /api/operator/orders/:id/release', {
  summary: 'Release a held order: what its owner shares with other accounts no longer holds their orders',
  body: v.object({
    ...withReason.entries,
    /** The ID of the newest match that the operator has seen; 0 if there was none. Another may have been found since. */
    matched_up_to: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }),
  answer,
});

/** Errors: not_found, order_closed, invalid with `reason`. */
export const refuseOrder = defineCall('operator', 'POST /api/operator/orders/:id/refuse', {
  summary: 'Reject a held order: its points are returned, and its owner reads why',
  body: withReason,
  answer,
});

/** Errors: not_found, order_closed, nothing_to_do, forbidden (the operator's own), invalid with `reason`. */
export const refundOrder = defineCall('operator', 'POST /api/operator/orders/:id/refund', {
  summary:
    'Refund a delivered order: its owner gets the points back and reads why. Above the daily limit a second operator must do the same within 72 hours',
  body: withReason,
  answer,
});

/** Errors: not_found, order_closed, forbidden (the operator's own), invalid with `reference`. */
export const correctReference = defineCall('operator', 'POST /api/operator/orders/:id/reference', {
  summary: 'Correct the reference of a delivered order. Its owner gets a notification',
  body: v.object({ reference: v.pipe(referenceSchema, v.minLength(1, 'Please enter the reference.')) }),
  answer,
});

export const codeStockSchema = v.object({
  amount_id: idSchema,
  reward: personSchema,
  amount: v.string(),
  points: v.number(),
  /** Codes available for sale. */
  in_stock: v.number(),
  /** Codes sent with orders in the last 30 days. */
  sold_30_days: v.number(),
  /** Orders that are waiting for a code, and whose accounts may get one. */
  waiting: v.number(),
  /** The earliest expiry date in stock: "2027-05-31". Null if none is known. */
  next_expiry: v.nullable(v.string()),
  /** Whether the catalogue still offers it. */
  active: v.boolean(),
});
export type CodeStock = v.InferOutput<typeof codeStockSchema>;

export const listCodeStock = defineCall('operator', 'GET /api/operator/codes', {
  summary: 'Amounts delivered as codes, lowest stock first',
  query: v.object({ ...pageEntries, search: optionalText(80) }),
  answer: paged(codeStockSchema),
});

/** A CSV file that an operator uploads, as text. */
export const csvSchemaWith = (advice: string) =>
  v.pipe(
    v.string('Please choose a CSV file.'),
    v.minLength(1, 'The file is empty.'),
    v.maxLength(MAX_CSV, `Please use a file of at most ${formatNumber(MAX_CSV)} characters. ${advice}`),
  );
export const csvSchema = csvSchemaWith('You can split it.');

/**
 * Imports codes. The header names the columns, in any order: `code`, `amount_id` (optional if the body has one), and optionally
 * `expires_on` ("2027-05-31"). Quoting follows RFC 4180. Valid lines are imported. Invalid lines are returned with their reasons,
 * and can be corrected and uploaded again. A malformed file (no header, an open quote) is rejected as a whole. Errors: invalid
 * with `csv`.
 */
export const importCodes = defineCall('operator', 'POST /api/operator/codes/import', {
  summary:
    'Import codes from a CSV file and store them encrypted. The answer lists each rejected line with its reason',
  body: v.object({ csv: csvSchema, amount_id: v.optional(v.nullable(idSchema), null) }),
  answer: v.object({
    added: v.number(),
    /** How many codes were added to each amount. */
    amounts: v.array(v.object({ amount_id: idSchema, name: v.string(), added: v.number() })),
    /** `line`: the line number in an editor; the header is line 1. */
    refused: v.array(v.object({ line: v.number(), why: v.string() })),
    /** Waiting orders that received one of these codes. */
    delivered: v.array(idSchema),
  }),
});
export type CodesImported = v.InferOutput<typeof importCodes.answer>;

/**
 * Removes codes that are still in stock, whichever amount they were imported for. The file may be the one they were imported from:
 * only its column `code` is read. Errors: invalid with `csv` or `reason`.
 */
export const removeCodes = defineCall('operator', 'POST /api/operator/codes/remove', {
  summary:
    'Remove codes from stock, such as those of a wrong import. They can be imported again. The answer lists each line that isn’t in stock',
  body: v.object({ csv: csvSchema, ...withReason.entries }),
  answer: v.object({
    removed: v.number(),
    /** How many codes were removed from each amount. */
    amounts: v.array(v.object({ amount_id: idSchema, name: v.string(), removed: v.number() })),
    refused: v.array(v.object({ line: v.number(), why: v.string() })),
  }),
});
export type CodesRemoved = v.InferOutput<typeof removeCodes.answer>;

/**
 * Says where codes are, such as those that their issuer voided. The file may be the one they were imported from: only its column
 * `code` is read. Errors: invalid with `csv`.
 */
export const findCodes = defineCall('operator', 'POST /api/operator/codes/find', {
  summary: 'Find the codes of a CSV file: for each line, whether it is in stock, or which order got it',
  body: v.object({ csv: csvSchema }),
  answer: v.object({
    lines: v.array(
      v.object({
        /** The line number in an editor; the header is line 1. */
        line: v.number(),
        /** gone: it left the stock without an order, because it expired. unknown: never added, or removed. */
        where: v.picklist(['stock', 'order', 'gone', 'unknown', 'unreadable']),
        order_id: v.nullable(idSchema),
      }),
    ),
  }),
});
export type CodesFound = v.InferOutput<typeof findCodes.answer>;

/** Orders and the stock of codes, for operators. */

import { request } from '../../lib/client/client.ts';
import type { Answer } from '../../lib/contract/call.ts';
import { MAX_CSV } from '../../lib/contract/operator-limits.ts';
import * as calls from '../../lib/contract/redemption/operator-orders.ts';
import { formatNumber } from '../../lib/format/numbers.ts';
import { actOn, attempt, itemSource, listSource, type Outcome } from './section-store.ts';

export const orders = listSource<calls.OperatorOrder>((query) => request(calls.findOrders, { body: query }));
export const order = itemSource<Answer<typeof calls.getOperatorOrder>>((id) =>
  request(calls.getOperatorOrder, { params: { id } }),
);
export const codes = listSource<calls.CodeStock>((query) => request(calls.listCodeStock, { query }));

export const claim = (id: number) => actOn(order, () => request(calls.claimOrder, { params: { id } }));
/** What the operator saw of who is sending it. */
const sentBy = ({ processing_by }: calls.OperatorOrder) => ({ processing_by: processing_by?.id ?? null });

export const requeue = (of: calls.OperatorOrder, reason: string) =>
  actOn(order, () => request(calls.requeueOrder, { params: { id: of.id }, body: { reason, ...sentBy(of) } }));
/** @param given its code, or its reference */
export const deliver = (of: calls.OperatorOrder, given: { code: string } | { reference: string }) =>
  actOn(order, () =>
    request(calls.deliverOrder, { params: { id: of.id }, body: { ...given, ...sentBy(of) } }),
  );
export const cancel = (of: calls.OperatorOrder, reason: string) =>
  actOn(order, () =>
    request(calls.cancelOperatorOrder, { params: { id: of.id }, body: { reason, ...sentBy(of) } }),
  );
export const release = (id: number, given: { reason: string; matched_up_to: number }) =>
  actOn(order, () => request(calls.releaseOrder, { params: { id }, body: given }));
export const refuse = (id: number, reason: string) =>
  actOn(order, () => request(calls.refuseOrder, { params: { id }, body: { reason } }));

export const refund = (id: number, reason: string) =>
  actOn(order, () => request(calls.refundOrder, { params: { id }, body: { reason } }));
export const correct = (id: number, reference: string) =>
  actOn(order, () => request(calls.correctReference, { params: { id }, body: { reference } }));

/** Returns the delivery details. Only the screen that asked holds them. */
export const showDetails = (id: number): Promise<Outcome<Answer<typeof calls.showDeliveryDetails>>> =>
  attempt(() => request(calls.showDeliveryDetails, { params: { id } }));

/** Uploads a file of codes. A file that is too large is rejected before it is read. */
export async function importCodes(
  file: File | null,
  amountId: number | null,
): Promise<Outcome<calls.CodesImported>> {
  const text = await textOf(file);
  if ('refused' in text) return text;
  return attempt(() => request(calls.importCodes, { body: { csv: text.done, amount_id: amountId } }));
}

/** Says where the codes of a CSV file are. */
export async function findCodes(file: File | null): Promise<Outcome<calls.CodesFound>> {
  const text = await textOf(file);
  if ('refused' in text) return text;
  return attempt(() => request(calls.findCodes, { body: { csv: text.done } }));
}

/** Removes the codes of a CSV file from the stock. */
export async function removeCodes(file: File | null, reason: string): Promise<Outcome<calls.CodesRemoved>> {
  const text = await textOf(file);
  if ('refused' in text) return text;
  return attempt(() => request(calls.removeCodes, { body: { csv: text.done, reason } }));
}

/** Returns the text of a chosen CSV file, or why it can't be used. */
export async function textOf(file: File | null, advice = 'You can split it.'): Promise<Outcome<string>> {
  const refuse = (csv: string) => ({ refused: { message: csv, fields: { csv } } });
  if (!file || file.name === '') return refuse('Please choose a CSV file.');
  if (file.size === 0) return refuse('The file is empty.');
  if (file.size > MAX_CSV * 4)
    return refuse(`Please use a file of at most ${formatNumber(MAX_CSV)} characters. ${advice}`);
  try {
    return { done: await file.text() };
  } catch {
    return refuse('We couldn’t read the file. It may have changed, so please choose it again.');
  }
}

import { request } from '../client/client.ts';
import type { Answer, Query } from '../contract/call.ts';
import * as contract from '../contract/offers.ts';

export function listOffers(
  query: Query<typeof contract.listOffers> = {},
): Promise<Answer<typeof contract.listOffers>> {
  return request(contract.listOffers, { query });
}

/** Errors: not_found. */
export async function getOffer(id: number): Promise<contract.Offer> {
  return (await request(contract.getOffer, { params: { id } })).offer;
}

/** Makes the click, once: again it answers the same. Errors: not_found, offer_closed, too_many_requests. */
export async function openOffer(id: number): Promise<contract.Offer> {
  return (await request(contract.openOffer, { params: { id } })).offer;
}

/** Errors: not_found, dispute_closed, invalid under `proof`, too_many_requests. The same words again are the same dispute. */
export async function disputeOffer(id: number, proof: string): Promise<contract.Offer> {
  return (await request(contract.disputeOffer, { params: { id }, body: { proof } })).offer;
}

/** Errors: not_found, dispute_closed, invalid under `appeal`, too_many_requests. */
export async function appealOffer(id: number, appeal: string): Promise<contract.Offer> {
  return (await request(contract.appealOffer, { params: { id }, body: { appeal } })).offer;
}

export function getPayouts(): Promise<contract.Payouts> {
  return request(contract.getPayouts, {});
}

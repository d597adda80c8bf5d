import { request } from '../client/client.ts';
import type { Answer, Body, Query } from '../contract/call.ts';
import * as contract from '../contract/operator-users.ts';

export function findUsers(
  body: Body<typeof contract.findUsers> = {},
): Promise<Answer<typeof contract.findUsers>> {
  return request(contract.findUsers, { body });
}

/** Errors: not_found. */
export function getOperatorUser(id: number): Promise<Answer<typeof contract.getOperatorUser>> {
  return request(contract.getOperatorUser, { params: { id } });
}

/** Errors: not_found. */
export function listUserLedger(
  id: number,
  query: Query<typeof contract.listUserLedger> = {},
): Promise<Answer<typeof contract.listUserLedger>> {
  return request(contract.listUserLedger, { params: { id }, query });
}

/** Errors: not_found, nothing_to_do, forbidden (one's own), invalid with `reason`. */
export async function suspendUser(id: number, reason: string): Promise<contract.OperatorUserDetail> {
  return (await request(contract.suspendUser, { params: { id }, body: { reason } })).user;
}

/** Errors: as suspendUser's. */
export async function liftSuspension(id: number, reason: string): Promise<contract.OperatorUserDetail> {
  return (await request(contract.liftSuspension, { params: { id }, body: { reason } })).user;
}

/** How many devices were signed out. Errors: as suspendUser's. */
export async function endUserSessions(id: number, reason: string): Promise<number> {
  return (await request(contract.endUserSessions, { params: { id }, body: { reason } })).ended;
}

/** `friendId`: who was invited. Errors: not_found, nothing_to_do, forbidden (one's own), invalid with `reason`. */
export async function refuseReferral(friendId: number, reason: string): Promise<void> {
  await request(contract.refuseReferral, { params: { id: friendId }, body: { reason } });
}

/** Errors: as refuseReferral's. */
export async function admitReferral(friendId: number, reason: string): Promise<void> {
  await request(contract.admitReferral, { params: { id: friendId }, body: { reason } });
}

export function listAdjustments(
  query: Query<typeof contract.listAdjustments> = {},
): Promise<Answer<typeof contract.listAdjustments>> {
  return request(contract.listAdjustments, { query });
}

/** The same key again is the same adjustment. Errors: forbidden (one's own), invalid with `user_id`, `points`, `reason` or the key. */
export async function adjustBalance(
  body: Body<typeof contract.adjustBalance>,
  idempotencyKey: string,
): Promise<contract.Adjustment> {
  return (await request(contract.adjustBalance, { body, idempotencyKey })).adjustment;
}

/** Errors: not_found, nothing_to_do, forbidden (proposed by the caller, or their own account). */
export async function approveAdjustment(id: number): Promise<contract.Adjustment> {
  return (await request(contract.approveAdjustment, { params: { id } })).adjustment;
}

/** Errors: not_found, nothing_to_do, invalid with `reason`. */
export async function declineAdjustment(id: number, reason: string): Promise<contract.Adjustment> {
  return (await request(contract.declineAdjustment, { params: { id }, body: { reason } })).adjustment;
}

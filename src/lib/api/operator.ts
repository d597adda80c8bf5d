/** The operator's way in, and the log. */

import { request } from '../client/client.ts';
import type { Answer, Body, Query } from '../contract/call.ts';
import * as contract from '../contract/operator.ts';

export async function getOperatorCaptcha(effort: 'normal' | 'hard' = 'normal') {
  const harder = effort === 'hard' ? { query: { effort } } : {};
  return (await request(contract.getOperatorCaptcha, harder)).challenge;
}

/** Errors: invalid with `email` (the three don't match) or `captcha`, more_work (a harder captcha comes first), too_many_requests. */
export function operatorLogIn(body: Body<typeof contract.operatorLogIn>): Promise<contract.OperatorSession> {
  return request(contract.operatorLogIn, { body });
}

/** Errors: invalid with `setup_code`, `email` or `password`. */
export function beginOperatorSetUp(
  body: Body<typeof contract.beginOperatorSetUp>,
): Promise<Answer<typeof contract.beginOperatorSetUp>> {
  return request(contract.beginOperatorSetUp, { body });
}

/** Errors: invalid with `setup_code` or `code`. */
export function confirmOperatorSetUp(setupCode: string, code: string): Promise<contract.OperatorSession> {
  return request(contract.confirmOperatorSetUp, { body: { setup_code: setupCode, code } });
}

export async function operatorLogOut(): Promise<void> {
  await request(contract.operatorLogOut, {});
}

export function getDesk(): Promise<Answer<typeof contract.getDesk>> {
  return request(contract.getDesk, {});
}

export function listOperators(): Promise<Answer<typeof contract.listOperators>> {
  return request(contract.listOperators, {});
}

/** `note`: whom it is for. */
export function inviteOperator(note: string): Promise<Answer<typeof contract.inviteOperator>> {
  return request(contract.inviteOperator, { body: { note } });
}

/** Errors: not_found, nothing_to_do, forbidden (one's own, one's inviter's, or too new). */
export async function approveInvitation(id: number): Promise<void> {
  await request(contract.approveInvitation, { params: { id } });
}

/** Errors: not_found, nothing_to_do. */
export async function withdrawInvitation(id: number): Promise<void> {
  await request(contract.withdrawInvitation, { params: { id } });
}

/** Errors: not_found, nothing_to_do, forbidden (one's own). */
export async function endOperator(id: number, reason: string): Promise<contract.Operator> {
  return (await request(contract.endOperator, { params: { id }, body: { reason } })).operator;
}

export async function listOperatorSessions() {
  return (await request(contract.listOperatorSessions, {})).sessions;
}

/** Errors: not_found. */
export async function revokeOperatorSession(id: number): Promise<void> {
  await request(contract.revokeOperatorSession, { params: { id } });
}

export function listAuditEvents(
  query: Query<typeof contract.listAuditEvents> = {},
): Promise<Answer<typeof contract.listAuditEvents>> {
  return request(contract.listAuditEvents, { query });
}

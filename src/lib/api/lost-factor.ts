import { request } from '../client/client.ts';
import type { Body } from '../contract/call.ts';
import * as contract from '../contract/lost-factor.ts';

/** Errors: invalid with `email` (not that password) or `captcha`, too_many_requests. */
export async function reportLostFactor(body: Body<typeof contract.reportLostFactor>): Promise<void> {
  await request(contract.reportLostFactor, { body });
}

/** Errors: invalid with `token`, too_many_requests. */
export async function reportLostByLink(body: Body<typeof contract.reportLostByLink>): Promise<void> {
  await request(contract.reportLostByLink, { body });
}

/** Answers from when on a log-in takes it off. Errors: invalid with `token`, too_many_requests. */
export async function beginLostFactor(token: string): Promise<string> {
  return (await request(contract.beginLostFactor, { body: { token } })).due_at;
}

/** Errors: invalid with `token`, too_many_requests. */
export async function stopLostFactor(token: string): Promise<void> {
  await request(contract.stopLostFactor, { body: { token } });
}

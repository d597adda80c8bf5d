import { request } from '../client/client.ts';
import type { Body } from '../contract/call.ts';
import type { AppSecret } from '../contract/credentials.ts';
import * as contract from '../contract/second-factor.ts';

/** Errors: not_offered (the host has none). */
export async function getSecondFactor(): Promise<contract.SecondFactor> {
  return (await request(contract.getSecondFactor, {})).second_factor;
}

/** Answers what the app is given. Errors: invalid with `password`, email_unconfirmed, nothing_to_do, too_many_requests. */
export function setUpApp(password: string): Promise<AppSecret> {
  return request(contract.setUpApp, { body: { password } });
}

export interface WithRecoveryCodes {
  readonly codes: readonly string[];
  readonly factor: contract.SecondFactor;
}

/** Errors: invalid with `code`, nothing_to_do, too_many_requests. */
export async function confirmApp(code: string): Promise<WithRecoveryCodes> {
  const { recovery_codes, second_factor } = await request(contract.confirmApp, { body: { code } });
  return { codes: recovery_codes, factor: second_factor };
}

/** Errors: invalid with `password` or `code`, nothing_to_do, too_many_requests. */
export async function renewRecoveryCodes(
  body: Body<typeof contract.renewRecoveryCodes>,
): Promise<WithRecoveryCodes> {
  const { recovery_codes, second_factor } = await request(contract.renewRecoveryCodes, { body });
  return { codes: recovery_codes, factor: second_factor };
}

/** Errors: invalid with `password` or `code`, nothing_to_do, too_many_requests. */
export async function turnOffApp(body: Body<typeof contract.turnOffApp>): Promise<contract.SecondFactor> {
  return (await request(contract.turnOffApp, { body })).second_factor;
}

/** Stops the wait that began when app and recovery codes were reported lost. Errors: too_many_requests. */
export async function keepFactor(): Promise<contract.SecondFactor> {
  return (await request(contract.keepFactor, {})).second_factor;
}

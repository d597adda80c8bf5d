import { request } from '../client/client.ts';
import * as contract from '../contract/confirmation.ts';
import type { User } from '../contract/user.ts';

/** Answers whether a mail is on its way: false where the address is confirmed already. Errors: too_many_requests. */
export async function requestConfirmation(): Promise<boolean> {
  return (await request(contract.requestConfirmation, {})).sent;
}

/** Which account a mailed link is about. Errors: invalid with `token`, not_offered, too_many_requests. */
export function lookAtConfirmation(token: string): Promise<contract.ConfirmationLook> {
  return request(contract.lookAtConfirmation, { body: { token } });
}

/** Answers the address that is confirmed now. Errors: invalid with `token` or `password` (it is asked for here), too_many_requests. */
export async function confirmEmail(token: string, password?: string): Promise<string> {
  const body = { token, ...(password !== undefined && { password }) };
  return (await request(contract.confirmEmail, { body })).email;
}

/** Closes the link's account. Errors: invalid with `token`, nothing_to_do (its address is confirmed), too_many_requests. */
export async function refuseAccount(token: string): Promise<void> {
  await request(contract.refuseAccount, { body: { token } });
}

/** Errors: invalid with `email` or `password`, too_many_requests. */
export async function changeEmail(form: contract.EmailForm): Promise<User> {
  return (await request(contract.changeEmail, { body: form })).user;
}

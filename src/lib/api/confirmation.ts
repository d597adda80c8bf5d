import * as contract from '../contract/confirmation.ts';
import type { User } from '../contract/user.ts';
import { request } from './client.ts';

/** Answers whether a mail is on its way: false where the address is confirmed already. Errors: too_many_requests. */
export async function requestConfirmation(): Promise<boolean> {
  return (await request(contract.requestConfirmation, {})).sent;
}

/** Answers the address that is confirmed now. Errors: invalid with `token`, too_many_requests. */
export async function confirmEmail(token: string): Promise<string> {
  return (await request(contract.confirmEmail, { body: { token } })).email;
}

/** Errors: invalid with `email` or `password`, too_many_requests. */
export async function changeEmail(form: contract.EmailForm): Promise<User> {
  return (await request(contract.changeEmail, { body: form })).user;
}

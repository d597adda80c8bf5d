import { request } from '../client/client.ts';
import type { Answer, Body } from '../contract/call.ts';
import * as contract from '../contract/sign-in.ts';

export type SignedIn = Answer<typeof contract.loginUser>['success'];

/** Errors: invalid with `email`, `captcha` or `code` (the account asks for one), more_work (a harder captcha comes first), too_many_requests. */
export async function login(body: Body<typeof contract.loginUser>): Promise<SignedIn> {
  return (await request(contract.loginUser, { body })).success;
}

/** Errors: invalid with the field, too_many_requests. */
export async function register(body: Body<typeof contract.registerUser>): Promise<SignedIn> {
  return (await request(contract.registerUser, { body })).success;
}

/** Asks for a mail with a link; fulfils whether or not the address has an account. Errors: invalid with the field, too_many_requests. */
export async function requestPasswordReset(body: Body<typeof contract.requestPasswordReset>): Promise<void> {
  await request(contract.requestPasswordReset, { body });
}

/** The accounts of a mailed link's address. Errors: invalid with `token`, not_offered, too_many_requests. */
export async function listResetAccounts(
  body: Body<typeof contract.listResetAccounts>,
): Promise<contract.ResetAccount[]> {
  return (await request(contract.listResetAccounts, { body })).accounts;
}

/** Answers those that are left. Errors: as above, nothing_to_do (its address is confirmed). */
export async function closeResetAccount(
  body: Body<typeof contract.closeResetAccount>,
): Promise<contract.ResetAccount[]> {
  return (await request(contract.closeResetAccount, { body })).accounts;
}

/** Errors: invalid with the field (`token`: the link can't be used; `code`: the account asks for one), too_many_requests. */
export async function resetPassword(body: Body<typeof contract.resetPassword>): Promise<SignedIn> {
  return (await request(contract.resetPassword, { body })).success;
}

/** What goes along where an account asks for a code: the code, and that this browser is known there. */
export type CodeProof = Pick<Body<typeof contract.loginGoogle>, 'code' | 'known_device'>;

const providerLogins = {
  google: contract.loginGoogle,
  apple: contract.loginApple,
  discord: contract.loginDiscord,
};

/** Errors: provider_unavailable, invalid with `token`, or with `code`: then the same token holds once more, with one. */
export async function loginBy(
  provider: contract.AuthProvider,
  token: string,
  proof?: CodeProof,
): Promise<SignedIn> {
  if (provider !== 'steam')
    return (await request(providerLogins[provider], { body: { token, ...proof } })).success;
  // The specification's body is the token alone.
  const answer = proof
    ? request(contract.loginSteam, { body: { token, ...proof } })
    : request(contract.loginSteam, { body: token });
  return (await answer).success;
}

/** A challenge of the captcha, as its library shapes it. */
export function getCaptcha(
  effort: 'normal' | 'hard' = 'normal',
): Promise<Answer<typeof contract.getCaptcha>> {
  return request(contract.getCaptcha, effort === 'hard' ? { query: { effort } } : {});
}

/** The auth providers that are set up. Errors: not_offered (the host has none). */
export async function listAuthProviders(): Promise<string[]> {
  return (await request(contract.getAuthProviders, {})).providers;
}

/** `device` is this browser's random number, a UUID. */
export async function noteDevice(device: string): Promise<void> {
  await request(contract.noteDevice, { body: { device } });
}

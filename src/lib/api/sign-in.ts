import type { Answer, Body } from '../contract/call.ts';
import * as contract from '../contract/sign-in.ts';
import { request } from './client.ts';

export type SignedIn = Answer<typeof contract.loginUser>['success'];

/** Errors: invalid with `email` or `captcha`, too_many_requests. */
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

/** Errors: invalid with the field (`token`: the link can't be used), too_many_requests. */
export async function resetPassword(body: Body<typeof contract.resetPassword>): Promise<SignedIn> {
  return (await request(contract.resetPassword, { body })).success;
}

/** Errors: provider_unavailable, invalid with `token`. */
export async function loginGoogle(token: string): Promise<SignedIn> {
  return (await request(contract.loginGoogle, { body: { token } })).success;
}

/** Errors: provider_unavailable, invalid with `token`. */
export async function loginSteam(token: string): Promise<SignedIn> {
  return (await request(contract.loginSteam, { body: token })).success;
}

/** A challenge of the captcha, as its library shapes it. */
export function getCaptcha(): Promise<Answer<typeof contract.getCaptcha>> {
  return request(contract.getCaptcha, {});
}

/** Which providers are set up. Errors: not_offered (the host has none). */
export function getSignInWays(): Promise<Answer<typeof contract.getSignInWays>> {
  return request(contract.getSignInWays, {});
}

/** `device` is this browser's random number, a UUID. */
export async function noteDevice(device: string): Promise<void> {
  await request(contract.noteDevice, { body: { device } });
}

import { request } from '../client/client.ts';
import type { Answer, Body } from '../contract/call.ts';
import * as contract from '../contract/settings.ts';
import type { User } from '../contract/user.ts';

export function getSettings(): Promise<contract.Settings> {
  return request(contract.getSettings, {});
}

/** Errors: invalid with the field, too_many_requests. */
export async function saveProfile(body: contract.ProfileForm): Promise<User> {
  return (await request(contract.saveProfile, { body })).user;
}

export async function saveNotification(
  body: Body<typeof contract.saveNotification>,
): Promise<contract.NotificationSetting[]> {
  return (await request(contract.saveNotification, { body })).notifications;
}

/** Forgets where rewards of one kind go; answers what is still kept. */
export function forgetDetail(field: string): Promise<Answer<typeof contract.forgetDetail>> {
  return request(contract.forgetDetail, { params: { field } });
}

/** Answers how many other devices were signed out. Errors: invalid with the field, too_many_requests. */
export async function changePassword(body: Body<typeof contract.changePassword>): Promise<number> {
  return (await request(contract.changePassword, { body })).signed_out;
}

export async function listDevices(): Promise<contract.Device[]> {
  return (await request(contract.listDevices, {})).devices;
}

/** Answers those that are left. Errors: not_found. */
export async function revokeDevice(id: number, password?: string): Promise<contract.Device[]> {
  return (await request(contract.revokeDevice, { params: { id }, body: { password } })).devices;
}

/** Answers the one that is left: the caller's. */
export async function revokeOtherDevices(password?: string): Promise<contract.Device[]> {
  return (await request(contract.revokeOtherDevices, { body: { password } })).devices;
}

/** Everything that is held about the caller. Errors: too_many_requests. */
export function exportAccount(): Promise<Answer<typeof contract.exportAccount>> {
  return request(contract.exportAccount, {});
}

/** Answers when the account will be erased. Errors: invalid with `proof`, too_many_requests. */
export async function deleteAccount(body: Body<typeof contract.deleteAccount>): Promise<string> {
  return (await request(contract.deleteAccount, { body })).due_at;
}

import { request } from '../client/client.ts';
import * as contract from '../contract/account.ts';

export async function logout(): Promise<void> {
  await request(contract.logoutUser, {});
}

export async function getCountries(): Promise<contract.Country[]> {
  return (await request(contract.getCountries, {})).countries;
}

/** One's own user whole; another's public face. */
export async function getUser(id: number): Promise<contract.User> {
  return (await request(contract.getUser, { params: { id } })).user;
}

export async function getBalance(): Promise<contract.Balance> {
  return (await request(contract.getBalance, {})).balance;
}

/** `birthDate` as "2001-05-31". Errors: invalid with `birth_date`. */
export async function saveBirthDate(birthDate: string): Promise<contract.User> {
  return (await request(contract.saveBirthDate, { body: { birth_date: birthDate } })).user;
}

/** Errors: invalid with `value`, not_found. */
export async function saveDeliveryDetail(rewardId: number, value: string): Promise<contract.User> {
  return (await request(contract.saveDeliveryDetail, { body: { reward_id: rewardId, value } })).user;
}

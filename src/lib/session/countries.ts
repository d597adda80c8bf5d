/** Every country by code and name, as signing in stored them (spec section 4). */
import { atom } from 'nanostores';
import { request } from '../client/client.ts';
import { type Country, getCountries } from '../contract/account.ts';
import { readStored, store } from './storage.ts';

/** Empty until somebody signs in, or something needs the list. */
export const $countries = atom<readonly Country[]>([]);

/** Fetches the list anew and stores it. What fails leaves it as it was: nothing is worth less for want of a list. */
export async function fetchCountries(): Promise<void> {
  try {
    const { countries } = await request(getCountries, {});
    store('countries', JSON.stringify(countries));
    $countries.set(countries);
  } catch {
    // Whoever needs it fetches it again.
  }
}

/** Sees that the list is there: the stored one, or where that is gone or broken a new one. */
export async function loadCountries(): Promise<void> {
  if ($countries.get().length > 0) return;
  const stored = countriesIn(readStored('countries'));
  if (stored) $countries.set(stored);
  else await fetchCountries();
}

const isCountry = (one: unknown): one is Country =>
  typeof one === 'object' &&
  one !== null &&
  'code' in one &&
  typeof one.code === 'string' &&
  'name' in one &&
  typeof one.name === 'string';

function countriesIn(text: string | null): Country[] | null {
  try {
    const read: unknown = JSON.parse(text ?? '');
    return Array.isArray(read) && read.length > 0 && read.every(isCountry) ? read : null;
  } catch {
    return null;
  }
}

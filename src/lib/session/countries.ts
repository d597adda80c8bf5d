/** Every country by code and name, as signing in stored them (spec section 4): as the host gave them, in any of its forms. */
import { atom } from 'nanostores';
import { request } from '../client/client.ts';
import { getCountries } from '../contract/account.ts';
import { isObject } from '../contract/answer.ts';
import { readStored, store } from './storage.ts';

export interface Country {
  readonly code: string;
  readonly name: string;
}

/** Empty until somebody signs in, or something needs the list. */
export const $countries = atom<readonly Country[]>([]);

/** Fetches the list again and stores it. What fails leaves it as it was: nothing is worth less for want of a list. */
export async function fetchCountries(): Promise<void> {
  try {
    const { countries } = await request(getCountries, {});
    store('countries', JSON.stringify(countries));
    $countries.set(countriesIn(countries));
  } catch {
    // Callers that need it fetch it again.
  }
}

/** Sees that the list is there: the stored one, or where that is gone or broken a new one. */
export async function loadCountries(): Promise<void> {
  if ($countries.get().length > 0) return;
  const stored = countriesIn(parsed(readStored('countries')));
  if (stored.length > 0) $countries.set(stored);
  else await fetchCountries();
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** ['France'], [{ code: 'FR', name: 'France' }], [{ id: 75, name: 'France' }] or { FR: 'France' }; what else there is stays out. */
export function countriesIn(given: unknown): Country[] {
  if (isObject(given))
    return Object.entries(given).flatMap(([code, name]) => (typeof name === 'string' ? { code, name } : []));
  if (!Array.isArray(given)) return [];
  return given.flatMap((one: unknown) => {
    if (typeof one === 'string') return { code: one, name: one };
    if (!isObject(one) || typeof one.name !== 'string') return [];
    return { code: String(one.code ?? one.id ?? one.name), name: one.name };
  });
}

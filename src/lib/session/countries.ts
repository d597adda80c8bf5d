/** All countries by code and name. Signing in stores them (spec section 4) in whatever form the host sent them. */
import { atom } from 'nanostores';
import { request } from '../client/client.ts';
import { getCountries } from '../contract/account/account.ts';
import { isObject } from '../contract/answer.ts';
import { readParsed, store } from './storage.ts';

export interface Country {
  readonly code: string;
  readonly name: string;
}

/** Empty until a user signs in or a screen needs the list. */
export const $countries = atom<readonly Country[]>([]);

/** Fetches and stores the list. A failure leaves the old list in place, because nothing depends on it. */
export async function fetchCountries(): Promise<void> {
  try {
    const { countries } = await request(getCountries, {});
    store('countries', JSON.stringify(countries));
    $countries.set(countriesIn(countries));
  } catch {
    // Screens that need the list fetch it again.
  }
}

/** Makes sure that the list is loaded: from storage, or from the host if that is missing or broken. */
export async function loadCountries(): Promise<void> {
  if ($countries.get().length > 0) return;
  const stored = countriesIn(readParsed('countries'));
  if (stored.length > 0) $countries.set(stored);
  else await fetchCountries();
}

/**
 * Accepts ['France'], [{ code: 'FR', name: 'France' }], [{ id: 75, name: 'France' }] and { FR: 'France' }. Skips anything else.
 */
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

/** Saves the birth date if something with an age limit needs it. */

import { saveBirthDate } from '../../../lib/session/session.ts';
import { asApiError } from './load.ts';

/** Saves a date ("2001-05-31"). Returns an error message, or undefined on success. */
export async function trySaveBirthDate(date: string): Promise<string | undefined> {
  try {
    await saveBirthDate(date);
    return undefined;
  } catch (error) {
    const { fields, message } = asApiError(error);
    return fields.birth_date ?? message;
  }
}

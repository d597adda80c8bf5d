/** The birth date where something with an age limit asks for it. */

import { saveBirthDate } from '../../../lib/session/session.ts';
import { asApiError } from './load.ts';

/** Saves a date ("2001-05-31"); answers in words why it could not be saved, or nothing when it was. */
export async function trySaveBirthDate(date: string): Promise<string | undefined> {
  try {
    await saveBirthDate(date);
    return undefined;
  } catch (error) {
    const { fields, message } = asApiError(error);
    return fields.birth_date ?? message;
  }
}

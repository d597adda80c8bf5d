import { expect } from 'vitest';

/** A refusal that names a field, with words in its text: for `rejects.toMatchObject`. */
export const wrong = (field: string, words = '') => ({
  status: 422,
  fields: { [field]: expect.stringContaining(words) },
});

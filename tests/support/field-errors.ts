import { expect } from 'vitest';

/** An error at a field with a text that contains these words, for `rejects.toMatchObject`. */
export const wrong = (field: string, words = '') => ({
  status: 422,
  fields: { [field]: expect.stringContaining(words) },
});

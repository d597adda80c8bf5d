import { expect, test } from 'vitest';
import { readErrorAnswer } from '../../../src/lib/client/error-answer.ts';

test.each<readonly [unknown, string | undefined, Record<string, string>]>([
  [{ message: 'Sold out.' }, 'Sold out.', {}],
  [
    { message: 'Invalid.', errors: { opinion: ['Too short.', 'Too plain.'] } },
    'Invalid.',
    { opinion: 'Too short.' },
  ],
  [{ message: 'Invalid.', errors: { opinion: [] } }, 'Invalid.', { opinion: 'Invalid.' }],
  [{ errors: { opinion: ['Too short.'] } }, undefined, { opinion: 'Too short.' }],
  [{ errors: ['Too short.'] }, 'Too short.', {}],
  [{ error: 'Sold out.' }, 'Sold out.', {}],
  [{ error: { message: 'Sold out.', code: 7 } }, 'Sold out.', {}],
  [{ error: { opinion: ['Too short.'] } }, undefined, { opinion: 'Too short.' }],
  [
    { opinion: ['Too short.'], user_id: ['Not yours.'] },
    undefined,
    { opinion: 'Too short.', user_id: 'Not yours.' },
  ],
  [{ message: 'Invalid.', data: [], trace: [{ file: 'a.php' }] }, 'Invalid.', {}],
  [{ message: '', error: true, errors: 'none' }, undefined, {}],
  [['Sold out.'], undefined, {}],
  ['Sold out.', undefined, {}],
  [null, undefined, {}],
  [undefined, undefined, {}],
])('%o', (body, message, fields) => {
  expect(readErrorAnswer(body)).toEqual({ code: undefined, message, fields });
});

test('our own host names its codes', () => {
  expect(readErrorAnswer({ message: 'No.', code: 'forbidden' })).toEqual({
    code: 'forbidden',
    message: 'No.',
    fields: {},
  });
  expect(readErrorAnswer({ message: 'No.', code: 403 }).code).toBeUndefined();
});

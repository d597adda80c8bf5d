import { expect, test } from 'vitest';
import { readCatalogue } from '../../../server/features/catalogue/files.ts';

const tasks = readCatalogue().social;

test.each([
  ['https://x.com/somebody/status/1234567890', '1234567890'],
  ['https://twitter.com/somebody/status/1234567890', '1234567890'],
  ['https://youtu.be/abcdefghij1', 'abcdefghij1'],
  ['https://www.youtube.com/watch?v=abcdefghij1&t=30', 'abcdefghij1'],
  ['https://m.youtube.com/shorts/abcdefghij1', 'abcdefghij1'],
  [
    'https://discord.com/channels/100000000000000001/100000000000000002/100000000000000003',
    '100000000000000001/100000000000000002/100000000000000003',
  ],
])('%s is a proof, and the same one however it is spelled', (link, id) => {
  const [match] = tasks.flatMap(({ proof_pattern }) => {
    const one = new RegExp(`^(?:${proof_pattern})$`, 'u').exec(link);
    return one ? [one] : [];
  });
  expect(match?.[0]).toBe(link);
  expect(match?.groups?.id).toBe(id);
});

test.each([
  'https://x.com/somebody/status/001234567890',
  'https://discord.com/channels/100000000000000001/100000000000000002/0100000000000000003',
])('%s is no proof: zeros in front would make the same one look like another', (link) => {
  expect(tasks.filter(({ proof_pattern }) => new RegExp(`^(?:${proof_pattern})$`, 'u').test(link))).toEqual(
    [],
  );
});

import { expect, test } from 'vitest';
import { fieldWords } from '../../../src/lib/contract/fields.ts';

test.each([
  ['title', 'title'],
  ['delivery.label', 'delivery.label'],
  ['sources.0.url', "the first source's url"],
  ['amounts.9.points', "the tenth amount's points"],
  ['regions.11', 'region number 12'],
  ['receipt.lines.2.points', "the receipt's third line's points"],
  ['countries.1', 'the second country'],
  ['faq.0.question', "the first faq entry's question"],
  ['requirements.countries.7', "the requirements' eighth country"],
  ['class.0', 'the first class entry'],
  ['quests.3.rungs.12', "the fourth quest's rung number 13"],
])('%s is %s', (path, words) => {
  expect(fieldWords(path)).toBe(words);
});

import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { readCatalogue } from '../../../server/features/catalogue/files.ts';
import { playerSeed } from '../../../src/lib/contract/draws/contests.ts';

const { contests } = readCatalogue(fileURLToPath(new URL('../../../src/content/catalogue', import.meta.url)));

const isAccepted = (seed: string) => v.is(playerSeed, seed);
const characters = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).filter(isAccepted);
const lengths = Array.from({ length: 100 }, (_, length) => length).filter((length) =>
  isAccepted('a'.repeat(length)),
);

test.each(contests.map(({ slug, rules }) => [slug, rules.join('\n')] as const))(
  'the rules of %s say which seeds it accepts',
  (_, rules) => {
    expect(characters.join('')).toMatch(/^0123456789abc[d-z]*$/);
    expect(rules).toContain(
      `You add your own seed: ${lengths[0]} to ${lengths.at(-1)} digits or letters from a to ${characters.at(-1)}.`,
    );
  },
);

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { featuresOf, featureTexts } from '../../../../scripts/checks/feature-texts.ts';

test.each([
  ['src/islands/draws/cases/Odds.tsx', '', ['draws']],
  ['server/features/draws/cases.ts', '', ['draws']],
  ['src/lib/contract/draws/cases.ts', '', ['draws']],
  ['src/lib/contract/errors.ts', '', ['site']],
  ['src/lib/arcade/tower.ts', '', ['arcade']],
  ['src/components/Footer.astro', '', ['site']],
  ['src/pages/help.astro', '---\n---', ['site']],
  [
    'src/pages/guest.astro',
    "import { A } from '../islands/catalogue/A.tsx';\nimport { B } from '../islands/catalogue/b/B.tsx';\nimport { C } from '../islands/draws/C.tsx';\nimport { D } from '../islands/shell/D.tsx';",
    ['catalogue', 'draws'],
  ],
])('%s belongs to its feature', (name, content, features) => {
  expect(featuresOf(name, content)).toEqual(features);
});

test('the list of a feature has its screens, pages, contract and server, in order, and no code', async () => {
  const texts = await featureTexts(join(import.meta.dirname, '../../../..'));
  const lines = texts.get('redemption') ?? [];
  for (const line of [
    /^src\/islands\/redemption\/orders\/words\.ts:\d+ All yours\. Enjoy\.$/,
    /^src\/pages\/user\/order-history\.astro:\d+ My rewards$/,
    /^src\/lib\/contract\/redemption\/buy\.ts:\d+ Please choose an amount\.$/,
    /^server\/features\/redemption\/first-reward\.ts:\d+ Your first reward$/,
  ])
    expect(lines).toContainEqual(expect.stringMatching(line));
  const words = lines.filter((line) => line.startsWith('src/islands/redemption/orders/words.ts'));
  const at = words.map((line) => Number(/:(\d+)/.exec(line)?.[1]));
  expect(at).toEqual(at.toSorted((a, b) => a - b));
  expect(lines.filter((line) => /Changed$|SELECT|no key update|\(pointer/.test(line))).toEqual([]);
  expect(texts.get('site')).toContainEqual(
    expect.stringMatching(/^src\/lib\/contract\/errors\.ts:\d+ You have to be 18/),
  );
});

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { textsIn } from '../../../../scripts/checks/player-texts.ts';
import { wordingFindings, wordingOf } from '../../../../scripts/checks/wording.ts';

test.each([
  [
    'a.tsx',
    'const a = <p>\n  Your code\n  stands below. {/* stands */}\n</p>;',
    2,
    'Your code stands below.',
  ],
  [
    'a.tsx',
    '// stands\nconst a = <Failed title={`${what} could not be loaded`} />;',
    2,
    '… could not be loaded',
  ],
  ['a.ts', "import a from 'stands/in'; const a: 'It stands' = b;\nconst c = 'It stands';", 2, 'It stands'],
  [
    'a.astro',
    '---\nconst a = 1;\n---\n<style>p { a: b }</style>\n<p class="it stands">It stands</p>',
    5,
    'It stands',
  ],
  ['a.md', '---\ntitle: x\n---\nIt stands, `it stands`', 4, 'It stands,'],
  ['a.json', '{\n  "summary": "It stands"\n}', 2, 'It stands'],
])('%s: checks only the visible text of %j', (name, content, line, text) => {
  expect(textsIn(name, content).filter((found) => / /.test(found.text))).toContainEqual({ line, text });
});

const screen = 'src/islands/a.tsx';
test.each([
  [screen, 'See what stands there', 'stands'],
  [screen, 'Call it off', 'Call it off'],
  [screen, 'Hand it in', 'Hand it in'],
  [screen, 'Who signs up by it is your friend', 'by it'],
  [screen, 'Take all of it along', 'Take all of it along'],
  [screen, 'The list could not be had', 'could not be had'],
  [screen, 'Who came first wins.', 'Who came first wins.'],
  [screen, 'What it asks is below.', 'What it asks is below.'],
  [screen, 'The e-mail is late', 'e-mail'],
  [screen, 'You won!', 'n!'],
])('%s: “%s” is found', (name, text, words) => {
  expect(wordingOf(name, { line: 1, text }).map((found) => found.words)).toContain(words);
});

test.each([
  [screen, 'Who can see this?'],
  [screen, 'What is an XP boost?'],
  [screen, 'Your score stands out'],
  ['src/islands/draws/Proof.tsx', 'SHA-256 of the seed'],
  ['src/islands/admin/Orders.tsx', 'Another operator decides'],
  ['src/content/rewards/a.md', 'What matters is the region.'],
])('%s: “%s” passes', (name, text) => {
  expect(wordingOf(name, { line: 1, text })).toEqual([]);
});

test('no text for players or marketers has a banned word', async () => {
  expect(await wordingFindings(join(import.meta.dirname, '../../../..'))).toEqual([]);
});

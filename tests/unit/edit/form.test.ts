// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseFrontmatter } from 'astro/markdown';
import { expect, test } from 'vitest';
import { editorsForm, hasText } from '../../../scripts/edit/form.ts';
import { filesUnder } from '../../../scripts/files.ts';

const CONTENT = join(import.meta.dirname, '../../../src/content');
const inForm = await editorsForm();
const pages = (await filesUnder(CONTENT)).filter(hasText);

/** How the editor saves a page's text. */
const saved = (text: string) => parseFrontmatter(inForm(`---\ntitle: x\n---\n${text}`)).content.trim();

test.each(pages)('%s is saved as it is: if not, run `node scripts/edit/tidy.ts`', (page) => {
  const file = readFileSync(join(CONTENT, page), 'utf8');
  expect(inForm(file)).toBe(file);
});

test.each([
  ['headings and paragraphs', '## One\n\nText.\n\n### Two\n\nMore.'],
  ['emphasis, links and code', 'A **bold**, *slanted* word, a [link](/terms#2-points) and `code < {x}`.'],
  ['lists', '- one\n- two\n  - inside\n\n1. first\n2. second'],
  ['tables', '| a   | b |\n| --- | - |\n| *x* | 1 |'],
  ['quotes', '> Said by somebody.'],
  ['signs that mean something elsewhere', 'Less than \\< 3, a \\{brace}, 2 \\* 3, snake_case, 5 & 6.'],
])('leaves %s as they are', (_what, text) => {
  expect(saved(saved(text))).toBe(saved(text));
  expect(saved(text)).toBe(text);
});

test('joins lines that were broken by hand', () => {
  expect(saved('One line\nthat goes on.\n\n- a point\n  that goes on')).toBe(
    'One line that goes on.\n\n- a point that goes on',
  );
});

test('removes a space at the end of a paragraph', () => {
  expect(saved('Typed.&#x20;\n\n- a point&#x20;')).toBe('Typed.\n\n- a point');
});

test('accepts characters that would begin code in MDX', () => {
  expect(saved('a < b, {c} and <https://example.com/>')).toBe(
    'a \\< b, \\{c} and [https://example.com/](https://example.com/)',
  );
});

import { expect, test } from 'vitest';
import { elementsOf, isActive } from '../../../../scripts/site/html.ts';

const names = (html: string) => elementsOf(html).map(({ name }) => name);

test('finds elements with their attributes, whatever is in the quotes', () => {
  const [link] = elementsOf(`<a HREF='/a>b' title="x &quot;y&quot; &amp; z" data-n=5 hidden>`);
  expect([...(link?.attributes ?? [])]).toEqual([
    ['href', '/a>b'],
    ['title', 'x "y" & z'],
    ['data-n', '5'],
    ['hidden', ''],
  ]);
});

test('takes the text of scripts and styles unchanged', () => {
  const html = `<style>a > b { }</style><script>if (1 < 2) x("<p>");</script><p>after</p>`;
  expect(elementsOf(html).map(({ text }) => text)).toEqual(['a > b { }', 'if (1 < 2) x("<p>");', '']);
  expect(names(html)).toEqual(['style', 'script', 'p']);
});

test('passes over comments', () => {
  expect(names('<!-- <script>x</script> --><p>')).toEqual(['p']);
});

test.each([
  ['<script>', true],
  ['<script type="module">', true],
  ['<script type="text/javascript">', true],
  ['<script type="speculationrules">', true],
  ['<script type="application/ld+json">', false],
  ['<script type="application/json">', false],
  ['<style>', false],
])('%s acts in the browser: %s', (html, expected) => {
  expect(elementsOf(html).map(isActive)).toEqual([expected]);
});

// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jsonLd } from '../../../src/components/json-ld.ts';

const SRC = join(import.meta.dirname, '../../../src');

test.each([
  '</script><script>alert(1)</script>',
  '<!--<script>',
  '</SCRIPT ><img src=x onerror=alert(1)>',
  ']]>',
])('text can’t end the data block: %s', (name) => {
  const graph = [{ '@type': 'Product', name, [name]: [name] }];
  const page = new DOMParser().parseFromString(
    `<body><script type="application/ld+json">${jsonLd(graph)}</script><p>after</p></body>`,
    'text/html',
  );
  expect(page.querySelectorAll('script, img')).toHaveLength(1);
  expect(page.querySelector('p')?.textContent).toBe('after');
  expect(JSON.parse(page.querySelector('script')?.textContent ?? '')['@graph']).toEqual(graph);
});

test('no other code writes such a block', () => {
  const pages = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(?:astro|tsx)$/.test(name),
  );
  const blocks = pages.flatMap((name) =>
    [...readFileSync(join(SRC, name), 'utf8').matchAll(/<script[^>]*ld\+json[^>]*>/g)].map(([tag]) => [
      name,
      tag,
    ]),
  );
  expect(blocks).toEqual([
    ['components/JsonLd.astro', '<script is:inline type="application/ld+json" set:html={json} />'],
  ]);
  expect(readFileSync(join(SRC, 'components/JsonLd.astro'), 'utf8')).toContain(
    'const json = jsonLd(Astro.props.graph);',
  );
});

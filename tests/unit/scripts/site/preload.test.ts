import { expect, test } from 'vitest';
import { elementsOf } from '../../../../scripts/site/html.ts';
import { withPreloads } from '../../../../scripts/site/preload.ts';

const imports = new Map([
  ['/_astro/Island.js', ['/_astro/react.js', '/_astro/store.js']],
  ['/_astro/client.js', ['/_astro/react.js']],
]);
const page = (content: string) =>
  '<!DOCTYPE html><html lang="en"><head><title>A</title><script type="module" src="/_astro/App.js"></script></head><body>' +
  `<astro-island component-url="/_astro/Island.js" renderer-url="/_astro/client.js" client="painted">${content}</astro-island></body></html>`;
const preloaded = (content: string) => {
  const html = page(content);
  return withPreloads(html, elementsOf(html), imports);
};

test('a page that waits for its islands has a link for each of their scripts', () => {
  const html = preloaded('<p class="skeleton"></p>');
  for (const name of ['Island', 'client', 'react', 'store'])
    expect(html.match(new RegExp(`<link rel="modulepreload" href="/_astro/${name}.js">`, 'g'))).toHaveLength(
      1,
    );
  expect(html).toContain('<script type="module" src="/_astro/App.js">');
});

test('a page with its content names no script to the browser, only to the islands', () => {
  const html = preloaded('<astro-slot name="known"><h2>Robux</h2></astro-slot>');
  expect(html).not.toMatch(/<link|<script/);
  expect(html).toContain(' data-start="/_astro/App.js"');
  expect(
    html
      .match(/data-parts="([^"]*)"/)?.[1]
      ?.split(' ')
      .sort(),
  ).toEqual(['Island', 'client', 'react', 'store'].map((name) => `/_astro/${name}.js`).sort());
});

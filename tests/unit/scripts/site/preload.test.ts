import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { scriptsIn, withPreloads } from '../../../../scripts/site/preload.ts';

const scripts = new Map([
  ['/_astro/Island.js', { imports: ['/_astro/react.js', '/_astro/store.js'] }],
  ['/_astro/client.js', { imports: ['/_astro/react.js'] }],
]);
const page = (content: string) =>
  '<!DOCTYPE html><html lang="en"><head><title>A</title><script type="module" src="/_astro/App.js"></script></head><body>' +
  `<astro-island component-url="/_astro/Island.js" renderer-url="/_astro/client.js" client="painted">${content}</astro-island></body></html>`;
const preloaded = (content: string) => withPreloads(page(content), scripts);

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

test('an island names the script that it is in, not a file that only passes it on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'preload-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, '_astro'));
  const files = {
    '_astro/Frame.js': 'export{n as Balance,t as Menu}from"./group.js";',
    '_astro/group.js': 'import{a}from"./react.js";var n=a,t=a;export{n,t};',
    '_astro/react.js': 'export const a=1;',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const island = (name: string) =>
    `<astro-island component-url="/_astro/${name}.js" component-export="Menu" renderer-url="/_astro/react.js" client="painted"></astro-island>`;
  const finish = async (name: string) =>
    withPreloads(`<title>A</title>${island(name)}`, await scriptsIn(folder, Object.keys(files)));
  expect(await finish('Frame')).toContain('component-url="/_astro/group.js" component-export="t"');
  expect(await finish('Frame')).not.toContain('Frame.js');
  expect(await finish('group')).toContain('component-url="/_astro/group.js" component-export="Menu"');
});

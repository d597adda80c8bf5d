/** Each page with an island keeps the keyboard position when a pressed button goes away (src/components/keep-focus.ts). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reachable, readModules, startModules } from '../../scripts/checks/module-graph.ts';
import { filesUnder } from '../../scripts/files.ts';
import { elementsOf } from '../../scripts/site/html.ts';
import { SITE } from '../../scripts/test-site.ts';

/** What only keep-focus.ts contains. */
const MARK = /new MutationObserver\(.{0,200}document\.activeElement===document\.body/;

test('each page with an island keeps the focus', async () => {
  const files = await filesUnder(SITE);
  const modules = await readModules(SITE, files);
  const keeping = new Set<string>();
  for (const name of modules.keys())
    if (MARK.test(await readFile(join(SITE, name), 'utf8'))) keeping.add(name);
  const left: string[] = [];
  let islands = 0;
  for (const file of files.filter((name) => name.endsWith('.html'))) {
    const html = await readFile(join(SITE, file), 'utf8');
    if (!html.includes('<astro-island')) continue;
    islands++;
    const { first, later } = reachable(startModules(elementsOf(html)), modules);
    if (!MARK.test(html) && ![...first, ...later].some((name) => keeping.has(name))) left.push(file);
  }
  expect(left).toEqual([]);
  expect(islands).toBeGreaterThan(100);
});

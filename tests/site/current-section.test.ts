/** Players can tell from the tab bar where they are. */
import { expect, test } from 'vitest';
import { readSite } from '../../scripts/checks/built-site.ts';
import { SITE } from '../../scripts/test-site.ts';

/** The tab that is lit, as its text. */
const LIT = /<(?:a|button)[^>]* aria-current(?:="[^"]*")?[^>]*>(?:<svg.*?<\/svg>)?\s*([^<]*?)\s*</gs;

test('each page of a signed-in player lights exactly one tab', async () => {
  const { pages } = await readSite(SITE);
  const wrong: string[] = [];
  const lit = new Map<string, string[]>();
  for (const [path, { html }] of pages) {
    const tabs = /^\/user(?:\/|$)/.test(path) && /<nav class="tabs".*?<\/nav>/s.exec(html)?.[0];
    if (!tabs) continue;
    const words = [...tabs.matchAll(LIT)].map(([, text]) => text ?? '');
    lit.set(path, words);
    if (words.length !== 1) wrong.push(`${path}: ${words.join(', ') || 'none'}`);
  }
  expect(wrong).toEqual([]);
  expect(lit.get('/user/settings')).toEqual(['More']);
  expect(lit.get('/user/cases')).toEqual(['More']);
  expect(lit.get('/user/order-history')).toEqual(['My rewards']);
});

test('orders and inventory are one place: the same heading and tab, and a switch between both', async () => {
  const { pages } = await readSite(SITE);
  const shown = ['/user/order-history', '/user/inventory'].map((path) => {
    const html = pages.get(path)?.html ?? '';
    const [tabs = '', views = ''] = ['tabs', 'views'].map(
      (name) => new RegExp(`<nav class="${name}".*?</nav>`, 's').exec(html)?.[0],
    );
    return {
      heading: /<h1[^>]*>\s*(.*?)\s*<\/h1>/s.exec(html)?.[1],
      tab: [...tabs.matchAll(LIT)].map(([, text]) => text),
      leads: [...views.matchAll(/href="([^"]*)"/g)].map(([, href]) => href),
      view: [...views.matchAll(LIT)].map(([, text]) => text),
    };
  });
  const place = {
    heading: 'My rewards',
    tab: ['My rewards'],
    leads: ['/user/order-history', '/user/inventory'],
  };
  expect(shown).toEqual([
    { ...place, view: ['Orders'] },
    { ...place, view: ['Codes and items'] },
  ]);
});

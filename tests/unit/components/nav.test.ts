import { describe, expect, test } from 'vitest';
import { menus, myRewards, navs } from '../../../src/components/nav.ts';
import { findRoute, routes } from '../../../src/lib/routing/routes.ts';

const areas = ['guest', 'user'] as const;
const hrefsOf = (area: (typeof areas)[number]) => [
  ...navs[area].map(({ href }) => href),
  ...menus[area].flatMap(({ links }) => links.map(({ href }) => href)),
];

describe.each(areas)('navigation in the %s area', (area) => {
  test('a phone shows at most five tabs, including the menu', () => {
    const tabs = navs[area].filter(({ rail }) => !rail);
    for (const without of ['in', 'out'])
      expect(tabs.filter(({ when }) => when !== without).length + 1).toBeLessThanOrEqual(5);
  });

  test('items that only the rail has room for are in the menu on phones', () => {
    const rail = navs[area].filter((item) => item.rail).map(({ href }) => href);
    expect(rail.length).toBeGreaterThan(0);
    const inMenu = menus[area].flatMap(({ links }) =>
      links.filter(({ phone }) => phone).map(({ href }) => href),
    );
    expect(inMenu).toEqual(rail);
  });

  test('each item leads to an existing address, and the menu to none twice', () => {
    for (const href of hrefsOf(area)) {
      const path = new URL(href, 'https://site.example').pathname;
      if (!href.startsWith('https:')) expect(findRoute(path), href).toBeDefined();
    }
    const links = menus[area].flatMap((group) => group.links.map(({ href }) => href));
    expect(new Set(links).size).toBe(links.length);
  });

  test('every section of the area can be reached', () => {
    const hrefs = [...hrefsOf(area), ...myRewards.map(({ href }) => href)];
    const reached = new Set(hrefs.map((href) => findRoute(href)?.name));
    const details = ['Game', 'Reward', 'Contest', 'Case', 'GamesById', 'GamesAll', 'Home'].map(
      (name) => `${area}${name}`,
    );
    const sections = Object.entries(routes)
      .filter(([name, route]) => route.area === area && !details.includes(name) && name !== 'reward')
      .map(([name]) => name);
    expect(sections.filter((name) => !reached.has(name))).toEqual([]);
  });
});

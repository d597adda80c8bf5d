/** Things of schema.org that pages describe themselves with; only what is visible on them. */
const full = (site: URL | undefined, path: string) => new URL(path, site).href;

export function webPage(
  site: URL | undefined,
  path: string,
  name: string,
  description: string,
  reviewed: Date,
) {
  return {
    '@type': 'WebPage',
    url: full(site, path),
    name,
    description,
    lastReviewed: reviewed.toISOString().slice(0, 10),
    inLanguage: 'en',
  };
}

export function breadcrumbList(site: URL | undefined, trail: readonly { name: string; href: string }[]) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, href }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: full(site, href),
    })),
  };
}

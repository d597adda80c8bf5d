import { getCollection } from 'astro:content';
import rss from '@astrojs/rss';
import type { APIRoute } from 'astro';
import { publicHrefs } from '../lib/routing/public.ts';
import { site as brand } from '../lib/site.ts';

/** The feed of our articles, newest first. */
export const GET: APIRoute = async ({ site }) => {
  const articles = (await getCollection('catalogueArticles')).map(({ data }) => data);
  return rss({
    title: `${brand.name}: articles`,
    description: 'Guides to our games, and how they work behind the scenes.',
    site: site ?? '',
    trailingSlash: false,
    items: articles
      .toSorted((a, b) => b.published_at.localeCompare(a.published_at))
      .map(({ title, summary, slug, published_at }) => ({
        title,
        description: summary,
        link: publicHrefs.article(slug),
        pubDate: new Date(published_at),
      })),
  });
};

/**
 * The content collections. Pages are Markdown with the front matter described in content/rules.ts; the catalogue is JSON.
 * A wrong value stops the build with a message that names the file and the field.
 */

import { defineCollection } from 'astro:content';
import { z } from 'astro/zod';
import { catalogue, type Filed } from './content/catalogue-loader.ts';
import { catalogues, pages, settings } from './content/kinds.ts';
import { pagesLoader } from './content/pages-loader.ts';
import { rewardPageSchema } from './content/rules.ts';
import { settingsLoader } from './content/settings-loader.ts';
import type {
  CatalogueArticle,
  CatalogueCase,
  CatalogueContest,
  CatalogueGame,
  CatalogueReward,
} from './lib/contract/catalogue/catalogue.ts';

export const collections = {
  rewards: defineCollection({
    loader: pagesLoader(pages.rewards),
    schema: ({ image }) => rewardPageSchema(image()),
  }),
  rewardLists: defineCollection({ loader: pagesLoader(pages.rewardLists), schema: pages.rewardLists.schema }),
  games: defineCollection({ loader: pagesLoader(pages.games), schema: pages.games.schema }),
  legal: defineCollection({ loader: pagesLoader(pages.legal), schema: pages.legal.schema }),
  pages: defineCollection({ loader: pagesLoader(pages.pages), schema: pages.pages.schema }),
  landing: defineCollection({ loader: pagesLoader(pages.landing), schema: pages.landing.schema }),
  hubs: defineCollection({ loader: pagesLoader(pages.hubs), schema: pages.hubs.schema }),
  site: defineCollection({ loader: settingsLoader(settings.site), schema: settings.site.schema }),
  footer: defineCollection({ loader: settingsLoader(settings.footer), schema: settings.footer.schema }),
  announcement: defineCollection({
    loader: settingsLoader(settings.announcement),
    schema: settings.announcement.schema,
  }),
  otherSites: defineCollection({
    loader: settingsLoader(settings.otherSites),
    schema: settings.otherSites.schema,
  }),
  // The loader validates. The custom schemas only provide types.
  catalogueRewards: defineCollection({
    loader: catalogue(catalogues.catalogueRewards),
    schema: z.custom<Filed<CatalogueReward>>(),
  }),
  catalogueGames: defineCollection({
    loader: catalogue(catalogues.catalogueGames),
    schema: z.custom<Filed<CatalogueGame>>(),
  }),
  catalogueArticles: defineCollection({
    loader: catalogue(catalogues.catalogueArticles),
    schema: z.custom<Filed<CatalogueArticle>>(),
  }),
  catalogueCases: defineCollection({
    loader: catalogue(catalogues.catalogueCases),
    schema: z.custom<Filed<CatalogueCase>>(),
  }),
  catalogueContests: defineCollection({
    loader: catalogue(catalogues.catalogueContests),
    schema: z.custom<Filed<CatalogueContest>>(),
  }),
};

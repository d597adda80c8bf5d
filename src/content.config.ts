/**
 * The content collections. Pages are Markdown with the front matter that content/rules.ts describes; the catalogue is JSON.
 * A wrong value stops the build with a sentence that names file and field.
 */

import { defineCollection } from 'astro:content';
import { z } from 'astro/zod';
import { catalogue, type Filed } from './content/catalogue-loader.ts';
import { pagesLoader } from './content/pages-loader.ts';
import { REWARD_PAGES, rewardPageCheck } from './content/reward-page-check.ts';
import { documentSchema, rewardPageFields, rewardPageSchema, textProblems } from './content/rules.ts';
import { settings } from './content/settings-loader.ts';
import { footerSchema, siteSchema } from './content/site-rules.ts';
import {
  type CatalogueArticle,
  type CatalogueCase,
  type CatalogueContest,
  type CatalogueGame,
  type CatalogueReward,
  catalogueArticleSchema,
  catalogueCaseSchema,
  catalogueContestSchema,
  catalogueGameSchema,
  catalogueRewardSchema,
} from './lib/contract/catalogue.ts';

const documents = (folder: string) =>
  defineCollection({
    loader: pagesLoader({
      folder: `src/content/${folder}`,
      schema: documentSchema,
      check: () => (page) => textProblems(page.body),
    }),
    schema: documentSchema,
  });

export const collections = {
  rewards: defineCollection({
    loader: pagesLoader({
      folder: REWARD_PAGES,
      schema: rewardPageFields,
      check: rewardPageCheck,
      hasPicture: ({ picture }) => picture !== undefined,
      isHidden: ({ retired }) => retired !== undefined,
    }),
    schema: ({ image }) => rewardPageSchema(image()),
  }),
  games: documents('games'),
  legal: documents('legal'),
  pages: documents('pages'),
  /** Read by src/lib/site.ts as well, which the server shares. */
  site: defineCollection({ loader: settings('site', siteSchema), schema: siteSchema }),
  footer: defineCollection({ loader: settings('footer', footerSchema), schema: footerSchema }),
  // Checked by the loader; the custom schemas only carry the types.
  catalogueRewards: defineCollection({
    loader: catalogue(catalogueRewardSchema, 'rewards'),
    schema: z.custom<Filed<CatalogueReward>>(),
  }),
  catalogueGames: defineCollection({
    loader: catalogue(catalogueGameSchema, 'games'),
    schema: z.custom<Filed<CatalogueGame>>(),
  }),
  catalogueArticles: defineCollection({
    loader: catalogue(catalogueArticleSchema, 'articles', ({ body }) => body),
    schema: z.custom<Filed<CatalogueArticle>>(),
  }),
  catalogueCases: defineCollection({
    loader: catalogue(catalogueCaseSchema, 'cases'),
    schema: z.custom<Filed<CatalogueCase>>(),
  }),
  catalogueContests: defineCollection({
    loader: catalogue(catalogueContestSchema, 'contests'),
    schema: z.custom<Filed<CatalogueContest>>(),
  }),
};

/**
 * The content collections. Pages are Markdown with the front matter that content/rules.ts describes; the catalogue is JSON.
 * A wrong value stops the build with a sentence that names file and field.
 */

import { defineCollection } from 'astro:content';
import { z } from 'astro/zod';
import { catalogue, type Filed } from './content/catalogue-loader.ts';
import { pagesLoader } from './content/pages-loader.ts';
import { questionProblems } from './content/questions.ts';
import { REWARD_PAGES, rewardPageCheck } from './content/reward-page-check.ts';
import {
  copyProblems,
  documentSchema,
  homeSchema,
  hubSchema,
  rewardListSchema,
  rewardPageFields,
  rewardPageSchema,
  textProblems,
} from './content/rules.ts';
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

/** Pages whose list is on /guest too. */
const ON_GUEST = ['games', 'rewards', 'contests', 'cases'];

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
  rewardLists: defineCollection({
    loader: pagesLoader({
      folder: 'src/content/reward-lists',
      schema: rewardListSchema,
      check: () => (page) => textProblems(page.body),
    }),
    schema: rewardListSchema,
  }),
  games: documents('games'),
  legal: documents('legal'),
  pages: documents('pages'),
  landing: defineCollection({
    loader: pagesLoader({
      folder: 'src/content/landing',
      schema: homeSchema,
      check: () => (page) => [...copyProblems(page.fields, page.body), ...questionProblems(page.body)],
    }),
    schema: homeSchema,
  }),
  hubs: defineCollection({
    loader: pagesLoader({
      folder: 'src/content/hubs',
      schema: hubSchema,
      check: () => (page) => [
        ...copyProblems(page.fields, page.body),
        ...(ON_GUEST.includes(page.id) && !page.fields.teaser
          ? [{ field: 'teaser', words: 'is missing' }]
          : []),
        ...(page.id !== 'guest' && !page.fields.card ? [{ field: 'card', words: 'is missing' }] : []),
      ],
    }),
    schema: hubSchema,
  }),
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

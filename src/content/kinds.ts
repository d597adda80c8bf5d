/**
 * Every kind of content with its rules. The loaders (content.config.ts) and `contentSentences` use them, so the build, the editor
 * and the tests report the same problems.
 */
import {
  type CatalogueReward,
  catalogueArticleSchema,
  catalogueCaseSchema,
  catalogueContestSchema,
  catalogueGameSchema,
  catalogueRewardSchema,
  catalogueSocialTaskSchema,
  rewardKinds,
} from '../lib/contract/catalogue/catalogue.ts';
import { isShown } from '../lib/contract/catalogue/schedule.ts';
import {
  type CatalogueOptions,
  checkEntries,
  type Filed,
  type Numbered,
  ownQuests,
  readEntries,
} from './catalogue-loader.ts';
import { rewardProblems } from './catalogue-rules.ts';
import { copyProblems, homeSchema, hubSchema } from './copy-rules.ts';
import { knownLinks } from './known-links.ts';
import { linkProblems } from './link-rules.ts';
import { checkFolder, type PagesOptions } from './pages-loader.ts';
import { questionProblems } from './questions.ts';
import { drawingProblem, glyphProblem, REWARD_PAGES, rewardPageCheck } from './reward-page-check.ts';
import {
  documentSchema,
  type listsBy,
  type Problem,
  periodProblems,
  rewardListSchema,
  rewardPageFields,
} from './rules.ts';
import { checkSettings, type SettingsOptions } from './settings-loader.ts';
import {
  announcementProblems,
  announcementSchema,
  footerLinkProblems,
  footerSchema,
  otherSitesSchema,
  siteLinkProblems,
  siteSchema,
} from './site-rules.ts';
import { articleProblems, listTextProblems, textProblems } from './text-rules.ts';

/** Hub pages whose list is also on /guest. */
const ON_GUEST = ['games', 'rewards', 'contests', 'cases'];

interface KindsOfList {
  readonly id: string;
  readonly kinds?: readonly string[] | undefined;
  readonly by?: (typeof listsBy)[number];
}

/** Each kind of reward is in one list, so that no reward is missing or listed twice. Returns the problems with a list, by its id. */
function listsOfKinds(lists: readonly KindsOfList[]): (id: string) => Problem[] {
  const listed = lists.flatMap(({ id, kinds = [] }) => kinds.map((kind) => ({ id, kind })));
  // A list that can't be read is reported as such.
  const isWhole = lists.every(({ by }) => by !== undefined);
  const left = rewardKinds.filter((kind) => isWhole && !listed.some((one) => one.kind === kind));
  const first = lists.find(({ by }) => by === 'kind')?.id;
  return (id) => [
    ...listed.flatMap(({ id: of, kind }) => {
      const other = of === id && listed.find((one) => one.kind === kind && one.id !== id);
      return other ? [{ field: 'kinds', words: `names "${kind}", which ${other.id}.md already lists` }] : [];
    }),
    ...(id === first && left.length > 0
      ? [{ field: 'kinds', words: `must name "${left.join('", "')}", because no other list does` }]
      : []),
  ];
}

const pagesOf = <Fields extends Record<string, unknown>>(options: PagesOptions<Fields>) => options;
const documents = (name: string) =>
  pagesOf({
    folder: `src/content/${name}`,
    schema: documentSchema,
    check: () => (page) => textProblems(page.body),
  });

export const pages = {
  rewards: pagesOf({
    folder: REWARD_PAGES,
    schema: rewardPageFields,
    check: rewardPageCheck,
    hasPicture: ({ picture }) => picture !== undefined,
    isHidden: ({ retired }) => retired !== undefined,
    isUnpublished: (fields) => !isShown(fields),
  }),
  rewardLists: pagesOf({
    folder: 'src/content/reward-lists',
    schema: rewardListSchema,
    check: (all, root) => {
      const rewards = [...readEntries(catalogueRewardSchema, root, 'rewards').entries.values()];
      const games = new Set(rewards.map(({ data }) => data.game));
      const regions = rewards.map(({ data }) => data.regions);
      const kindProblems = listsOfKinds([...all].map(([id, page]) => ({ id, ...page?.fields })));
      return ({ id, fields, body }) => [
        ...kindProblems(id),
        ...(fields.games ?? [])
          .filter((name) => !games.has(name))
          .map((name) => ({ field: 'games', words: `names "${name}", but no reward is for it` })),
        ...(fields.works ?? [])
          .filter((name) => !regions.some((text) => text.includes(name)))
          .map((name) => ({
            field: 'works',
            words: `names "${name}", but no reward mentions it in its regions`,
          })),
        ...(fields.from !== undefined && fields.up_to !== undefined && fields.up_to < fields.from
          ? [{ field: 'up_to', words: 'must not be less than from' }]
          : []),
        ...listTextProblems(body),
      ];
    },
  }),
  games: documents('games'),
  legal: documents('legal'),
  pages: documents('pages'),
  landing: pagesOf({
    folder: 'src/content/landing',
    schema: homeSchema,
    check: () => (page) => [...copyProblems(page.fields, page.body), ...questionProblems(page.body)],
  }),
  hubs: pagesOf({
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
};

/** Orders name their amount by its number, so no two amounts in the catalogue may have the same one. */
function amountProblems(
  { slug, amounts }: Filed<CatalogueReward>,
  all: readonly { readonly file: string; readonly data: Filed<CatalogueReward> }[],
): Problem[] {
  return amounts.flatMap(({ id }, at) => {
    const twice = amounts.findIndex((one) => one.id === id) < at;
    const other = all.find(({ data }) => data.slug < slug && data.amounts.some((one) => one.id === id));
    const holder = twice ? 'another amount' : other?.file;
    return holder
      ? [{ field: `amounts.${at}.id`, words: `is ${id}, which ${holder} already has. Choose another number` }]
      : [];
  });
}

const catalogueOf = <S extends Numbered>(options: CatalogueOptions<S>) => options;

export const catalogues = {
  catalogueRewards: catalogueOf({
    schema: catalogueRewardSchema,
    folder: 'rewards',
    check: (root, texts) => {
      const all = [...readEntries(catalogueRewardSchema, root, 'rewards', texts).entries.values()];
      return (reward) => {
        const same = all.find(({ data }) => data.name === reward.name && data.slug < reward.slug);
        return [
          ...(same
            ? [
                {
                  field: 'name',
                  words: `is "${reward.name}", which ${same.file} already has. Choose another`,
                },
              ]
            : []),
          ...rewardProblems(reward),
          ...amountProblems(reward, all),
          ...(reward.glyph === null ? [] : glyphProblem(root, reward.glyph)),
        ];
      };
    },
  }),
  catalogueGames: catalogueOf({ schema: catalogueGameSchema, folder: 'games' }),
  catalogueArticles: catalogueOf({
    schema: catalogueArticleSchema,
    folder: 'articles',
    textOf: ({ body }) => body,
    check: (root, texts) => {
      const links = knownLinks(root, texts);
      const quests = ownQuests(root);
      const games = readEntries(catalogueGameSchema, root, 'games', texts).entries;
      return ({ body, glyph, game_id, published_at, expires_on }) => [
        ...(game_id === null || games.has(game_id)
          ? []
          : [{ field: 'game_id', words: `is ${game_id}, but the catalog has no such game` }]),
        ...articleProblems(body, quests),
        ...linkProblems(body, links),
        ...(glyph === undefined ? [] : drawingProblem(root, glyph)),
        ...periodProblems('published_at', published_at, expires_on),
      ];
    },
    isUnpublished: (article) => !isShown({ ...article, publish_on: article.published_at }),
  }),
  catalogueCases: catalogueOf({ schema: catalogueCaseSchema, folder: 'cases' }),
  catalogueContests: catalogueOf({
    schema: catalogueContestSchema,
    folder: 'contests',
    check: () => (contest) =>
      contest.every === null && Date.parse(contest.ends_at) <= Date.parse(contest.starts_at)
        ? [{ field: 'ends_at', words: 'must be after starts_at' }]
        : [],
  }),
};

const settingsOf = <T extends Record<string, unknown>>(options: SettingsOptions<T>) => options;

export const settings = {
  /** src/lib/site.ts also reads this file, and the server shares that module. */
  site: settingsOf({
    name: 'site',
    schema: siteSchema,
    check: (site, root, texts) => {
      const tasks = readEntries(catalogueSocialTaskSchema, root, 'social').entries.values();
      const networks = site.social.map(({ name }) => name);
      return [
        ...siteLinkProblems(site, knownLinks(root, texts)),
        ...[...tasks]
          .filter(({ data }) => !networks.includes(data.network))
          .map(({ data }) => ({
            field: 'social',
            words: `has no "${data.network}", but the task "${data.name}" is about it`,
          })),
      ];
    },
  }),
  footer: settingsOf({
    name: 'footer',
    schema: footerSchema,
    check: (footer, root, texts) => footerLinkProblems(footer, knownLinks(root, texts)),
  }),
  announcement: settingsOf({
    name: 'announcement',
    schema: announcementSchema,
    check: (announcement, root, texts) => announcementProblems(announcement, knownLinks(root, texts)),
  }),
  otherSites: settingsOf({ name: 'other-sites', schema: otherSitesSchema }),
};

/**
 * Returns a message for everything that would stop a build.
 * @param texts unsaved files, by path in the project
 */
export function contentSentences(root: URL, texts: ReadonlyMap<string, string> = new Map()): string[] {
  const { rewards, rewardLists, games, legal, pages: others, landing, hubs } = pages;
  const { catalogueRewards, catalogueGames, catalogueArticles, catalogueCases, catalogueContests } =
    catalogues;
  return [
    checkFolder(rewards, root, texts),
    checkFolder(rewardLists, root, texts),
    checkFolder(games, root, texts),
    checkFolder(legal, root, texts),
    checkFolder(others, root, texts),
    checkFolder(landing, root, texts),
    checkFolder(hubs, root, texts),
    checkEntries(catalogueRewards, root, texts),
    checkEntries(catalogueGames, root, texts),
    checkEntries(catalogueArticles, root, texts),
    checkEntries(catalogueCases, root, texts),
    checkEntries(catalogueContests, root, texts),
    checkSettings(settings.site, root, texts),
    checkSettings(settings.footer, root, texts),
    checkSettings(settings.announcement, root, texts),
    checkSettings(settings.otherSites, root, texts),
  ].flatMap(({ sentences }) => sentences);
}

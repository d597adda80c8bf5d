/** What `npm run edit` can edit: reward pages, documents, texts of the home page, lists, and the site's settings. */
import { collection, config, fields as keystatic, singleton } from '@keystatic/core';
import { copyProblems } from '../../src/content/copy-rules.ts';
import { questionProblems } from '../../src/content/questions.ts';
import { limits } from '../../src/content/rules.ts';
import { LEAST_QUESTS, listTextProblems, textProblems } from '../../src/content/text-rules.ts';
import * as article from './article-fields.tsx';
import * as catalogue from './catalogue-fields.tsx';
import { loadChoices } from './choices.ts';
import { number } from './chosen-once-fields.tsx';
import * as copy from './copy-fields.tsx';
import * as fields from './fields.tsx';
import * as list from './list-fields.tsx';
import { picture } from './picture.tsx';
import { collections, documents, hubs, singles } from './places.ts';
import * as site from './site-fields.tsx';
import { storageFor } from './storage.ts';
import * as body from './text-field.tsx';

const TEXT_HELP = 'Use headings of level 2 and 3. A link to one of our pages begins with a slash: /terms.';

const WORDS = `${limits.words.min} to ${limits.words.max.toLocaleString('en-GB')} words.`;

// Some rules depend on existing entries, so these are loaded. The server also loads this file, but has no fields.
if (typeof window === 'object') void loadChoices();

type Fields = Parameters<typeof singleton>[0]['schema'];

/** Keystatic names files without their extension. */
const pathOf = (file: string) => file.replace(/\.\w+$/, '');

const page = ({ file, label }: { file: string; label: string }, schema: Fields) =>
  singleton({ label, path: pathOf(file), format: { contentField: 'body' }, schema });

const settings = ({ file, label }: { file: string; label: string }, schema: Fields) =>
  singleton({ label, path: pathOf(file), format: { data: 'json' }, schema });

const eachOf = (places: Readonly<Record<string, { file: string; label: string }>>, schema: Fields) =>
  Object.entries(places).map(([name, place]) => [name, page(place, schema)] as const);

const { title, heading, description, reviewed } = fields;
const copyOf = (text: string) => copyProblems({}, text);

// The order of the fields here is their order in the files.
/** @param repo the GitHub repository to save to, 'owner/name' */
export const editorConfig = (repo?: string) =>
  config({
    storage: storageFor(repo),
    ui: {
      brand: { name: 'Playtally' },
      navigation: {
        Rewards: ['rewards', 'reward-lists', 'catalogue'],
        Blog: ['articles'],
        'Home and lists': ['home', ...Object.keys(hubs)],
        Documents: Object.keys(documents),
        Site: ['announcement', 'site', 'footer', 'other-sites'],
      },
    },
    collections: {
      rewards: collection({
        label: 'Reward pages',
        slugField: 'heading',
        path: `${collections.rewards.folder}/*`,
        format: { contentField: 'body' },
        columns: ['heading', 'reviewed'],
        schema: {
          title: fields.title,
          heading: fields.headingAndAddress,
          description: fields.description,
          reward: fields.reward,
          related: fields.related,
          reviewed: fields.reviewed,
          changes: fields.changes,
          sources: fields.sources,
          glyph: fields.glyph,
          scenes: fields.scenes,
          picture,
          retired: fields.retired,
          draft: fields.draft,
          publish_on: fields.publishOn,
          expires_on: fields.expiresOn,
          body: body.body(
            body.rewardProblemsInEditor,
            `${WORDS} ${TEXT_HELP} Name at least ${LEAST_QUESTS} quests of our games, in italics. Leave out points and prices: they come from the catalog.`,
          ),
        },
      }),
      'reward-lists': collection({
        label: 'Lists of rewards',
        slugField: 'name',
        path: `${collections['reward-lists'].folder}/*`,
        format: { contentField: 'body' },
        columns: ['name', 'reviewed'],
        schema: {
          name: list.nameAndAddress,
          by: list.by,
          kinds: list.kinds,
          works: list.works,
          from: list.from,
          up_to: list.upTo,
          title,
          heading,
          description,
          games: list.games,
          reviewed,
          body: body.body(
            listTextProblems,
            `${limits.listWords.min} to ${limits.listWords.max} words, shown above the list. ${TEXT_HELP}`,
          ),
        },
      }),
      articles: collection({
        label: 'Articles',
        slugField: 'title',
        path: `${collections.articles.folder}/*`,
        format: { data: 'json' },
        columns: ['title', 'published_at'],
        schema: {
          id: number,
          title: article.titleAndAddress,
          summary: article.summary,
          type: article.type,
          body: body.bodyInJson(body.articleProblemsInEditor, `${WORDS} ${TEXT_HELP}`),
          game_id: article.game,
          glyph: article.glyph,
          published_at: article.publishedAt,
          changes: article.changes,
          demo: keystatic.ignored(),
          draft: fields.draft,
          expires_on: fields.expiresOn,
        },
      }),
      catalogue: collection({
        label: 'Catalog',
        slugField: 'name',
        path: `${collections.catalogue.folder}/*`,
        format: { data: 'json' },
        columns: ['name'],
        schema: catalogue.rewardFields,
      }),
    },
    singletons: Object.fromEntries([
      ...eachOf(documents, {
        title,
        heading,
        description,
        reviewed,
        body: body.body(textProblems, TEXT_HELP),
      }),
      ...eachOf(hubs, {
        title,
        heading,
        description,
        lead: copy.lead,
        teaser: copy.teaser,
        card: copy.card,
        body: body.body(copyOf, `Shown below the list. Optional. ${TEXT_HELP}`),
      }),
      [
        'home',
        page(singles.home, {
          title,
          description,
          ...copy.homeFields,
          body: body.body(
            (text) => [...copyOf(text), ...questionProblems(text)],
            'Questions and answers. Make each question a heading of level 3, with its answer below.',
          ),
        }),
      ],
      ['site', settings(singles.site, site.siteFields)],
      ['footer', settings(singles.footer, site.footerFields)],
      [
        'announcement',
        settings(singles.announcement, {
          ...site.announcementFields,
          publish_on: fields.publishOn,
          expires_on: fields.endsOn,
        }),
      ],
      ['other-sites', settings(singles['other-sites'], site.otherSitesFields)],
    ]),
  });

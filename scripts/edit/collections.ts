/** What `npm run edit` lets one edit: the reward pages, the documents, the words of the home page and the lists, and the site's settings. */
import { collection, config, fields as keystatic, singleton } from '@keystatic/core';
import { questionProblems } from '../../src/content/questions.ts';
import { copyProblems, limits, rewardTextProblems, textProblems } from '../../src/content/rules.ts';
import * as catalogue from './catalogue-fields.tsx';
import * as copy from './copy-fields.tsx';
import * as fields from './fields.tsx';
import { picture } from './picture.tsx';
import { collections, documents, hubs, singles } from './places.ts';

const TEXT_HELP = 'Headings of level 2 and 3 part it. A link to a page of ours begins with a slash: /terms.';

type Fields = Parameters<typeof singleton>[0]['schema'];

/** By its file without what it ends with, as Keystatic names it. */
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
export default config({
  storage: { kind: 'local' },
  ui: {
    brand: { name: 'Playtally' },
    navigation: {
      Rewards: ['rewards', 'catalogue'],
      'Home and lists': ['home', ...Object.keys(hubs)],
      Documents: Object.keys(documents),
      Site: ['site', 'footer'],
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
        picture,
        retired: fields.retired,
        body: fields.body(
          rewardTextProblems,
          `${limits.words.min} to ${limits.words.max} words. ${TEXT_HELP} Points and prices don’t stand in it: they come from the catalogue.`,
        ),
      },
    }),
    catalogue: collection({
      label: 'Catalogue',
      slugField: 'name',
      path: `${collections.catalogue.folder}/*`,
      format: { data: 'json' },
      columns: ['name'],
      schema: {
        id: catalogue.number,
        name: catalogue.nameAndFile,
        kind: keystatic.ignored(),
        brand: catalogue.brand,
        game: catalogue.game,
        glyph: catalogue.glyph,
        colour: catalogue.colour,
        summary: catalogue.summary,
        description: catalogue.description,
        steps: catalogue.steps,
        regions: catalogue.regions,
        min_age: keystatic.ignored(),
        delivery: keystatic.ignored(),
        added: keystatic.ignored(),
        amounts: keystatic.ignored(),
      },
    }),
  },
  singletons: Object.fromEntries([
    ...eachOf(documents, {
      title,
      heading,
      description,
      reviewed,
      body: fields.body(textProblems, TEXT_HELP),
    }),
    ...eachOf(hubs, {
      title,
      heading,
      description,
      lead: copy.lead,
      teaser: copy.teaser,
      card: copy.card,
      body: fields.body(copyOf, `Below the list; may be empty. ${TEXT_HELP}`),
    }),
    [
      'home',
      page(singles.home, {
        title,
        description,
        ...copy.homeFields,
        body: fields.body(
          (text) => [...copyOf(text), ...questionProblems(text)],
          'The questions: each is a heading of level 3, with its answer below.',
        ),
      }),
    ],
    ['site', settings(singles.site, copy.siteFields)],
    ['footer', settings(singles.footer, copy.footerFields)],
  ]),
});

/** What `npm run edit` lets one edit: the reward pages, and the documents that have a page of their own. */
import { collection, config, fields as keystatic, singleton } from '@keystatic/core';
import { limits, rewardTextProblems, textProblems } from '../../src/content/rules.ts';
import * as catalogue from './catalogue-fields.tsx';
import * as fields from './fields.tsx';
import { picture } from './picture.tsx';
import { collections, documents } from './places.ts';

const TEXT_HELP = 'Headings of level 2 and 3 part it. A link to a page of ours begins with a slash: /terms.';

const documentOf = ({ folder, label }: { folder: string; label: string }, name: string) =>
  singleton({
    label,
    path: `${folder}/${name}`,
    format: { contentField: 'body' },
    schema: {
      title: fields.title,
      heading: fields.heading,
      description: fields.description,
      reviewed: fields.reviewed,
      body: fields.body(textProblems, TEXT_HELP),
    },
  });

// The order of the fields here is their order in the files.
export default config({
  storage: { kind: 'local' },
  ui: {
    brand: { name: 'Playtally' },
    navigation: { Rewards: ['rewards', 'catalogue'], Documents: Object.keys(documents) },
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
  singletons: Object.fromEntries(
    Object.entries(documents).map(([name, document]) => [name, documentOf(document, name)]),
  ),
});

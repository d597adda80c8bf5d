/** The fields of a blog article. Its file is JSON, in which dates are text. */
import { TextArea } from '@keystar/ui/text-field';
import { fields as keystatic } from '@keystatic/core';
import { entryProblems } from '../../src/content/catalogue-rules.ts';
import { catalogueArticleSchema } from '../../src/lib/contract/catalogue/catalogue.ts';
import { useChoices } from './choices.ts';
import { entryText } from './field.tsx';
import * as fields from './fields.tsx';
import { glyphField } from './glyph-picker.tsx';
import { FIXED, FIXED_LATER, nameAndSlug } from './name-and-slug.tsx';
import { pick } from './pickers.tsx';

const { entries } = catalogueArticleSchema;

export const titleAndAddress = nameAndSlug({
  label: 'Title',
  name: entryText(
    entries.title,
    'title',
    'Title',
    'The heading of the article, also shown in search results.',
  ),
  slugName: 'address',
  slugLabel: 'Address',
  helpForNew: (slug) => `The article will be at /articles/${slug || '…'}. ${FIXED_LATER}`,
  helpForOld: FIXED,
});

export const summary = entryText(
  entries.summary,
  'summary',
  'Summary',
  'Shown below the title, in lists and in the feed.',
  TextArea,
);

const KINDS = { news: 'News, such as a new game', guide: 'Guide', review: 'Review' };

export const type = pick({
  label: 'Kind',
  help: 'Readers can filter the articles by kind.',
  useChoices: () => ({ choices: Object.entries(KINDS).map(([key, label]) => ({ key, label })) }),
  isRequired: true,
  problem: (value) => entryProblems(entries.type, value ?? undefined, 'type')[0],
});

export const game = pick({
  label: 'Game',
  help: 'The game that the article is about. Leave it empty if there is none.',
  useChoices: () => {
    const { games, isLoading } = useChoices();
    return { choices: games.map(({ id, name }) => ({ key: String(id), label: name })), isLoading };
  },
  write: (value) => (value === null ? null : Number(value)),
  problem: () => undefined,
});

export const glyph = glyphField({
  help: 'The picture next to the title. Leave it empty to show the game, or books if there is none.',
  from: 'drawings',
  problem: (value) => entryProblems(entries.glyph, value ?? undefined, 'glyph')[0],
});

const dayProblem = (name: string) => (value: Date | undefined) =>
  value === undefined || Number.isNaN(value.valueOf()) ? { field: name, words: 'is missing' } : undefined;

export const publishedAt = fields.day(
  'Published on',
  'The first day the article is on the site: today or later.',
  dayProblem('published_at'),
);

export const changes = keystatic.array(
  keystatic.object({
    date: fields.day('Date', 'Search engines use the newest date.', dayProblem('changes.date')),
    what: entryText(
      entries.changes.wrapped.item.entries.what,
      'changes.what',
      'What changed',
      'One sentence for readers.',
    ),
  }),
  {
    label: 'What changed',
    description: 'Changes since the article was published. Shown below the text.',
    itemLabel: ({ fields: { date, what } }) => `${date.value}: ${what.value}`,
  },
);

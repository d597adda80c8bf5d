/** The fields of a blog article. Its file is JSON, in which dates are text. */
import { TextArea, TextField } from '@keystar/ui/text-field';
import { type BasicFormField, fields as keystatic } from '@keystatic/core';
import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { entryProblems } from '../../src/content/catalogue-rules.ts';
import type { Problem } from '../../src/content/rules.ts';
import { catalogueArticleSchema } from '../../src/lib/contract/catalogue/catalogue.ts';
import { useChoices } from './choices.ts';
import { asText, field, optionalText } from './field.tsx';
import * as fields from './fields.tsx';
import { GlyphPicker } from './glyph-picker.tsx';
import { FIXED, FIXED_LATER, nameAndSlug } from './name-and-slug.tsx';
import { PickOne } from './pickers.tsx';

const { entries } = catalogueArticleSchema;
type Text = v.GenericSchema<string>;

function text(
  schema: Text,
  name: string,
  label: string,
  help: string,
  Box: typeof TextField | typeof TextArea = TextField,
): BasicFormField<string> {
  const { minLength, maxLength } = toJsonSchema(schema, { ignoreActions: ['trim'] });
  return field<string>({
    label,
    empty: '',
    read: asText,
    write: (value) => value,
    problem: (value): Problem | undefined => entryProblems(schema, value, name)[0],
    Control: (props) => (
      <Box
        {...props}
        label={label}
        isRequired
        description={`${help} ${minLength} to ${maxLength} characters, ${props.value.length} so far.`}
      />
    ),
  });
}

export const titleAndAddress = nameAndSlug({
  label: 'Title',
  name: text(entries.title, 'title', 'Title', 'The heading of the article, also shown in search results.'),
  slugName: 'address',
  slugLabel: 'Address',
  helpForNew: (slug) => `The article will be at /articles/${slug || '…'}. ${FIXED_LATER}`,
  helpForOld: FIXED,
});

export const summary = text(
  entries.summary,
  'summary',
  'Summary',
  'Shown below the title, in lists and in the feed.',
  TextArea,
);

const KINDS = { news: 'News, such as a new game', guide: 'Guide', review: 'Review' };

export const type = field<string | null>({
  label: 'Kind',
  empty: null,
  read: (stored) => (stored === undefined ? null : String(stored)),
  write: (value) => value,
  problem: (value) => entryProblems(entries.type, value ?? undefined, 'type')[0],
  Control: (props) => (
    <PickOne
      {...props}
      label="Kind"
      isRequired
      isLoading={false}
      choices={Object.entries(KINDS).map(([key, label]) => ({ key, label }))}
      description="Readers can filter the articles by kind."
    />
  ),
});

export const game = field<string | null>({
  label: 'Game',
  empty: null,
  read: (stored) => (stored === undefined || stored === null ? null : String(stored)),
  write: (value) => (value === null ? null : Number(value)),
  problem: () => undefined,
  Control: (props) => {
    const { games, isLoading } = useChoices();
    return (
      <PickOne
        {...props}
        label="Game"
        isLoading={isLoading}
        choices={games.map(({ id, name }) => ({ key: String(id), label: name }))}
        description="The game that the article is about. Leave it empty if there is none."
      />
    );
  },
});

export const glyph = field<string | null>({
  label: 'Glyph',
  ...optionalText,
  problem: (value) => entryProblems(entries.glyph, value ?? undefined, 'glyph')[0],
  Control: (props) => (
    <GlyphPicker
      {...props}
      from="drawings"
      description="The picture next to the title. Leave it empty to show the game, or books if there is none."
    />
  ),
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
    what: text(
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

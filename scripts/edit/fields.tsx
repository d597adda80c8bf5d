/** The fields of a page, with what they are for in the words of who fills them in. */

import { FieldMessage } from '@keystar/ui/field';
import { VStack } from '@keystar/ui/layout';
import { TextArea, TextField } from '@keystar/ui/text-field';
import { Text } from '@keystar/ui/typography';
import { type BasicFormField, type ContentFormField, fields as keystatic } from '@keystatic/core';
import { HUB, type Limit, limits, type Problem, wordsOf } from '../../src/content/rules.ts';
import { type BodyState, bodyOptions, plainMarkdown } from './body.ts';
import { useChoices } from './choices.ts';
import { accepted, asText, field, problemOf, refusingInput } from './field.tsx';
import { GlyphPicker } from './glyph-picker.tsx';
import { nameAndSlug } from './name-and-slug.tsx';
import { PickMany, PickOne } from './pickers.tsx';
import { placeOf } from './places.ts';

const figure = new Intl.NumberFormat('en-GB');

/** '15 to 60 characters, 31 so far.' */
const counted = ({ min, max }: Limit, count: number) => `${min} to ${max} characters, ${count} so far.`;

function text(
  name: 'title' | 'heading' | 'description',
  label: string,
  help: string,
  Box: typeof TextField | typeof TextArea = TextField,
): BasicFormField<string> {
  return field<string>({
    label,
    empty: '',
    read: asText,
    write: (value) => value || undefined,
    problem: (value) => problemOf(name, value),
    Control: (props) => (
      <Box
        {...props}
        label={label}
        isRequired
        description={`${help} ${counted(limits[name], props.value.length)}`}
      />
    ),
  });
}

export const title = text(
  'title',
  'Title',
  'Shown in the browser’s tab and as the blue line in search results.',
);
export const heading = text('heading', 'Heading', 'The large line at the top of the page.');
export const description = text(
  'description',
  'Description',
  'Shown under the title in search results and at the top of the page.',
  TextArea,
);

/** The heading, and the address that a new page gets from it. An address stays: links from elsewhere lead there. */
export const headingAndAddress = nameAndSlug({
  label: 'Heading',
  name: heading,
  slugName: 'address',
  slugLabel: 'Address',
  helpForNew: (slug) =>
    `The page will be at /rewards/${slug || '…'} and stay there: small letters, digits, hyphens.`,
  helpForOld: 'Stays as it is, because links lead there. To move a page, add a new one and retire this one.',
});

/** What of the catalogue a page may be about. */
function useRewards() {
  const { rewards, isLoading } = useChoices();
  return { choices: rewards.map(({ id, name }) => ({ key: String(id), label: name })), isLoading };
}

export const reward = field<string | null>({
  label: 'Reward',
  empty: null,
  read: (stored) => (stored === undefined ? null : String(stored)),
  write: (value) => (value === null ? undefined : Number(value)),
  problem: (value) => problemOf('reward', value === null ? undefined : Number(value)),
  Control: (props) => (
    <PickOne
      {...props}
      label="Reward"
      isRequired
      {...useRewards()}
      description="What of the catalogue the page is about. Prices, points and the ticket come from there."
    />
  ),
});

/** Reward pages to choose from, without the one that is being edited. */
function useOtherPages() {
  const { file } = placeOf(location.pathname, location.search);
  const { pages, isLoading } = useChoices();
  const choices = pages
    .filter(({ slug }) => !file?.endsWith(`/${slug}.md`))
    .map(({ slug, heading }) => ({ key: slug, label: heading }));
  return { choices, isLoading };
}

/** Where the address of a page that is taken off the site may lead. */
function usePlaces() {
  const { choices, isLoading } = useOtherPages();
  return { choices: [{ key: HUB, label: 'The list of all rewards' }, ...choices], isLoading };
}

const { min: fewest, max: most } = limits.related;

export const related = field<readonly string[]>({
  label: 'Related pages',
  empty: [],
  read: (stored) => (Array.isArray(stored) ? stored.map(String) : []),
  write: (value) => value,
  problem: (value) => problemOf('related', value),
  Control: (props) => (
    <PickMany
      {...props}
      label="Related pages"
      isRequired
      {...useOtherPages()}
      description={`Shown below the text. ${fewest} to ${most} pages, ${props.value.length} so far.`}
    />
  ),
});

const date = keystatic.date({ label: 'Last review', defaultValue: { kind: 'today' } });

export const reviewed: BasicFormField<string | null> = {
  ...date,
  validate: (value) => accepted(value, reviewedProblem(value)),
  Input: refusingInput<string | null>(reviewedProblem, ({ value, onChange, ...props }) => (
    <TextField
      {...props}
      label="Last review"
      type="date"
      isRequired
      value={value ?? ''}
      onChange={(typed) => onChange(typed || null)}
      description="The day on which somebody last checked the page against the facts. Readers and search engines see it."
    />
  )),
};

function reviewedProblem(value: string | null): Problem | undefined {
  return problemOf('reviewed', value === null ? undefined : new Date(value));
}

export const glyph = field<string | null>({
  label: 'Glyph',
  empty: null,
  read: (stored) => (stored === undefined ? null : String(stored)),
  write: (value) => value ?? undefined,
  problem: (value) => problemOf('glyph', value ?? undefined),
  Control: (props) => (
    <GlyphPicker
      {...props}
      description="Leave it empty for the catalogue’s own. Type a part of a brand’s name to find another."
    />
  ),
});

export const retired = field<string | null>({
  label: 'Retired',
  empty: null,
  read: (stored) => (stored === undefined ? null : String(stored)),
  write: (value) => value ?? undefined,
  problem: (value) => problemOf('retired', value ?? undefined),
  Control: (props) => (
    <PickOne
      {...props}
      label="Retired"
      {...usePlaces()}
      description="Leave it empty while the page is in use. To take it off the site, choose where its address shall lead."
    />
  ),
});

/** A page's text; `problems` are of the Markdown that its file will hold. */
export function body(
  problems: (markdown: string) => Problem[],
  help: string,
): ContentFormField<BodyState, BodyState, string> {
  const editor = plainMarkdown(
    keystatic.mdx({ label: 'Text', description: help, extension: 'md', options: bodyOptions }),
  );
  const problem = (state: BodyState) => {
    const [found] = problems(new TextDecoder().decode(editor.serialize(state, { slug: undefined }).content));
    return found;
  };
  const Sentence = refusingInput<BodyState>(problem, ({ value, errorMessage }) => (
    <>
      <Text size="small" color="neutralSecondary">
        {figure.format(wordsOf(value.doc.textBetween(0, value.doc.content.size, ' ')).length)} words so far.
      </Text>
      {errorMessage && <FieldMessage>{errorMessage}</FieldMessage>}
    </>
  ));
  return {
    ...editor,
    validate: (state) => accepted(editor.validate(state), problem(state)),
    Input: (props) => (
      <VStack gap="regular">
        <editor.Input {...props} />
        <Sentence {...props} />
      </VStack>
    ),
  };
}

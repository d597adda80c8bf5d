/** The fields of a page, with help for the people who fill them in. */

import { Checkbox } from '@keystar/ui/checkbox';
import { TextArea, TextField } from '@keystar/ui/text-field';
import { type BasicFormField, fields as keystatic } from '@keystatic/core';
import { changeSchema, HUB, limits, type Problem, sourceSchema } from '../../src/content/rules.ts';
import { useChoices } from './choices.ts';
import {
  accepted,
  counted,
  field,
  optionalText,
  problemBy,
  problemOf,
  refusingInput,
  textField,
} from './field.tsx';
import { glyphField, ScenePicker } from './glyph-picker.tsx';
import { FIXED, FIXED_LATER, nameAndSlug } from './name-and-slug.tsx';
import { PickMany, pick } from './pickers.tsx';
import { placeOf } from './places.ts';
import { typedSources } from './text-field.tsx';

const text = (
  name: 'title' | 'heading' | 'description',
  label: string,
  help: string,
  Box?: typeof TextArea,
) =>
  textField({
    label,
    help: (value) => `${help} ${counted(limits[name], value)}`,
    write: (value) => value || undefined,
    problem: (value) => problemOf(name, value),
    ...(Box && { Box }),
  });

export const title = text('title', 'Title', 'Shown in the browser’s tab and as the link in search results.');
export const heading = text('heading', 'Heading', 'The heading at the top of the page.');
export const description = text(
  'description',
  'Description',
  'Shown under the title in search results and at the top of the page.',
  TextArea,
);

/** The heading, and the address that a new page gets from it. An address never changes, because other sites link to it. */
export const headingAndAddress = nameAndSlug({
  label: 'Heading',
  name: heading,
  slugName: 'address',
  slugLabel: 'Address',
  helpForNew: (slug) => `The page will be at /rewards/${slug || '…'}. ${FIXED_LATER}`,
  helpForOld: `${FIXED} To move a page, add a new one and retire this one.`,
});

/** Returns the catalog's rewards that a page can be about. */
function useRewards() {
  const { rewards, isLoading } = useChoices();
  return { choices: rewards.map(({ id, name }) => ({ key: String(id), label: name })), isLoading };
}

export const reward = pick({
  label: 'Reward',
  help: 'The reward that the page is about. Its prices, points and ticket come from the catalog.',
  useChoices: useRewards,
  isRequired: true,
  write: (value) => (value === null ? undefined : Number(value)),
  problem: (value) => problemOf('reward', value === null ? undefined : Number(value)),
});

/** Returns the reward pages to choose from, without the current one. */
function useOtherPages() {
  const { file } = placeOf(location.pathname, location.search);
  const { pages, isLoading } = useChoices();
  const choices = pages
    .filter(({ slug }) => !file?.endsWith(`/${slug}.md`))
    .map(({ slug, heading }) => ({ key: slug, label: heading }));
  return { choices, isLoading };
}

/** Returns where the address of a retired page may redirect. */
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

/** Returns a field for a date. In a new page or entry it is today. */
export function day(
  label: string,
  help: string,
  problem: (value: Date | undefined) => Problem | undefined,
  isRequired = true,
): BasicFormField<string | null> {
  const found = (value: string | null) => problem(value === null ? undefined : new Date(value));
  return {
    ...keystatic.date({ label, defaultValue: { kind: 'today' } }),
    validate: (value) => accepted(value, found(value)),
    Input: refusingInput<string | null>(found, ({ value, onChange, ...props }) => (
      <TextField
        {...props}
        label={label}
        type="date"
        isRequired={isRequired}
        value={value ?? ''}
        onChange={(typed) => onChange(typed || null)}
        description={help}
      />
    )),
  };
}

/** Returns a field for an optional date. */
export function optionalDay(
  label: string,
  help: string,
  problem: (value: Date | undefined) => Problem | undefined,
): BasicFormField<string | null> {
  return { ...day(label, help, problem, false), defaultValue: () => null };
}

export const expiresOn = optionalDay(
  'Expires on',
  'The first day it’s no longer on the site. Leave it empty to keep it.',
  (value) => problemOf('expires_on', value),
);

/** For an announcement, which must end. */
export const endsOn = optionalDay(
  'Expires on',
  'The first day it’s no longer on the site. Required if there is a text.',
  (value) => problemOf('expires_on', value),
);

export const publishOn = optionalDay(
  'Publish on',
  'The first day it’s on the site. Leave it empty to publish it now.',
  (value) => problemOf('publish_on', value),
);

export const draft = field<boolean>({
  label: 'Draft',
  empty: false,
  read: (stored) => stored === true,
  write: (value) => value || undefined,
  problem: () => undefined,
  Control: ({ value, onChange, autoFocus }) => (
    <Checkbox isSelected={value} onChange={onChange} autoFocus={autoFocus}>
      Draft: keep it off the site for now
    </Checkbox>
  ),
});

export const reviewed = day(
  'Last review',
  'The day someone last checked the facts on this page. Readers and search engines see it.',
  (value) => problemOf('reviewed', value),
);

const change = changeSchema.shape;

export const changes = keystatic.array(
  keystatic.object({
    date: day('Date', 'Search engines use the newest date.', (value) =>
      problemBy(change.date, 'date', value),
    ),
    what: textField({
      label: 'What changed',
      help: (value) => `One sentence for readers. ${counted(limits.change, value)}`,
      problem: (value) => problemBy(change.what, 'what', value),
      empty: 'First published.',
    }),
  }),
  {
    label: 'What changed',
    description: 'Shown below the text. The first entry is the day the page was published.',
    itemLabel: ({ fields: { date, what } }) => `${date.value}: ${what.value}`,
    validation: { length: { min: 1 } },
  },
);

const source = sourceSchema.shape;

export const sources = keystatic.array(
  keystatic.object({
    name: textField({
      label: 'Name',
      help: (value) => `The publisher, and what the page is called. ${counted(limits.source, value)}`,
      problem: (value) => problemBy(source.name, 'name', value),
    }),
    url: textField({
      label: 'Address',
      help: () => 'The address of the page. It begins with https://.',
      problem: (value) => {
        const found = problemBy(source.url, 'url', value);
        if (!found) typedSources.add(new URL(value).host);
        return found;
      },
    }),
    checked: day('Checked on', 'The day someone last checked this source.', (value) =>
      problemBy(source.checked, 'checked', value),
    ),
  }),
  {
    label: 'Sources',
    description: 'Official pages that the text relies on. Shown below the text.',
    itemLabel: ({ fields: { name } }) => name.value,
  },
);

export const glyph = glyphField({
  help: 'Leave it empty to use the reward’s own. Type part of a brand’s name to find another.',
  problem: (value) => problemOf('glyph', value ?? undefined),
});

export const scenes = keystatic.array(
  field<string | null>({
    label: 'Picture',
    ...optionalText,
    problem: (value) =>
      value === null ? { field: 'scenes', words: 'must be the name of a picture' } : undefined,
    Control: ScenePicker,
  }),
  {
    label: 'Pictures of the steps',
    description: 'One picture for each step of the reward in the catalog, in the same order. Or none.',
    itemLabel: ({ value }) => value ?? '',
  },
);

export const retired = pick({
  label: 'Retired',
  help: 'Leave it empty while the page is in use. To take it off the site, choose where its address should lead.',
  useChoices: usePlaces,
  problem: (value) => problemOf('retired', value ?? undefined),
});

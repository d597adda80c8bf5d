/** The texts and the look of a reward in the catalogue, and its form. */

import { ActionButton } from '@keystar/ui/button';
import { Flex, VStack } from '@keystar/ui/layout';
import { TextArea, TextField } from '@keystar/ui/text-field';
import type { BasicFormField } from '@keystatic/core';
import { toJsonSchema } from '@valibot/to-json-schema';
import { colourProblems } from '../../src/content/catalogue-rules.ts';
import {
  added,
  amounts,
  delivery,
  entries,
  kind,
  minAge,
  type Name,
  number,
  problemOf,
} from './chosen-once-fields.tsx';
import { asText, field, optionalText } from './field.tsx';
import { GlyphPicker } from './glyph-picker.tsx';
import { nameAndSlug } from './name-and-slug.tsx';

/** '2 to 60 characters, 31 so far.' */
function counted(name: Name, count: number): string {
  const { minLength, maxLength } = toJsonSchema(entries[name], { ignoreActions: ['trim'] });
  return `${minLength} to ${maxLength} characters, ${count} so far.`;
}

function text(
  name: Name,
  label: string,
  help: string,
  Box: typeof TextField | typeof TextArea = TextField,
): BasicFormField<string> {
  return field<string>({
    label,
    empty: '',
    read: asText,
    write: (value) => value,
    problem: (value) => problemOf(name, value),
    Control: (props) => (
      <Box {...props} label={label} isRequired description={`${help} ${counted(name, props.value.length)}`} />
    ),
  });
}

const nameAndFile = nameAndSlug({
  label: 'Name',
  name: text('name', 'Name', 'On the ticket, in lists and in orders.'),
  slugName: 'file',
  slugLabel: 'File',
  helpForNew: () => 'The name of its file: small letters, digits, hyphens. It stays.',
  helpForOld: 'The name of its file stays as it is.',
});

const brand = text('brand', 'Brand', 'The company whose mark this is, for the trademark line.');
const game = text('game', 'Game or platform', 'What players search by.');
const summary = text('summary', 'Summary', 'One line under the name: the amounts, mostly.');
const description = text('description', 'Description', 'What it is and how it arrives.', TextArea);
const regions = text('regions', 'Regions', 'Where it can be used and what limits it.', TextArea);

const glyph = field<string | null>({
  label: 'Glyph',
  ...optionalText,
  write: (value) => value,
  problem: (value) => problemOf('glyph', value),
  Control: (props) => (
    <GlyphPicker
      {...props}
      description="The mark on the ticket, by a part of the brand’s name, or one of our drawings. Empty: a gift card."
    />
  ),
});

const colour = field<string>({
  label: 'Colour',
  empty: '#2a2d34',
  read: asText,
  write: (value) => value,
  problem: (value) => problemOf('colour', value) ?? colourProblems(value)[0],
  Control: ({ value, onChange, ...props }) => (
    <Flex gap="regular" alignItems="end">
      <TextField
        {...props}
        label="Colour"
        isRequired
        value={value}
        onChange={(typed) => onChange(typed.toLowerCase())}
        description="The ticket’s own, dark enough for white letters on it."
      />
      <input
        type="color"
        aria-label="Pick a colour"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Flex>
  ),
});

const steps = field<readonly string[]>({
  label: 'Steps',
  empty: [],
  read: (stored) => (Array.isArray(stored) ? stored.map(String) : []),
  write: (value) => value,
  problem: (value) => problemOf('steps', value),
  // Reported on save. If the sentence appeared earlier, it would move the button away from the pointer.
  Control: ({ value, onChange, errorMessage }) => {
    const put = (at: number, ...texts: string[]) => onChange(value.toSpliced(at, 1, ...texts));
    return (
      <VStack gap="regular">
        {value.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are identified by nothing but their place
          <Flex key={at} gap="regular" alignItems="end">
            <TextArea
              label={`Step ${at + 1}`}
              width="100%"
              value={step}
              onChange={(typed) => put(at, typed)}
              {...(at === value.length - 1 && { errorMessage })}
              description={
                at === 0 ? 'How to redeem it on its own platform, step by step. 2 to 6 steps.' : undefined
              }
            />
            <ActionButton aria-label={`Remove step ${at + 1}`} onPress={() => put(at)}>
              Remove
            </ActionButton>
          </Flex>
        ))}
        <ActionButton alignSelf="start" onPress={() => onChange([...value, ''])}>
          Add a step
        </ActionButton>
      </VStack>
    );
  },
});

/** In the order of the form. */
export const rewardFields = {
  id: number,
  name: nameAndFile,
  kind,
  brand,
  game,
  glyph,
  colour,
  summary,
  description,
  steps,
  regions,
  min_age: minAge,
  delivery,
  added,
  amounts,
};

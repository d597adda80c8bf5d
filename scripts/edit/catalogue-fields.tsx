/**
 * The fields of a catalogue's reward that are words and looks. Its number, prices, delivery and age are kept as the file has
 * them: the server and the orders of players go by these, so they are changed in the file, with somebody who knows both.
 */

import { ActionButton } from '@keystar/ui/button';
import { Flex, VStack } from '@keystar/ui/layout';
import { TextArea, TextField } from '@keystar/ui/text-field';
import type { BasicFormField } from '@keystatic/core';
import { toJsonSchema } from '@valibot/to-json-schema';
import { entryProblems } from '../../src/content/catalogue-rules.ts';
import type { Problem } from '../../src/content/rules.ts';
import { catalogueRewardSchema } from '../../src/lib/contract/catalogue.ts';
import { asText, field } from './field.tsx';
import { GlyphPicker } from './glyph-picker.tsx';
import { nameAndSlug } from './name-and-slug.tsx';

const { entries } = catalogueRewardSchema;
type Name = keyof typeof entries;

const problemOf = (name: Name, value: unknown): Problem | undefined =>
  entryProblems(entries[name], value, name)[0];

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

/** Kept as it is, and refuses what has none: rewards are added with their prices, which stand in the file alone. */
export const number = field<number | null>({
  label: 'Number',
  empty: null,
  read: (stored) => (typeof stored === 'number' ? stored : null),
  write: (value) => value,
  problem: (value) =>
    value === null
      ? {
          field: 'id',
          words:
            'is missing: a new reward begins as a file, see "The catalogue" in docs/marketers/content.md',
        }
      : undefined,
  Control: ({ value, onChange: _, ...props }) => (
    <TextField {...props} label="Number" isReadOnly value={value === null ? '' : String(value)} />
  ),
});

export const nameAndFile = nameAndSlug({
  label: 'Name',
  name: text('name', 'Name', 'On the ticket, in lists and in orders.'),
  slugName: 'file',
  slugLabel: 'File',
  helpForNew: () => 'A new reward begins as a file: see "The catalogue" in docs/marketers/content.md.',
  helpForOld: 'The name of its file stays as it is.',
});

export const brand = text('brand', 'Brand', 'The company whose mark this is, for the trademark line.');
export const game = text('game', 'Game or platform', 'What players search by.');
export const summary = text('summary', 'Summary', 'One line under the name: the amounts, mostly.');
export const description = text('description', 'Description', 'What it is and how it arrives.', TextArea);
export const regions = text('regions', 'Regions', 'Where it can be used and what limits it.', TextArea);

export const glyph = field<string | null>({
  label: 'Glyph',
  empty: null,
  read: (stored) => (stored === undefined ? null : String(stored)),
  write: (value) => value,
  problem: (value) => problemOf('glyph', value),
  Control: (props) => (
    <GlyphPicker
      {...props}
      description="The mark on the ticket, by a part of the brand’s name. Empty: a small figure made from its number."
    />
  ),
});

export const colour = field<string>({
  label: 'Colour',
  empty: '#2a2d34',
  read: asText,
  write: (value) => value,
  problem: (value) => problemOf('colour', value) ?? tooLight(value),
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

/** White letters need 4.5:1 (WCAG 2.2, 1.4.3). */
const CONTRAST = 4.5;

function tooLight(colour: string): Problem | undefined {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const contrast = 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
  return contrast < CONTRAST
    ? {
        field: 'colour',
        words: `is too light for white letters: ${contrast.toFixed(1)} to 1; ${CONTRAST} to 1 at least`,
      }
    : undefined;
}

export const steps = field<readonly string[]>({
  label: 'Steps',
  empty: [],
  read: (stored) => (Array.isArray(stored) ? stored.map(String) : []),
  write: (value) => value,
  problem: (value) => problemOf('steps', value),
  Control: ({ value, onChange, onBlur, errorMessage }) => {
    const put = (at: number, ...texts: string[]) => onChange(value.toSpliced(at, 1, ...texts));
    return (
      <VStack gap="regular">
        {value.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have nothing to tell them apart but their place
          <Flex key={at} gap="regular" alignItems="end">
            <TextArea
              label={`Step ${at + 1}`}
              width="100%"
              value={step}
              onChange={(typed) => put(at, typed)}
              {...(at === value.length - 1 ? { onBlur, errorMessage } : {})}
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

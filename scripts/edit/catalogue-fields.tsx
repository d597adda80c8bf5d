/** The texts and the look of a reward in the catalogue, and its form. */

import { ActionButton } from '@keystar/ui/button';
import { Flex, VStack } from '@keystar/ui/layout';
import { TextArea, TextField } from '@keystar/ui/text-field';
import { colourProblems } from '../../src/content/catalogue-rules.ts';
import { added, amounts, delivery, entries, kind, minAge, number, problemOf } from './chosen-once-fields.tsx';
import { asText, entryText, field } from './field.tsx';
import { glyphField } from './glyph-picker.tsx';
import { FIXED_LATER, nameAndSlug } from './name-and-slug.tsx';

const text = (
  name: 'name' | 'brand' | 'game' | 'summary' | 'description' | 'regions',
  label: string,
  help: string,
  Box?: typeof TextArea,
) => entryText(entries[name], name, label, help, Box);

const nameAndFile = nameAndSlug({
  label: 'Name',
  name: text('name', 'Name', 'Shown on the ticket, in lists and in orders.'),
  slugName: 'file',
  slugLabel: 'File',
  helpForNew: () => `The name of the reward’s file. ${FIXED_LATER}`,
  helpForOld: 'The name of the reward’s file. It can’t be changed.',
});

const brand = text('brand', 'Brand', 'The company that owns the trademark.');
const game = text('game', 'Game or platform', 'The name that players search for.');
const summary = text('summary', 'Summary', 'One line below the name, usually the amounts.');
const description = text(
  'description',
  'Description',
  'A description of the reward and how it arrives.',
  TextArea,
);
const regions = text('regions', 'Regions', 'Where the reward works, and its limits.', TextArea);

const glyph = glyphField({
  help: 'The icon on the ticket. Type part of a brand’s name to find it. If this is empty, the icon is a gift card.',
  write: (value) => value,
  problem: (value) => problemOf('glyph', value),
});

const colour = field<string>({
  label: 'Color',
  empty: '#2a2d34',
  read: asText,
  write: (value) => value,
  problem: (value) => problemOf('colour', value) ?? colourProblems(value)[0],
  Control: ({ value, onChange, ...props }) => (
    <Flex gap="regular" alignItems="end">
      <TextField
        {...props}
        label="Color"
        isRequired
        value={value}
        onChange={(typed) => onChange(typed.toLowerCase())}
        description="The color of the ticket. It must be dark enough for white text."
      />
      <input
        type="color"
        aria-label="Pick a color"
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
              description={at === 0 ? 'How to redeem the reward on its platform. 2 to 6 steps.' : undefined}
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

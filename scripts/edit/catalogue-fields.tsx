/**
 * The fields of a reward in the catalogue. Its number, prices, delivery and age are chosen once, when it is added. The server and
 * players' orders depend on them, so later changes are made in the file, by someone who knows both.
 */

import { ActionButton } from '@keystar/ui/button';
import { FieldMessage } from '@keystar/ui/field';
import { Flex, VStack } from '@keystar/ui/layout';
import { NumberField } from '@keystar/ui/number-field';
import { TextArea, TextField } from '@keystar/ui/text-field';
import type { BasicFormField } from '@keystatic/core';
import { toJsonSchema } from '@valibot/to-json-schema';
import { Fragment, useEffect } from 'react';
import * as v from 'valibot';
import { colourProblems, entryProblems, pointsFor } from '../../src/content/catalogue-rules.ts';
import { dayOf } from '../../src/content/history.ts';
import type { Problem } from '../../src/content/rules.ts';
import {
  type CatalogueReward,
  catalogueRewardSchema,
  rewardKinds,
} from '../../src/lib/contract/catalogue.ts';
import { useChoices } from './choices.ts';
import { asText, collectionOfNew, type FieldOptions, field, isNewPage, optionalText } from './field.tsx';
import { GlyphPicker } from './glyph-picker.tsx';
import { nameAndSlug } from './name-and-slug.tsx';
import { PickOne } from './pickers.tsx';

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

/** The number of a new entry. An existing entry keeps its number, and no number is used twice. */
export const number = field<number | null>({
  label: 'Number',
  empty: null,
  read: (stored) => (typeof stored === 'number' ? stored : null),
  write: (value) => value,
  problem: (value) => (value === null ? { field: 'id', words: 'is missing' } : undefined),
  Control: ({ value, onChange, ...props }) => {
    const { next } = useChoices();
    const given = next[collectionOfNew() ?? ''];
    useEffect(() => {
      if (given !== undefined && given !== value) onChange(given);
    }, [given, value, onChange]);
    return (
      <TextField
        {...props}
        label="Number"
        isReadOnly
        value={value === null ? '' : String(value)}
        description="Given by the editor, and never changed."
      />
    );
  },
});

const nameAndFile = nameAndSlug({
  label: 'Name',
  name: text('name', 'Name', 'On the ticket, in lists and in orders.'),
  slugName: 'file',
  slugLabel: 'File',
  helpForNew: () => 'The name of its file: small letters, digits, hyphens. It stays.',
  helpForOld: 'The name of its file stays as it is.',
});

const NOTHING = <Fragment />;

/**
 * Returns a field that is only shown for a new entry. Orders and accounts depend on its value, so the editor doesn't change it
 * later.
 */
function onceChosen<Value extends NonNullable<unknown> | null>(
  options: FieldOptions<Value>,
): BasicFormField<Value> {
  const { Control } = options;
  return field<Value>({ ...options, Control: (props) => (isNewPage() ? <Control {...props} /> : NOTHING) });
}

const choicesOf = (values: readonly (string | number)[]) =>
  values.map((value) => ({ key: String(value), label: String(value) }));

/** Returns a field for one of a few values. */
const oneOf = (name: Name, label: string, values: readonly (string | number)[], help: string) => {
  const stored = (value: string | null) => values.find((one) => String(one) === value);
  return onceChosen<string | null>({
    label,
    ...optionalText,
    write: (value) => stored(value) ?? null,
    problem: (value) => problemOf(name, stored(value)),
    Control: (props) => (
      <PickOne
        {...props}
        label={label}
        isRequired
        isLoading={false}
        choices={choicesOf(values)}
        description={help}
      />
    ),
  });
};

const kind = oneOf('kind', 'Kind', rewardKinds, 'What sort of thing it is.');
const minAge = oneOf('min_age', 'From which age', [13, 18], 'How old somebody has to be to order it.');

type Delivery = CatalogueReward['delivery'];
const deliveryName = (one: Delivery) =>
  one.kind === 'code' ? 'A code, at once' : `Sent by us: ${one.label}`;

function storedDelivery(value: Delivery) {
  if (value.kind === 'code') return { kind: value.kind };
  const { pattern, ...others } = value;
  return { ...others, ...(pattern === undefined ? {} : { pattern }) };
}

const delivery = onceChosen<Delivery | null>({
  label: 'Delivery',
  empty: null,
  read: (stored) => {
    const read = v.safeParse(entries.delivery, stored);
    return read.success ? read.output : null;
  },
  write: (value) => value && storedDelivery(value),
  problem: (value) => problemOf('delivery', value ?? undefined),
  Control: ({ value, onChange, ...props }) => {
    const { deliveries, isLoading } = useChoices();
    return (
      <PickOne
        {...props}
        label="Delivery"
        isRequired
        isLoading={isLoading}
        value={value && JSON.stringify(value)}
        onChange={(key) => onChange(deliveries.find((one) => JSON.stringify(one) === key) ?? null)}
        choices={deliveries.map((one) => ({ key: JSON.stringify(one), label: deliveryName(one) }))}
        description="How it reaches the player, in one of the ways that the catalogue has."
      />
    );
  },
});

type Amounts = CatalogueReward['amounts'];

const amounts = onceChosen<Amounts>({
  label: 'Amounts',
  empty: [],
  read: (stored) => {
    const read = v.safeParse(entries.amounts, stored);
    return read.success ? read.output : [];
  },
  write: (value) => value.map((amount) => ({ ...amount })),
  problem: (value) => problemOf('amounts', value),
  // Reported on save. If the sentence appeared earlier, it would move the button away from the pointer.
  Control: ({ value, onChange, errorMessage }) => {
    const { next } = useChoices();
    /** Each amount has its own number, made from the reward's. */
    const put = (changed: Amounts) =>
      onChange(changed.map((amount, at) => ({ ...amount, id: (next.catalogue ?? 0) * 100 + at + 1 })));
    return (
      <VStack gap="regular">
        {value.map(({ label, cents }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: amounts are identified by nothing but their place
          <Flex key={at} gap="regular" alignItems="end">
            <TextField
              label={`Amount ${at + 1}`}
              value={label}
              onChange={(typed) => put(value.with(at, amountOf(typed, cents)))}
              description="As on the ticket: $25"
            />
            <NumberField
              label={`Worth of amount ${at + 1} in dollars`}
              minValue={0}
              value={cents / 100}
              onChange={(dollars) => put(value.with(at, amountOf(label, Math.round(dollars * 100))))}
              description={`${pointsFor(cents)} points`}
            />
            <ActionButton aria-label={`Remove amount ${at + 1}`} onPress={() => put(value.toSpliced(at, 1))}>
              Remove
            </ActionButton>
          </Flex>
        ))}
        <ActionButton alignSelf="start" onPress={() => put([...value, amountOf('$5', 500)])}>
          Add an amount
        </ActionButton>
        {errorMessage && <FieldMessage>{errorMessage}</FieldMessage>}
      </VStack>
    );
  },
});

/** The number is only a placeholder; all amounts are numbered together. */
const amountOf = (label: string, cents: number) => ({ id: 1, label, points: pointsFor(cents), cents });

/** For a new reward, today. */
const added = onceChosen<string>({
  label: 'Added on',
  empty: dayOf(new Date()),
  read: asText,
  write: (value) => value,
  problem: (value) => problemOf('added', value),
  Control: () => NOTHING,
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

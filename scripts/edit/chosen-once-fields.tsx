/**
 * The fields of a catalogue's reward that are chosen once, when it is added: its number, kind, age, delivery and amounts. The server and
 * players' orders depend on them, so later changes are made in the file, by someone who knows both.
 */
import { ActionButton } from '@keystar/ui/button';
import { FieldMessage } from '@keystar/ui/field';
import { Flex, VStack } from '@keystar/ui/layout';
import { NumberField } from '@keystar/ui/number-field';
import { TextField } from '@keystar/ui/text-field';
import type { BasicFormField } from '@keystatic/core';
import { Fragment, useEffect } from 'react';
import * as v from 'valibot';
import { entryProblems, pointsFor } from '../../src/content/catalogue-rules.ts';
import { dayOf } from '../../src/content/history.ts';
import type { Problem } from '../../src/content/rules.ts';
import {
  type CatalogueReward,
  catalogueRewardSchema,
  rewardKinds,
} from '../../src/lib/contract/catalogue/catalogue.ts';
import { useChoices } from './choices.ts';
import { asText, collectionOfNew, type FieldOptions, field, isNewPage, optionalText } from './field.tsx';
import { choicesOf, PickOne } from './pickers.tsx';

export const { entries } = catalogueRewardSchema;
export type Name = keyof typeof entries;

export const problemOf = (name: Name, value: unknown): Problem | undefined =>
  entryProblems(entries[name], value, name)[0];

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
        description="Set by the editor. It never changes."
      />
    );
  },
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

/** Returns a field for one of a few values. */
const oneOf = (name: Name, label: string, values: readonly (string | number)[], help: string) => {
  const stored = (value: string | null) => values.find((one) => String(one) === value);
  return onceChosen<string | null>({
    label,
    ...optionalText,
    write: (value) => stored(value) ?? null,
    problem: (value) => problemOf(name, stored(value)),
    Control: (props) => (
      <PickOne {...props} label={label} isRequired choices={choicesOf(values)} description={help} />
    ),
  });
};

export const kind = oneOf('kind', 'Kind', rewardKinds, 'The type of reward.');

export const minAge = oneOf('min_age', 'Minimum age', [13, 18], 'How old a player must be to order it.');

type Delivery = CatalogueReward['delivery'];

const deliveryName = (one: Delivery) =>
  one.kind === 'code' ? 'A code, immediately' : `Sent by our team: ${one.label}`;

function storedDelivery(value: Delivery) {
  if (value.kind === 'code') return { kind: value.kind };
  const { pattern, ...others } = value;
  return { ...others, ...(pattern === undefined ? {} : { pattern }) };
}

export const delivery = onceChosen<Delivery | null>({
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
        description="How players receive it. The list has the ways that other rewards use."
      />
    );
  },
});

type Amounts = CatalogueReward['amounts'];

export const amounts = onceChosen<Amounts>({
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
              description="As shown on the ticket: $25"
            />
            <NumberField
              label={`Value of amount ${at + 1} in dollars`}
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
export const added = onceChosen<string>({
  label: 'Added on',
  empty: dayOf(new Date()),
  read: asText,
  write: (value) => value,
  problem: (value) => problemOf('added', value),
  Control: () => NOTHING,
});

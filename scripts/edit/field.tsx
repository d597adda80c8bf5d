/** What all fields of the editing interface share: they refuse in the same sentences as the build. */
import type { BasicFormField, FormFieldInputProps, FormFieldStoredValue } from '@keystatic/core';
import { z } from 'astro/zod';
import { type ReactElement, useState } from 'react';
import { fieldProblems, type Problem, rewardPageFields, sentence } from '../../src/content/rules.ts';
import { placeOf } from './places.ts';

/** What a field's control is given besides the field's own label and help. */
export interface ControlProps<Value> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly onBlur: () => void;
  readonly autoFocus: boolean;
  /** The sentence that refuses the value, once somebody has left the field or tried to save. */
  readonly errorMessage: string | undefined;
}

export interface FieldOptions<Value extends NonNullable<unknown> | null> {
  readonly label: string;
  readonly empty: Value;
  readonly read: (stored: FormFieldStoredValue) => Value;
  readonly write: (value: Value) => FormFieldStoredValue | null;
  readonly problem: (value: Value) => Problem | undefined;
  readonly Control: (props: ControlProps<Value>) => ReactElement;
}

export function field<Value extends NonNullable<unknown> | null>(
  options: FieldOptions<Value>,
): BasicFormField<Value> {
  const { label, empty, read, write, problem, Control } = options;
  return {
    kind: 'form',
    label,
    Input: refusingInput(problem, Control),
    defaultValue: () => empty,
    parse: read,
    // Null is in the file as such, though the type doesn't foresee it.
    serialize: (value) => ({ value: write(value) as FormFieldStoredValue }),
    validate: (value) => accepted(value, problem(value)),
    reader: { parse: read },
  };
}

/**
 * A control that shows the field's sentence when the time for it has come.
 * @param atOnce what is wrong whatever is typed next, so it is reported without waiting
 */
export function refusingInput<Value>(
  problem: (value: Value) => Problem | undefined,
  Control: (props: ControlProps<Value>) => ReactElement,
  atOnce: (value: Value) => Problem | undefined = () => undefined,
): (props: FormFieldInputProps<Value>) => ReactElement {
  return function Input({ value, onChange, autoFocus, forceValidation }) {
    const [isLeft, setLeft] = useState(false);
    const found = forceValidation || isLeft ? problem(value) : atOnce(value);
    return (
      <Control
        {...{ value, onChange, autoFocus }}
        onBlur={() => setLeft(true)}
        errorMessage={found && sentence(fileInEditor(), found)}
      />
    );
  };
}

/** The value itself. Keystatic saves nothing while a field throws. */
export function accepted<Value>(value: Value, found: Problem | undefined): Value {
  if (found) throw new Error(sentence(fileInEditor(), found));
  return value;
}

type Fields = typeof rewardPageFields.shape;

/** What is wrong with the value of a field that `schema` describes. */
export function problemBy(schema: z.ZodType, name: string, value: unknown): Problem | undefined {
  const [found] = fieldProblems(z.object({ [name]: schema }), { [name]: value });
  return found;
}

/** What is wrong with one field of a page by the build's own schema. */
export const problemOf = (name: keyof Fields, value: unknown): Problem | undefined =>
  problemBy(rewardPageFields.shape[name], name, value);

export const asText = (stored: FormFieldStoredValue) => (stored === undefined ? '' : String(stored));

/** How a field reads and writes a text that may be left out. */
export const optionalText = {
  empty: null,
  read: (stored: FormFieldStoredValue) => (stored === undefined ? null : String(stored)),
  write: (value: string | null) => value ?? undefined,
};

/** Whether what is edited has no file yet. */
export const isNewPage = () => placeOf(location.pathname, location.search).isNew === true;

let addressOfNewPage = '';

/** Reported by the field for the address, because the others can't see it. */
export function setAddressOfNewPage(slug: string): void {
  addressOfNewPage = slug;
}

/** The numbers and file names that are there already are of no concern to an entry that is one of them. */
export const collectionOfNew = (): string | undefined =>
  isNewPage() ? /\/collection\/([^/]+)/.exec(location.pathname)?.[1] : undefined;

/** The file that is being edited: 'src/content/rewards/earn-free-robux.md'. */
function fileInEditor(): string {
  return placeOf(location.pathname, location.search, addressOfNewPage).file ?? 'The new page';
}

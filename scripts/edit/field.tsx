/** What all fields of the editor share: their error messages are those of the build. */
import { type TextArea, TextField } from '@keystar/ui/text-field';
import type { BasicFormField, FormFieldInputProps, FormFieldStoredValue } from '@keystatic/core';
import { toJsonSchema } from '@valibot/to-json-schema';
import { z } from 'astro/zod';
import { type ReactElement, useState } from 'react';
import type * as v from 'valibot';
import { entryProblems } from '../../src/content/catalogue-rules.ts';
import {
  fieldProblems,
  type Limit,
  type Problem,
  rewardPageFields,
  sentence,
} from '../../src/content/rules.ts';
import { placeOf } from './places.ts';

/** What a field's control gets besides the field's label and help. */
export interface ControlProps<Value> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly onBlur: () => void;
  readonly autoFocus: boolean;
  /** The error message, after someone has left the field or tried to save. */
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
    // Null is stored as null, although the type doesn't allow it.
    serialize: (value) => ({ value: write(value) as FormFieldStoredValue }),
    validate: (value) => accepted(value, problem(value)),
    reader: { parse: read },
  };
}

/**
 * Returns a control that shows the field's error message at the right time.
 * @param atOnce problems that no further typing can solve, so they are reported without waiting
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

/** Returns the value, or throws if there is a problem. Keystatic saves nothing while a field throws. */
export function accepted<Value>(value: Value, found: Problem | undefined): Value {
  if (found) throw new Error(sentence(fileInEditor(), found));
  return value;
}

type Fields = typeof rewardPageFields.shape;

/** Returns the problem with the value of a field that `schema` describes. */
export function problemBy(schema: z.ZodType, name: string, value: unknown): Problem | undefined {
  const [found] = fieldProblems(z.object({ [name]: schema }), { [name]: value });
  return found;
}

/** Returns the problem with one field of a page, from the build's own schema. */
export const problemOf = (name: keyof Fields, value: unknown): Problem | undefined =>
  problemBy(rewardPageFields.shape[name], name, value);

export const asText = (stored: FormFieldStoredValue) => (stored === undefined ? '' : String(stored));

/** '15 to 60 characters, 31 so far.' */
export const counted = ({ min, max }: Limit, { length }: string) =>
  `${min} to ${max} characters, ${length} so far.`;

interface TextOptions extends Pick<FieldOptions<string>, 'label' | 'problem'> {
  readonly help: (value: string) => string;
  readonly isRequired?: boolean;
  readonly empty?: string;
  readonly write?: FieldOptions<string>['write'];
  readonly Box?: typeof TextField | typeof TextArea;
}

/** Returns a field for a text. */
export function textField({ help, isRequired = true, Box = TextField, ...options }: TextOptions) {
  return field<string>({
    empty: '',
    read: asText,
    write: (value) => value,
    ...options,
    Control: (props) => (
      <Box {...props} label={options.label} isRequired={isRequired} description={help(props.value)} />
    ),
  });
}

/** Returns a field for a text of a catalogue entry, whose schema has the lengths. */
export function entryText(
  schema: v.GenericSchema<string>,
  name: string,
  label: string,
  help: string,
  Box: typeof TextField | typeof TextArea = TextField,
): BasicFormField<string> {
  const { minLength: min = 0, maxLength: max = 0 } = toJsonSchema(schema, { ignoreActions: ['trim'] });
  return textField({
    label,
    help: (value) => `${help} ${counted({ min, max }, value)}`,
    problem: (value) => entryProblems(schema, value, name)[0],
    Box,
  });
}

/** How a field reads and writes an optional text. */
export const optionalText = {
  empty: null,
  read: (stored: FormFieldStoredValue) => (stored === undefined ? null : String(stored)),
  write: (value: string | null) => value ?? undefined,
};

/** Returns whether the entry has no file yet. */
export const isNewPage = () => placeOf(location.pathname, location.search).isNew === true;

let addressOfNewPage = '';

/** The address field reports it, because other fields can't read it. */
export function setAddressOfNewPage(slug: string): void {
  addressOfNewPage = slug;
}

/**
 * Returns the collection of a new entry. Existing entries needn't avoid taken numbers and file names, because one of those is
 * their own.
 */
export const collectionOfNew = (): string | undefined =>
  isNewPage() ? /\/collection\/([^/]+)/.exec(location.pathname)?.[1] : undefined;

/** Returns the file that is being edited: 'src/content/rewards/earn-free-robux.md'. */
function fileInEditor(): string {
  return placeOf(location.pathname, location.search, addressOfNewPage).file ?? 'The new page';
}

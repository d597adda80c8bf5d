/** The field that names an entry's file. */

import { VStack } from '@keystar/ui/layout';
import { TextField } from '@keystar/ui/text-field';
import type { BasicFormField, SlugFormField } from '@keystatic/core';
import { type Problem, WRONG_SLUG } from '../../src/content/rules.ts';
import { lastChoices, useChoices } from './choices.ts';
import {
  accepted,
  asText,
  collectionOfNew,
  isNewPage,
  refusingInput,
  setAddressOfNewPage,
} from './field.tsx';

export const FIXED = 'Can’t be changed, because other pages link to it.';
export const FIXED_LATER = 'Use lowercase letters, digits and hyphens. You can’t change it later.';

export interface NameAndSlug {
  readonly name: string;
  readonly slug: string;
}

interface NameAndSlugOptions {
  readonly label: string;
  /** The field for the name without the slug. */
  readonly name: BasicFormField<string>;
  /** The slug's name in messages: 'address'. */
  readonly slugName: string;
  readonly slugLabel: string;
  readonly helpForNew: (slug: string) => string;
  readonly helpForOld: string;
}

/**
 * Returns a field for a name and the file name made from it, unless someone types another. An existing entry keeps its file name.
 */
export function nameAndSlug(
  options: NameAndSlugOptions,
): SlugFormField<NameAndSlug, NameAndSlug, string, string> {
  const { label, name: nameField, slugName, slugLabel, helpForNew, helpForOld } = options;
  const named = (words: string | undefined): Problem | undefined =>
    words ? { field: slugName, words } : undefined;
  const takenProblem = (slug: string) => named(takenWords(slug));
  const slugProblem = (slug: string) => named(wrongSlug(slug)) ?? takenProblem(slug);
  const NameInput = nameField.Input;
  const SlugInput = refusingInput<string>(
    (slug) => slugProblem(slug),
    (props) => (
      <TextField
        {...props}
        label={slugLabel}
        isRequired
        isReadOnly={!isNewPage()}
        description={isNewPage() ? helpForNew(props.value) : helpForOld}
      />
    ),
    takenProblem,
  );
  return {
    kind: 'form',
    formKind: 'slug',
    label,
    defaultValue: () => ({ name: '', slug: '' }),
    parse: (stored, extra) => ({ name: asText(stored), slug: extra?.slug ?? '' }),
    serialize: ({ name }) => ({ value: name }),
    serializeWithSlug: ({ name, slug }) => ({ value: name, slug }),
    validate(value) {
      nameField.validate(value.name);
      return accepted(value, slugProblem(value.slug));
    },
    reader: { parse: asText, parseWithSlug: asText },
    Input({ value, onChange, ...rest }) {
      const { name, slug } = value;
      const isNew = isNewPage();
      // Loads the names that are taken.
      useChoices();
      // Before the fields below are drawn, because their messages start with it.
      setAddressOfNewPage(isNew ? slug : '');
      const follows = isNew && slug === slugFrom(name);
      return (
        <VStack gap="xlarge">
          <NameInput
            {...rest}
            value={name}
            onChange={(typed) => onChange({ name: typed, slug: follows ? slugFrom(typed) : slug })}
          />
          <SlugInput
            {...rest}
            autoFocus={false}
            value={slug}
            onChange={(typed) => onChange({ name, slug: typed })}
          />
        </VStack>
      );
    },
  };
}

/** ('Earn free V-Bucks') → 'earn-free-v-bucks' */
const slugFrom = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

function wrongSlug(slug: string): string | undefined {
  if (slug === '') return 'is missing';
  return slug === slugFrom(slug) ? undefined : WRONG_SLUG;
}

function takenWords(slug: string): string | undefined {
  const collection = collectionOfNew();
  return collection !== undefined && lastChoices()?.taken[collection]?.includes(slug)
    ? `is "${slug}", which is already taken. Choose another`
    : undefined;
}

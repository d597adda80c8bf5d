/** The field after which an entry's file is named. */

import { VStack } from '@keystar/ui/layout';
import { TextField } from '@keystar/ui/text-field';
import type { BasicFormField, SlugFormField } from '@keystatic/core';
import { useEffect } from 'react';
import type { Problem } from '../../src/content/rules.ts';
import { accepted, asText, isNewPage, refusingInput, setAddressOfNewPage } from './field.tsx';

export interface NameAndSlug {
  readonly name: string;
  readonly slug: string;
}

interface NameAndSlugOptions {
  readonly label: string;
  /** The field for the name alone. */
  readonly name: BasicFormField<string>;
  /** What sentences call the slug: 'address'. */
  readonly slugName: string;
  readonly slugLabel: string;
  readonly helpForNew: (slug: string) => string;
  readonly helpForOld: string;
}

/** A name, and the file's name that follows from it until somebody writes another. Of an entry that exists it stays. */
export function nameAndSlug(
  options: NameAndSlugOptions,
): SlugFormField<NameAndSlug, NameAndSlug, string, string> {
  const { label, name: nameField, slugName, slugLabel, helpForNew, helpForOld } = options;
  const slugProblem = (slug: string, taken: ReadonlySet<string> = new Set()): Problem | undefined => {
    const words = wrongSlug(slug, taken);
    return words ? { field: slugName, words } : undefined;
  };
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
  );
  return {
    kind: 'form',
    formKind: 'slug',
    label,
    defaultValue: () => ({ name: '', slug: '' }),
    parse: (stored, extra) => ({ name: asText(stored), slug: extra?.slug ?? '' }),
    serialize: ({ name }) => ({ value: name }),
    serializeWithSlug: ({ name, slug }) => ({ value: name, slug }),
    validate(value, extra) {
      nameField.validate(value.name);
      return accepted(value, slugProblem(value.slug, extra?.slugField.slugs));
    },
    reader: { parse: asText, parseWithSlug: asText },
    Input({ value, onChange, ...rest }) {
      const { name, slug } = value;
      const isNew = isNewPage();
      useEffect(() => setAddressOfNewPage(isNew ? slug : ''), [isNew, slug]);
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

function wrongSlug(slug: string, taken: ReadonlySet<string>): string | undefined {
  if (slug === '') return 'is missing';
  if (slug !== slugFrom(slug)) return 'has to be small letters, digits and hyphens';
  return taken.has(slug) ? `is "${slug}", which another has` : undefined;
}

/** The fields of a page that lists rewards which have something in common. */
import { TextField } from '@keystar/ui/text-field';
import type { FormFieldStoredValue } from '@keystatic/core';
import { limits, listsBy, rewardListSchema } from '../../src/content/rules.ts';
import { rewardKinds } from '../../src/lib/contract/catalogue/catalogue.ts';
import { useChoices } from './choices.ts';
import { asText, counted, field, problemBy, textField } from './field.tsx';
import { FIXED, FIXED_LATER, nameAndSlug } from './name-and-slug.tsx';
import { choicesOf, PickMany, pick } from './pickers.tsx';

const { shape } = rewardListSchema;

export const nameAndAddress = nameAndSlug({
  label: 'Name',
  name: textField({
    label: 'Name',
    help: (value) => `The text of links to this list. ${counted(limits.listName, value)}`,
    problem: (value) => problemBy(shape.name, 'name', value),
  }),
  slugName: 'address',
  slugLabel: 'Address',
  helpForNew: (slug) => `The list will be at /rewards/kinds/${slug || '…'}. ${FIXED_LATER}`,
  helpForOld: FIXED,
});

export const by = pick({
  label: 'What the rewards have in common',
  help: 'The group in which the list of all rewards shows this one. The fields below choose its rewards: a reward must match all of them.',
  useChoices: () => ({ choices: choicesOf(listsBy) }),
  isRequired: true,
  problem: (value) => problemBy(shape.by, 'by', value ?? undefined),
});

const orNothing = (value: readonly string[]) => (value.length > 0 ? value : undefined);

/** How a field reads and writes several texts, or none. */
const optionalTexts = {
  empty: [],
  read: (stored: FormFieldStoredValue) => (Array.isArray(stored) ? stored.map(String) : []),
  write: orNothing,
};

/** Returns a field for some of a few names, or none. */
const names = (
  name: 'kinds' | 'games',
  label: string,
  help: string,
  useNames: () => { readonly names: readonly string[]; readonly isLoading?: boolean },
) =>
  field<readonly string[]>({
    label,
    ...optionalTexts,
    problem: (value) => problemBy(shape[name], name, orNothing(value)),
    Control: (props) => {
      const { names: offered, isLoading = false } = useNames();
      return (
        <PickMany
          {...props}
          label={label}
          choices={choicesOf(offered)}
          isLoading={isLoading}
          description={help}
        />
      );
    },
  });

export const kinds = names('kinds', 'Kinds', 'Rewards of these kinds. Leave it empty for any kind.', () => ({
  names: rewardKinds,
}));

export const games = names(
  'games',
  'Games and platforms',
  'Rewards for one of these. Leave it empty for any.',
  () => {
    const { platforms, isLoading } = useChoices();
    return { names: platforms, isLoading };
  },
);

export const works = field<readonly string[]>({
  label: 'Where it works',
  ...optionalTexts,
  problem: (value) => problemBy(shape.works, 'works', orNothing(value)),
  Control: ({ value, onChange, ...props }) => (
    <TextField
      {...props}
      label="Where it works"
      value={value.join(', ')}
      onChange={(typed) => onChange(typed === '' ? [] : typed.split(/, ?/))}
      description="Words to find in the reward’s Regions, separated by commas. One of them is enough. Leave it empty for any place."
    />
  ),
});

const points = (name: 'from' | 'up_to', label: string) => {
  const stored = (value: string) => (value === '' ? undefined : Number(value));
  return field<string>({
    label,
    empty: '',
    read: asText,
    write: stored,
    problem: (value) => problemBy(shape[name], name, stored(value)),
    Control: (props) => (
      <TextField
        {...props}
        label={label}
        inputMode="numeric"
        description="In points, for the smallest amount. Leave it empty for any price."
      />
    ),
  });
};

export const from = points('from', 'Costs at least');
export const upTo = points('up_to', 'Costs at most');

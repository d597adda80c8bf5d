/** The fields of a page that lists rewards which have something in common. */
import { TextField } from '@keystar/ui/text-field';
import type { BasicFormField } from '@keystatic/core';
import { limits, listsBy, rewardListSchema } from '../../src/content/rules.ts';
import { rewardKinds } from '../../src/lib/contract/catalogue/catalogue.ts';
import { useChoices } from './choices.ts';
import { asText, field, problemBy } from './field.tsx';
import { FIXED, FIXED_LATER, nameAndSlug } from './name-and-slug.tsx';
import { PickMany, PickOne } from './pickers.tsx';

const { shape } = rewardListSchema;
const { min, max } = limits.listName;

export const nameAndAddress = nameAndSlug({
  label: 'Name',
  name: field<string>({
    label: 'Name',
    empty: '',
    read: asText,
    write: (value) => value,
    problem: (value) => problemBy(shape.name, 'name', value),
    Control: (props) => (
      <TextField
        {...props}
        label="Name"
        isRequired
        description={`The text of links to this list. ${min} to ${max} characters, ${props.value.length} so far.`}
      />
    ),
  }),
  slugName: 'address',
  slugLabel: 'Address',
  helpForNew: (slug) => `The list will be at /rewards/kinds/${slug || '…'}. ${FIXED_LATER}`,
  helpForOld: FIXED,
});

export const by = field<string | null>({
  label: 'What the rewards have in common',
  empty: null,
  read: (stored) => (stored === undefined ? null : String(stored)),
  write: (value) => value,
  problem: (value) => problemBy(shape.by, 'by', value ?? undefined),
  Control: (props) => (
    <PickOne
      {...props}
      label="What the rewards have in common"
      isRequired
      isLoading={false}
      choices={listsBy.map((name) => ({ key: name, label: name }))}
      description="The group in which the list of all rewards shows this one. The fields below choose its rewards: a reward must match all of them."
    />
  ),
});

type Choose = () => { readonly names: readonly string[]; readonly isLoading: boolean };

/** Returns a field for some of a few names, or none. */
const names = (
  name: 'kinds' | 'games',
  label: string,
  help: string,
  useNames: Choose,
): BasicFormField<readonly string[]> => {
  const stored = (value: readonly string[]) => (value.length > 0 ? value : undefined);
  return field<readonly string[]>({
    label,
    empty: [],
    read: (given) => (Array.isArray(given) ? given.map(String) : []),
    write: stored,
    problem: (value) => problemBy(shape[name], name, stored(value)),
    Control: (props) => {
      const { names: offered, isLoading } = useNames();
      const choices = offered.map((one) => ({ key: one, label: one }));
      return <PickMany {...props} label={label} choices={choices} isLoading={isLoading} description={help} />;
    },
  });
};

export const kinds = names('kinds', 'Kinds', 'Rewards of these kinds. Leave it empty for any kind.', () => ({
  names: rewardKinds,
  isLoading: false,
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
  empty: [],
  read: (given) => (Array.isArray(given) ? given.map(String) : []),
  write: (value) => (value.length > 0 ? value : undefined),
  problem: (value) => problemBy(shape.works, 'works', value.length > 0 ? value : undefined),
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

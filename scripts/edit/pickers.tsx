/** Controls that choose from a list by typing part of a name. */
import { ActionButton } from '@keystar/ui/button';
import { Combobox, Item } from '@keystar/ui/combobox';
import { Flex, VStack } from '@keystar/ui/layout';
import { Text } from '@keystar/ui/typography';
import { type ReactElement, type ReactNode, useState } from 'react';
import { type ControlProps, type FieldOptions, field, optionalText } from './field.tsx';

export interface Choice {
  readonly key: string;
  readonly label: string;
}

interface PickerProps {
  readonly label: string;
  readonly description: ReactNode;
  readonly choices: readonly Choice[];
  /** Whether more choices are still loading. */
  readonly isLoading?: boolean;
  readonly isRequired?: boolean;
}

/** simple-icons has thousands of names, and a longer list doesn't help. */
const MOST_SHOWN = 80;

/** Choices that are shown as they are stored. */
export const choicesOf = (values: readonly (string | number)[]): Choice[] =>
  values.map((value) => ({ key: String(value), label: String(value) }));

const labelOf = (choices: readonly Choice[], key: string | null) =>
  key === null ? '' : (choices.find((choice) => choice.key === key)?.label ?? key);

/** Chooses one key, or null. */
export function PickOne(props: PickerProps & ControlProps<string | null>): ReactElement {
  const { choices, isLoading, value, onChange, onBlur, isRequired = false, ...rest } = props;
  const [typed, setTyped] = useState<string>();
  const part = typed?.toLowerCase() ?? '';
  const found = choices.filter(({ key, label }) => `${label} ${key}`.toLowerCase().includes(part));
  // The chosen one must be in the list, or it would be dropped.
  const shown = [...choices.filter(({ key }) => key === value), ...found.filter(({ key }) => key !== value)];
  return (
    <Combobox
      {...rest}
      isRequired={isRequired}
      width="100%"
      {...(isLoading && { loadingState: 'loading' })}
      items={shown.slice(0, MOST_SHOWN)}
      inputValue={typed ?? labelOf(choices, value)}
      onInputChange={setTyped}
      selectedKey={value}
      onSelectionChange={(key) => {
        // Null is also reported while typing, because the text then differs from the choice.
        if (key !== null) setTyped(undefined);
        onChange(key === null ? null : String(key));
      }}
      onBlur={() => {
        setTyped(undefined);
        onBlur();
      }}
    >
      {({ key, label }) => <Item key={key}>{label}</Item>}
    </Combobox>
  );
}

interface PickOptions extends Pick<FieldOptions<string | null>, 'label' | 'problem'> {
  readonly help: string;
  readonly useChoices: () => Pick<PickerProps, 'choices' | 'isLoading'>;
  readonly isRequired?: boolean;
  /** How the key is stored, if not as it is. */
  readonly write?: FieldOptions<string | null>['write'];
}

/** Returns a field for one of the choices, or none. */
export const pick = ({ help, useChoices, isRequired = false, ...options }: PickOptions) =>
  field<string | null>({
    ...optionalText,
    ...options,
    Control: (props) => (
      <PickOne
        {...props}
        {...useChoices()}
        label={options.label}
        isRequired={isRequired}
        description={help}
      />
    ),
  });

/** Chooses several keys, in the order in which they were picked. */
export function PickMany(props: PickerProps & ControlProps<readonly string[]>): ReactElement {
  const { choices, value, onChange, autoFocus, ...rest } = props;
  const [hasPicked, setPicked] = useState(false);
  return (
    <VStack gap="regular">
      <PickOne
        // Remounted after each pick. Otherwise the list would stay open, waiting for a choice that stays.
        key={value.length}
        {...rest}
        autoFocus={autoFocus || hasPicked}
        choices={choices.filter(({ key }) => !value.includes(key))}
        value={null}
        onChange={(key) => {
          if (key === null) return;
          setPicked(true);
          onChange([...value, key]);
        }}
      />
      {value.map((key) => (
        <Flex key={key} gap="regular" alignItems="center" justifyContent="space-between">
          <Text>{labelOf(choices, key)}</Text>
          <ActionButton
            aria-label={`Remove ${labelOf(choices, key)}`}
            onPress={() => onChange(value.filter((other) => other !== key))}
          >
            Remove
          </ActionButton>
        </Flex>
      ))}
    </VStack>
  );
}

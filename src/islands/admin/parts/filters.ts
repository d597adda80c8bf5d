/**
 * A filter of a list. Its value is in the address under `name`, so that links and the back button work. A `private` filter may
 * identify a person, so it is only in the history entry: the back button works, but no server or link gets it.
 */
export type Filter =
  | {
      readonly kind: 'choice';
      readonly name: string;
      readonly label: string;
      /** Values and labels. The first one is the default. */
      readonly choices: readonly (readonly [value: string, words: string])[];
    }
  | {
      readonly kind: 'text';
      readonly name: string;
      readonly label: string;
      readonly placeholder?: string;
      readonly private?: boolean;
      /** The choice that a new search opens to all, because what is looked for rarely still waits. */
      readonly opens?: string;
    }
  | { readonly kind: 'day'; readonly name: string; readonly label: string };

/** A choice between values, each with its words. */
export const choice = <const V extends string>(
  name: string,
  label: string,
  values: readonly V[],
  words: Readonly<Record<V, string>>,
) =>
  ({ kind: 'choice', name, label, choices: values.map((value) => [value, words[value]] as const) }) as const;

/** The search of a list whose rows belong to players. `number`: what its number is called, "Order number". */
export const search = (number: string) =>
  ({
    kind: 'text',
    name: 'search',
    label: 'Find',
    placeholder: `${number}, email or name`,
    private: true,
    opens: 'state',
  }) as const;

/** What belongs to one player or one order. Their screens lead here with it. */
export const belongsTo = [
  { kind: 'text', name: 'user_id', label: 'Player ID', placeholder: '1024' },
  { kind: 'text', name: 'order_id', label: 'Order number', placeholder: '41' },
] as const;

export type Values = Readonly<Record<string, string>>;

const MAX_TEXT = 120;

const defaultOf = (filter: Filter) => (filter.kind === 'choice' ? (filter.choices[0]?.[0] ?? '') : '');

const isPrivate = (filter: Filter) => filter.kind === 'text' && filter.private === true;

/** Reads the filters from a query ('?state=held&page=2') and from what the history entry stores. Invalid parts are ignored. */
export function valuesIn(query: string, kept: string, filters: readonly Filter[]): Values {
  const params = { address: new URLSearchParams(query), entry: new URLSearchParams(kept) };
  return Object.fromEntries(
    filters.map((filter) => {
      const given = params[isPrivate(filter) ? 'entry' : 'address'].get(filter.name) ?? '';
      if (filter.kind === 'choice')
        return [filter.name, filter.choices.some(([value]) => value === given) ? given : defaultOf(filter)];
      if (filter.kind === 'day') return [filter.name, /^\d{4}-\d\d-\d\d$/.test(given) ? given : ''];
      return [filter.name, given.trim().slice(0, MAX_TEXT)];
    }),
  );
}

/** Returns the query for the address and the text for the history entry, without defaults. */
export function addressOf(values: Values, filters: readonly Filter[]) {
  return {
    query: queryOf(
      values,
      filters.filter((filter) => !isPrivate(filter)),
    ),
    kept: new URLSearchParams(queryOf(values, filters.filter(isPrivate))).toString(),
  };
}

function queryOf(values: Values, filters: readonly Filter[]): Record<string, string> {
  const said = filters.flatMap((filter): [string, string][] => {
    const value = values[filter.name] ?? '';
    return value === defaultOf(filter) ? [] : [[filter.name, value]];
  });
  return Object.fromEntries(said);
}

/** Returns what a form asks for. A new search looks through everything, unless the operator has narrowed the list. */
export function opened(next: Values, before: Values, filters: readonly Filter[]): Values {
  const all = filters.flatMap((filter): [string, string][] => {
    if (filter.kind !== 'text' || filter.opens === undefined) return [];
    const isNew = next[filter.name] !== '' && next[filter.name] !== before[filter.name];
    const choice = filters.find(({ name }) => name === filter.opens);
    return isNew && choice && next[choice.name] === defaultOf(choice) ? [[choice.name, 'all']] : [];
  });
  return { ...next, ...Object.fromEntries(all) };
}

/** Whether any filter is set. */
export const isNarrowed = (values: Values, filters: readonly Filter[]): boolean =>
  Object.keys(queryOf(values, filters)).length > 0;

/**
 * What a list can be narrowed by. It is in the address under `name`, so that links and Back work; but what is `private`, since it may
 * say who somebody is, is in the history entry alone: Back works, and no server and no link hears of it.
 */
export type Filter =
  | {
      readonly kind: 'choice';
      readonly name: string;
      readonly label: string;
      /** Value and words; the first goes without saying. */
      readonly choices: readonly (readonly [value: string, words: string])[];
    }
  | {
      readonly kind: 'text';
      readonly name: string;
      readonly label: string;
      readonly placeholder?: string;
      readonly private?: boolean;
    }
  | { readonly kind: 'day'; readonly name: string; readonly label: string };

export type Values = Readonly<Record<string, string>>;

const MAX_TEXT = 120;

const standardOf = (filter: Filter) => (filter.kind === 'choice' ? (filter.choices[0]?.[0] ?? '') : '');

const isPrivate = (filter: Filter) => filter.kind === 'text' && filter.private === true;

/** '?state=held&page=2', and what the entry keeps → what each filter says. What can't be read is as if it weren't there. */
export function valuesIn(query: string, kept: string, filters: readonly Filter[]): Values {
  const params = { address: new URLSearchParams(query), entry: new URLSearchParams(kept) };
  return Object.fromEntries(
    filters.map((filter) => {
      const given = params[isPrivate(filter) ? 'entry' : 'address'].get(filter.name) ?? '';
      if (filter.kind === 'choice')
        return [filter.name, filter.choices.some(([value]) => value === given) ? given : standardOf(filter)];
      if (filter.kind === 'day') return [filter.name, /^\d{4}-\d\d-\d\d$/.test(given) ? given : ''];
      return [filter.name, given.trim().slice(0, MAX_TEXT)];
    }),
  );
}

/** The other way round, without the defaults: what goes into the address, and what the entry keeps. */
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
    return value === standardOf(filter) ? [] : [[filter.name, value]];
  });
  return Object.fromEntries(said);
}

/** Whether anything was narrowed. */
export const isNarrowed = (values: Values, filters: readonly Filter[]): boolean =>
  Object.keys(queryOf(values, filters)).length > 0;

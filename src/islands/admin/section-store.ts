/** The building blocks of all sections: a list, an item, and an act that returns why it failed. */
import type { ReadableAtom } from 'nanostores';
import { request } from '../../lib/client/client.ts';
import type { Answer } from '../../lib/contract/call.ts';
import { getFigures, getOverview } from '../../lib/contract/operators/operator.ts';
import type { Refused } from '../shared/stores/form.ts';
import { asApiError, createLoader, type Load } from '../shared/stores/load.ts';

/** A page of a list. */
export interface PageOf<Row> {
  readonly data: readonly Row[];
  readonly current_page: number;
  readonly last_page: number;
  readonly per_page: number;
  readonly next_page_url: string | null;
  readonly total: number;
}

/** A data source for a screen. `ask` is the query: the filters of a list, or the id of an item. */
export interface Source<Value, Ask> {
  readonly $load: ReadableAtom<Load<Value>>;
  /** Fetches. If the query is the same as before, the shown value stays until the answer arrives. */
  load(ask: Ask): Promise<void>;
  /** Fetches the same query again. */
  again(): Promise<void>;
  change(by: (value: Value) => Value): void;
}
export type ListSource<Row> = Source<PageOf<Row>, Readonly<Record<string, string>>>;

/** Resets all sources when a session ends, because the next one may belong to another operator. */
const forgetters: (() => void)[] = [];
export function resetSections(): void {
  for (const forget of forgetters) forget();
}

/**
 * What the operator last sent with each field of texts, to use again: many players get the same answer. Only this tab's memory has
 * it, and only until the session ends.
 */
export const lastTexts = new Map<string, string>();
forgetters.push(() => lastTexts.clear());

/** What the operator has typed and not sent, by its place, as lastTexts is kept: a link or a closed dialog loses nothing. */
const unsent = new Map<string, string>();
export const drafts = {
  read: (place: string): string => unsent.get(place) ?? '',
  write: (place: string, text: string): void => void unsent.set(place, text),
};
forgetters.push(() => unsent.clear());

/** Repeats failed fetches with a new session. */
const revivers: (() => unknown)[] = [];
export function retrySections(): void {
  for (const revive of revivers) void revive();
}

/** @param isSame whether the shown value may stay while another query is fetched. Lists may stay, items may not. */
function sourceOf<Value, Ask>(
  fetch: (ask: Ask) => Promise<Value>,
  isSame: (one: Ask, other: Ask) => boolean,
): Source<Value, Ask> {
  const loader = createLoader<Value>();
  let asked: { readonly ask: Ask } | undefined;
  forgetters.push(() => {
    asked = undefined;
    loader.reset();
  });
  async function again() {
    const now = asked;
    if (now) await loader.run(() => fetch(now.ask), true);
  }
  revivers.push(() => loader.$load.get().state === 'failed' && again());
  return {
    $load: loader.$load,
    load(ask) {
      const keep = asked !== undefined && isSame(asked.ask, ask);
      asked = { ask };
      return loader.run(() => fetch(ask), keep);
    },
    again,
    change: (by) => loader.change(by),
  };
}

/** @param about the part of the query that names the list's owner. Another owner's list never stays on screen. */
export const listSource = <Row>(
  fetch: (query: Readonly<Record<string, string>>) => Promise<PageOf<Row>>,
  about?: string,
): ListSource<Row> => sourceOf(fetch, (one, other) => about === undefined || one[about] === other[about]);

export const itemSource = <Value, Ask = number>(fetch: (ask: Ask) => Promise<Value>): Source<Value, Ask> =>
  sourceOf(fetch, (one, other) => one === other);

/** The counts of waiting items. The answer also says when the session ends. */
export const overview = itemSource<Answer<typeof getOverview>, 'overview'>(() => request(getOverview, {}));

/** The figures of recent days. Only the home screen fetches them. */
export const figures = itemSource<Answer<typeof getFigures>, 'figures'>(() => request(getFigures, {}));

export type Outcome<T> = { readonly done: T } | { readonly refused: Refused };

/** Runs an act. Returns its result or why it failed. Then refreshes the counts. */
export async function attempt<T>(act: () => Promise<T>): Promise<Outcome<T>> {
  try {
    const done = await act();
    void overview.again();
    return { done };
  } catch (error) {
    const { message, fields } = asApiError(error);
    return { refused: { message, fields } };
  }
}

/** The fields of acts' forms. An error about another field means that something has changed. */
const FIELDS = ['reason', 'answer', 'body', 'code', 'reference'];

/** Runs an act on what a source shows, then refetches it, unless the input was wrong. */
export async function actOn<T>(
  source: { again(): Promise<unknown> },
  act: () => Promise<T>,
): Promise<Outcome<T>> {
  const outcome = await attempt(act);
  if ('done' in outcome || !FIELDS.some((field) => field in outcome.refused.fields)) await source.again();
  return outcome;
}

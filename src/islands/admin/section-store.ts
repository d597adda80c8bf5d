/** What all sections of the operators' area are made of: a list, one thing, and an act on it that says why it wasn't done. */
import type { ReadableAtom } from 'nanostores';
import { request } from '../../lib/client/client.ts';
import type { Answer } from '../../lib/contract/call.ts';
import { getOverview } from '../../lib/contract/operator.ts';
import { asApiError, createLoader, type Load } from '../shared/stores/load.ts';

/** The paginator's form. */
export interface PageOf<Row> {
  readonly data: readonly Row[];
  readonly current_page: number;
  readonly last_page: number;
  readonly per_page: number;
  readonly next_page_url: string | null;
  readonly total: number;
}

/** A source of what one screen shows; `ask` says which: the filters of a list, the id of a thing. */
export interface Source<Value, Ask> {
  readonly $load: ReadableAtom<Load<Value>>;
  /** Asked for the same again, what is shown stays until the answer is there. */
  load(ask: Ask): Promise<void>;
  /** The same again. */
  again(): Promise<void>;
  change(by: (value: Value) => Value): void;
}
export type ListSource<Row> = Source<PageOf<Row>, Readonly<Record<string, string>>>;

/** All that was fetched, to be forgotten with the session: the next one may be somebody else's. */
const forgetters: (() => void)[] = [];
export function resetSections(): void {
  for (const forget of forgetters) forget();
}

/** What failed for want of a session is fetched with the new one. */
const revivers: (() => unknown)[] = [];
export function retrySections(): void {
  for (const revive of revivers) void revive();
}

/** @param isSame whether what is shown may stay while the other is on its way; lists stay, things don't. */
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

/** @param about the part of the question that says whose list it is: another's isn't shown meanwhile. */
export const listSource = <Row>(
  fetch: (query: Readonly<Record<string, string>>) => Promise<PageOf<Row>>,
  about?: string,
): ListSource<Row> => sourceOf(fetch, (one, other) => about === undefined || one[about] === other[about]);

export const itemSource = <Value, Ask = number>(fetch: (ask: Ask) => Promise<Value>): Source<Value, Ask> =>
  sourceOf(fetch, (one, other) => one === other);

/** What waits, of all kinds; with it comes until when the session holds. */
export const overview = itemSource<Answer<typeof getOverview>, 'overview'>(() => request(getOverview, {}));

/** Why something wasn't done: in words, and by field where a form is to blame. */
export interface Refused {
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
}

export type Outcome<T> = { readonly done: T } | { readonly refused: Refused };

/** Runs an act; answers what came of it, or why it wasn't done. What waits is counted again after it. */
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

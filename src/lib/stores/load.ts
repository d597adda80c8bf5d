/** What is being fetched, as one union: never two booleans that can disagree. */
import { atom, type ReadableAtom } from 'nanostores';
import { ApiError } from '../api/client.ts';
import { onReturn } from './network.ts';
// Connects the client to the API's host: whatever is fetched needs that, also where nobody asks who is signed in.
import './session.ts';

export type Load<T> =
  | { readonly state: 'idle' }
  /** `before`: what was there, when the same thing is fetched again. */
  | { readonly state: 'loading'; readonly before?: T }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly error: ApiError; readonly before?: T };

export interface Loader<T> {
  readonly $load: ReadableAtom<Load<T>>;
  /** Fetches and shows; the latest call wins. `keep` leaves what is shown in place until the answer is there. */
  run(fetch: () => Promise<T>, keep?: boolean): Promise<void>;
  /** Changes what is shown, if anything is. */
  change(by: (value: T) => T): void;
  reset(): void;
}

/** What is shown right now, also while it is fetched again. */
export function shown<T>(load: Load<T>): T | undefined {
  if (load.state === 'ready') return load.value;
  return load.state === 'idle' ? undefined : load.before;
}

/** The same for a part that shows a list: what there is, why the last fetch failed, and whether one is under way. */
export function asList<T>(load: Load<T>): {
  readonly list: T | undefined;
  readonly failure: string | undefined;
  readonly busy: boolean;
} {
  return {
    list: shown(load),
    failure: load.state === 'failed' ? load.error.message : undefined,
    busy: load.state === 'loading',
  };
}

/** Any failure as an ApiError: what isn't one is a fault of our own. */
export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError
    ? error
    : new ApiError('internal', 'Something went wrong here. Reload the page and try again.');
}

const NOT_OFFERED = 501;
/** Codes after which nothing is known of what was asked for: it may have been done. So it is with every failure on the other side. */
const unknownEnd = new Set([
  'offline',
  'timeout',
  'unavailable',
  'unexpected_answer',
  'internal',
  'database_unavailable',
  'aborted',
]);

/** Whether what was asked for may have been done although an error came: then it is safe only to ask for exactly the same again. */
export function isEndUnknown(error: ApiError): boolean {
  return unknownEnd.has(error.code) || (error.status >= 500 && error.status !== NOT_OFFERED);
}

export function createLoader<T>(): Loader<T> {
  const $load = atom<Load<T>>({ state: 'idle' });
  let latest = 0;
  return {
    $load,
    async run(fetch, keep = false) {
      const mine = ++latest;
      const before = keep ? shown($load.get()) : undefined;
      const kept = before === undefined ? {} : { before };
      $load.set({ state: 'loading', ...kept });
      try {
        const value = await fetch();
        if (mine === latest) $load.set({ state: 'ready', value });
      } catch (error) {
        const failed = asApiError(error);
        if (mine !== latest || failed.code === 'aborted') return;
        $load.set({ state: 'failed', error: failed, ...kept });
        // Unless something else was asked for meanwhile, or a press on Retry was faster.
        if (failed.code === 'offline') onReturn(() => mine === latest && void this.run(fetch, keep));
      }
    },
    change(by) {
      const load = $load.get();
      if (load.state === 'ready') $load.set({ state: 'ready', value: by(load.value) });
    },
    reset() {
      latest++;
      $load.set({ state: 'idle' });
    },
  };
}

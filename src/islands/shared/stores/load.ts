/** The state of a fetch, as one union instead of booleans that could disagree. */
import { atom, type ReadableAtom, type WritableAtom } from 'nanostores';
import { ApiError, abortPending } from '../../../lib/client/client.ts';

export { isEndUnknown } from '../../../lib/client/client.ts';

// The session module also connects the client to the API's host, which every fetch needs.
import { callerId } from '../../../lib/session/session.ts';
import { onReturn } from './network.ts';

/** `of`: the query (`keyOf`) that the value, or the earlier value, answers, if there is one. */
interface Answered {
  readonly of?: string | undefined;
}

export type Load<T> =
  | { readonly state: 'idle' }
  /** `before`: the earlier value, during a refetch. */
  | (Answered & { readonly state: 'loading'; readonly before?: T })
  | (Answered & { readonly state: 'ready'; readonly value: T })
  /** `asked`: the query that failed. */
  | (Answered & {
      readonly state: 'failed';
      readonly error: ApiError;
      readonly before?: T;
      readonly asked?: string | undefined;
    });

/** What a screen shows about a failed call. */
export type Failure = Pick<ApiError, 'code' | 'status' | 'message'>;

export interface Loader<T> {
  readonly $load: ReadableAtom<Load<T>>;
  /**
   * Fetches and shows the result; the latest call wins. `keep` keeps the shown value until the answer arrives; the screen must
   * then check whether it fits (`known`, `asList`). `view` is the query (page, search, id). Default: the same as before, if a
   * value is kept.
   */
  run(fetch: () => Promise<T>, keep?: boolean, view?: unknown): Promise<void>;
  /** Runs the latest call again. */
  retry(): Promise<void>;
  /** Changes the shown value, if there is one, also during a refetch. */
  change(by: (value: T) => T): void;
  /**
   * Changes the shown value with another call's answer. That answer counts as a fresh fetch, so it clears an earlier failure.
   */
  renew(by: (value: T) => T): void;
  reset(): void;
}

/** Returns the shown value, also during a refetch. */
export function shown<T>(load: Load<T>): T | undefined {
  if (load.state === 'ready') return load.value;
  return load.state === 'idle' ? undefined : load.before;
}

/** Returns a query as text. It includes the caller, so another view or another user gives another text. */
export function keyOf(view: unknown): string {
  return `${callerId()} ${JSON.stringify(view)}`;
}

/** Returns the query that the load answers. */
const answered = (load: Load<unknown>) => (load.state === 'idle' ? undefined : load.of);

/** Returns the shown value, if it answers exactly this view. */
export function known<T>(load: Load<T>, view: unknown): T | undefined {
  return answered(load) === keyOf(view) ? shown(load) : undefined;
}

/**
 * Returns a list's shown value, the last failure, and whether a fetch is in progress. With a view (null until it is known), also
 * whether the value answers that view, and only that view's failure.
 */
export function asList<T, View = undefined>(load: Load<T>, view?: View) {
  const asks = (question: string | undefined) =>
    view === undefined || (view !== null && question === keyOf(view));
  const failure: Failure | undefined = load.state === 'failed' && asks(load.asked) ? load.error : undefined;
  return {
    view,
    list: shown(load),
    failure,
    busy: load.state === 'loading',
    isAnswer: asks(answered(load)),
  };
}

/** Returns a failure as an ApiError. Any other error is a bug of ours. */
export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError
    ? error
    : new ApiError('internal', 'Something went wrong here. Reload the page and try again.');
}

/**
 * Shows that an act is in progress, and returns a function that reports its end. The end is dropped if something else is shown by
 * then, because the user may have gone to another page.
 */
export function begin<S>($act: WritableAtom<S>, under: S): (end: S) => void {
  $act.set(under);
  return (end) => {
    if ($act.get() === under) $act.set(end);
  };
}

// Abort before the swap, so that the next page's own calls come later. Not earlier: if the next page can't be loaded, this one
// stays and still needs its answers.
if (typeof document !== 'undefined') document.addEventListener('astro:before-swap', abortPending);

export function createLoader<T>(): Loader<T> {
  const $load = atom<Load<T>>({ state: 'idle' });
  let latest = 0;
  let latestView: unknown;
  let rerun = () => Promise.resolve();
  return {
    $load,
    async run(fetch, keep = false, view = keep ? latestView : undefined) {
      const mine = ++latest;
      latestView = view;
      rerun = () => this.run(fetch, keep, view);
      // A user may sign in before the answer arrives. The answer then counts as theirs.
      const question = () => (view === undefined ? undefined : keyOf(view));
      const kept = () => {
        const load = $load.get();
        const before = keep ? shown(load) : undefined;
        return before === undefined ? {} : { before, of: answered(load) };
      };
      $load.set({ state: 'loading', ...kept() });
      try {
        const value = await fetch();
        if (mine === latest) $load.set({ state: 'ready', value, of: question() });
      } catch (error) {
        const failed = asApiError(error);
        if (mine !== latest) return;
        if (failed.code === 'aborted') {
          // Aborted: act as if it had never been fetched, so that a return to the page fetches again.
          const { before, of } = kept();
          return $load.set(before === undefined ? { state: 'idle' } : { state: 'ready', value: before, of });
        }
        $load.set({ state: 'failed', error: failed, asked: question(), ...kept() });
        // Retry once online, unless something else was requested meanwhile.
        if (failed.code === 'offline') onReturn(() => mine === latest && void rerun());
      }
    },
    retry: () => rerun(),
    change(by) {
      const load = $load.get();
      if (load.state === 'ready') $load.set({ ...load, value: by(load.value) });
      else if (load.state !== 'idle' && load.before !== undefined)
        $load.set({ ...load, before: by(load.before) });
    },
    renew(by) {
      const load = $load.get();
      const value = shown(load);
      const next = value === undefined ? undefined : by(value);
      if (load.state !== 'failed' || next === undefined) this.change(by);
      else if (next !== value) $load.set({ state: 'ready', value: next, of: load.of });
    },
    reset() {
      latest++;
      $load.set({ state: 'idle' });
    },
  };
}

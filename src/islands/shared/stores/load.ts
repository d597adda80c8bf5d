/** What is being fetched, as one union: never two booleans that can disagree. */
import { atom, type ReadableAtom, type WritableAtom } from 'nanostores';
import { ApiError, abortPending } from '../../../lib/client/client.ts';

export { isEndUnknown } from '../../../lib/client/client.ts';

// Connects the client to the API's host as well: whatever is fetched needs that, also where nobody asks who is signed in.
import { callerId } from '../../../lib/session/session.ts';
import { onReturn } from './network.ts';

/** `of`: the question that the value, or what was there before, answers, where it was given (`keyOf`). */
interface Answered {
  readonly of?: string | undefined;
}

export type Load<T> =
  | { readonly state: 'idle' }
  /** `before`: what was there, when the same thing is fetched again. */
  | (Answered & { readonly state: 'loading'; readonly before?: T })
  | (Answered & { readonly state: 'ready'; readonly value: T })
  /** `asked`: the question that failed. */
  | (Answered & {
      readonly state: 'failed';
      readonly error: ApiError;
      readonly before?: T;
      readonly asked?: string | undefined;
    });

/** What a screen says of a call that failed. */
export type Failure = Pick<ApiError, 'code' | 'status' | 'message'>;

export interface Loader<T> {
  readonly $load: ReadableAtom<Load<T>>;
  /**
   * Fetches and shows; the latest call wins. `keep` leaves what is shown in place until the answer is there: whether it is what a screen
   * asks for, the screen looks (`known`, `asList`). `view` is what is asked for (page, search, id); without it that is the same as before,
   * where something is kept.
   */
  run(fetch: () => Promise<T>, keep?: boolean, view?: unknown): Promise<void>;
  /** Runs the latest call again. */
  retry(): Promise<void>;
  /** Changes what is shown, if anything is, also while it is fetched again. */
  change(by: (value: T) => T): void;
  /** The same by another call's answer, which is as new as what a fetch would bring: a failure of that is out of date. */
  renew(by: (value: T) => T): void;
  reset(): void;
}

/** What is shown right now, also while it is fetched again. */
export function shown<T>(load: Load<T>): T | undefined {
  if (load.state === 'ready') return load.value;
  return load.state === 'idle' ? undefined : load.before;
}

/** A question as a text: by another view, or from somebody else, it is another one. */
export function keyOf(view: unknown): string {
  return `${callerId()} ${JSON.stringify(view)}`;
}

/** The question that it answers. */
const answered = (load: Load<unknown>) => (load.state === 'idle' ? undefined : load.of);

/** What is shown right now, if it is just this view. */
export function known<T>(load: Load<T>, view: unknown): T | undefined {
  return answered(load) === keyOf(view) ? shown(load) : undefined;
}

/**
 * The same for a part that shows a list: what there is, why the last fetch failed, and whether one is under way. With a view (null until
 * it is known) also whether it is what there is, and only its own failure.
 */
export function asList<T>(
  load: Load<T>,
  view?: unknown,
): {
  readonly list: T | undefined;
  readonly failure: Failure | undefined;
  readonly busy: boolean;
  readonly isAnswer: boolean;
} {
  const asks = (question: string | undefined) =>
    view === undefined || (view !== null && question === keyOf(view));
  return {
    list: shown(load),
    failure: load.state === 'failed' && asks(load.asked) ? load.error : undefined,
    busy: load.state === 'loading',
    isAnswer: asks(answered(load)),
  };
}

/** Any failure as an ApiError: what isn't one is a fault of our own. */
export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError
    ? error
    : new ApiError('internal', 'Something went wrong here. Reload the page and try again.');
}

/**
 * Shows that an act is under way, and returns how to report its end: that is dropped once something else is shown, since a visitor who left may be
 * looking at another thing of the kind.
 */
export function begin<S>($act: WritableAtom<S>, under: S): (end: S) => void {
  $act.set(under);
  return (end) => {
    if ($act.get() === under) $act.set(end);
  };
}

// Before the swap: what the next page asks, from its first effect on, comes after. And only then, since a page that can't be had is no
// reason to leave this one without what it waits for.
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
      // Somebody may sign in before the answer: it is as much theirs.
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
          // As if it had never been fetched: what outlives the page, and a return to it, fetch again.
          const { before, of } = kept();
          return $load.set(before === undefined ? { state: 'idle' } : { state: 'ready', value: before, of });
        }
        $load.set({ state: 'failed', error: failed, asked: question(), ...kept() });
        // Unless something else was asked for meanwhile, or a press on Retry was faster.
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

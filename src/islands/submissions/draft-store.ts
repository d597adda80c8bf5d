/**
 * The draft on screen. Each change is stored in this browser, and saved on the server a moment after the last one. A failed save
 * is retried. A change from another tab or device is reported and never overwritten.
 */
import { atom } from 'nanostores';
import { request } from '../../lib/client/client.ts';
import { newUuid } from '../../lib/client/uuid.ts';
import {
  type Draft,
  getSubmission,
  type Submission,
  saveSubmission,
} from '../../lib/contract/submissions/submissions.ts';
import { owner } from '../../lib/session/session.ts';
import { asApiError, type Failure, isEndUnknown } from '../shared/stores/load.ts';
import { onReturn } from '../shared/stores/network.ts';
import { copyOf, dropCopy, isSameDraft, keepCopy } from './draft-copies-store.ts';

export type Saving =
  /** The server has everything. */
  | { readonly state: 'saved' }
  /** Just changed. `saving`: the save is in progress. */
  | { readonly state: 'unsaved' }
  | { readonly state: 'saving' }
  /** The server couldn't be reached. The draft is in this browser, and the save will be retried. */
  | { readonly state: 'kept'; readonly reason: string }
  /** The server rejected the draft. It is in this browser, and the next change tries again. */
  | { readonly state: 'refused'; readonly reason: string; readonly fields: Readonly<Record<string, string>> }
  /** Changed elsewhere in the meantime. Both versions are kept until the writer chooses. */
  | { readonly state: 'conflict'; readonly theirs: Submission }
  /** Deleted elsewhere in the meantime. */
  | { readonly state: 'gone' };

export type Editing =
  | { readonly state: 'none' }
  | { readonly state: 'loading'; readonly key: string }
  | { readonly state: 'failed'; readonly error: Failure; readonly missing: boolean }
  | {
      readonly state: 'open';
      readonly key: string;
      readonly draft: Draft;
      /** The server's version number. 0: it has none. */
      readonly version: number;
      /** The draft as the server knows it. Null: it doesn't yet. */
      readonly submission: Submission | null;
      readonly saving: Saving;
    };
export type Open = Extract<Editing, { state: 'open' }>;

export const $editing = atom<Editing>({ state: 'none' });

/** The delays before a save: after the last change, and after a failed try. In milliseconds. */
const PAUSE = 1200;
const AGAIN = 15_000;

const blank: Draft = { title: '', summary: '', type: 'guide', game_id: null, body: '' };
const editable = ({ state }: Submission) => state === 'draft' || state === 'refused';
const draftOf = ({ title, summary, type, game_id, body }: Submission): Draft => ({
  title,
  summary,
  type,
  game_id,
  body,
});

/** Returns the account whose drafts these are. 0 for a guest. */
const writerId = (): number => owner ?? 0;

let timer: ReturnType<typeof setTimeout> | undefined;
let running: Promise<void> | undefined;

function saveAfter(wait: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void saveNow(), wait);
}

/** Changes the open draft, unless another one is open by now. */
function patch(key: string, change: Partial<Omit<Open, 'state' | 'key'>>): void {
  const editing = $editing.get();
  if (editing.state === 'open' && editing.key === key) $editing.set({ ...editing, ...change });
}

/** Shows the server's version of the open draft. Nothing is unsaved any more. */
export function showSubmission(submission: Submission): void {
  dropCopy(writerId(), submission.key);
  patch(submission.key, {
    submission,
    draft: draftOf(submission),
    version: submission.version,
    saving: { state: 'saved' },
  });
}

function open(given: Omit<Open, 'state'>): void {
  $editing.set({ state: 'open', ...given });
}

/** Opens an empty draft. Nothing is stored until something is written. Returns its key. */
export function beginDraft(draft: Draft = blank): string {
  const key = newUuid();
  open({ key, draft, version: 0, submission: null, saving: { state: 'saved' } });
  return key;
}

/** Opens one of the player's drafts. A copy in this browser takes precedence over the server's version. */
export async function openDraft(key: string): Promise<void> {
  const before = $editing.get();
  if (before.state === 'open' && before.key === key) return;
  $editing.set({ state: 'loading', key });
  const copy = copyOf(writerId(), key);
  // Another draft may have been opened meanwhile. Moving between drafts and the list aborts no calls.
  const isWanted = () => {
    const editing = $editing.get();
    return editing.state === 'loading' && editing.key === key;
  };
  try {
    const { submission } = await request(getSubmission, { params: { key } });
    if (!isWanted()) return;
    const { version } = submission;
    const theirs = draftOf(submission);
    if (!copy || isSameDraft(copy.draft, theirs)) {
      dropCopy(writerId(), key);
      open({ key, draft: theirs, version, submission, saving: { state: 'saved' } });
    } else if (copy.version === version && editable(submission)) {
      open({ key, draft: copy.draft, version, submission, saving: { state: 'unsaved' } });
      saveAfter(0);
    } else {
      const saving = { state: 'conflict', theirs: submission } as const;
      open({ key, draft: copy.draft, version: copy.version, submission, saving });
    }
  } catch (error) {
    const failure = asApiError(error);
    const { code, message } = failure;
    if (!isWanted() || code === 'aborted') return;
    const missing = code === 'not_found';
    if (!copy) {
      const failed = { state: 'failed', error: failure, missing } as const;
      $editing.set(failed);
      // Retry once online, unless the draft was left, or the user pressed Retry first.
      if (code === 'offline') onReturn(() => $editing.get() === failed && void openDraft(key));
      return;
    }
    const { draft, version } = copy;
    const isGone = missing && version > 0;
    const saving: Saving = isGone ? { state: 'gone' } : { state: 'kept', reason: message };
    open({ key, draft, version, submission: null, saving });
    if (!isGone) saveAfter(missing ? 0 : AGAIN);
  }
}

/** Called when the screen is left. Saves immediately; the draft stays open until that is done. */
export function leaveDraft(): void {
  const editing = $editing.get();
  if (editing.state === 'open' && editing.saving.state !== 'saved') void saveNow();
  else $editing.set({ state: 'none' });
}

/** Applies a change, and saves it a moment later. */
export function changeDraft(change: Partial<Draft>): void {
  const editing = $editing.get();
  if (editing.state !== 'open') return;
  const { key, version, saving } = editing;
  const draft = { ...editing.draft, ...change };
  keepCopy(writerId(), { key, draft, version, at: Date.now() });
  const waits = saving.state === 'conflict' || saving.state === 'gone';
  patch(key, { draft, ...(!waits && { saving: { state: 'unsaved' } }) });
  if (!waits) saveAfter(PAUSE);
}

/** Saves unsaved changes. Resolves when the try is over. A second call waits for the first one and then saves what is left. */
export async function saveNow(): Promise<void> {
  clearTimeout(timer);
  while (running) await running;
  const editing = $editing.get();
  if (editing.state !== 'open' || !['unsaved', 'kept', 'refused'].includes(editing.saving.state)) return;
  running = save(editing).finally(() => {
    running = undefined;
  });
  await running;
}

async function save({ key, draft, version }: Open): Promise<void> {
  const userId = writerId();
  patch(key, { saving: { state: 'saving' } });
  try {
    const { submission } = await request(saveSubmission, { params: { key }, body: { ...draft, version } });
    dropCopy(userId, key, draft);
    const now = $editing.get();
    const isLast = now.state !== 'open' || now.key !== key || isSameDraft(now.draft, draft);
    if (!isLast) keepCopy(userId, { key, draft: now.draft, version: submission.version, at: Date.now() });
    patch(key, {
      submission,
      version: submission.version,
      saving: isLast ? { state: 'saved' } : { state: 'unsaved' },
    });
    if (!isLast) saveAfter(PAUSE);
  } catch (error) {
    await noteFailure(key, error);
  }
}

async function noteFailure(key: string, error: unknown): Promise<void> {
  const failed = asApiError(error);
  const { code, message: reason, fields } = failed;
  if (code === 'draft_changed' || code === 'not_a_draft') {
    const theirs = await request(getSubmission, { params: { key } }).catch(() => null);
    if (theirs) return patch(key, { saving: { state: 'conflict', theirs: theirs.submission } });
  }
  if (code === 'not_found') return patch(key, { saving: { state: 'gone' } });
  if (!isEndUnknown(failed) && code !== 'too_many_requests')
    return patch(key, { saving: { state: 'refused', reason, fields } });
  patch(key, { saving: { state: 'kept', reason } });
  saveAfter((failed.retryAfter ?? 0) * 1000 || AGAIN);
  if (code === 'offline') onReturn(() => void saveNow());
}

/** Resolves a conflict: the local version overwrites the saved one. */
export async function keepMine(): Promise<void> {
  const editing = $editing.get();
  if (editing.state !== 'open' || editing.saving.state !== 'conflict') return;
  patch(editing.key, { version: editing.saving.theirs.version, saving: { state: 'unsaved' } });
  await saveNow();
}

/** Resolves a conflict: shows the saved version and drops the local one. */
export function takeTheirs(): void {
  const editing = $editing.get();
  if (editing.state === 'open' && editing.saving.state === 'conflict') showSubmission(editing.saving.theirs);
}

/** Turns the local version into a new draft, and saves it. Returns its key. */
export function keepAsNew(): string | null {
  const editing = $editing.get();
  if (editing.state !== 'open') return null;
  dropCopy(writerId(), editing.key);
  const key = beginDraft(editing.draft);
  changeDraft({});
  void saveNow();
  return key;
}

/** Acts on a whole article: submitting, withdrawing, deleting and previewing. */
import { atom } from 'nanostores';
import { ApiError, request } from '../../lib/client/client.ts';
import * as calls from '../../lib/contract/submissions/submissions.ts';
import { callerId } from '../../lib/session/session.ts';
import { asApiError } from '../shared/stores/load.ts';
import { sanitise } from '../shared/stores/sanitise.ts';
import { dropCopy } from './draft-copies-store.ts';
import { $editing, saveNow, showSubmission } from './draft-store.ts';

export type Act =
  | { readonly state: 'none' }
  | { readonly state: 'working' }
  | { readonly state: 'refused'; readonly reason: string; readonly fields: Readonly<Record<string, string>> };

export const $act = atom<Act>({ state: 'none' });

export function resetAct(): void {
  $act.set({ state: 'none' });
}

/** Runs one act at a time. Returns whether it succeeded. */
async function act(work: () => Promise<void>): Promise<boolean> {
  if ($act.get().state === 'working') return false;
  $act.set({ state: 'working' });
  try {
    await work();
    $act.set({ state: 'none' });
    return true;
  } catch (error) {
    const { message: reason, fields } = asApiError(error);
    $act.set({ state: 'refused', reason, fields });
    return false;
  }
}

/** Saves the article on screen and submits it. */
export function submitDraft(): Promise<boolean> {
  return act(async () => {
    await saveNow();
    const editing = $editing.get();
    if (editing.state !== 'open') return;
    const { saving } = editing;
    if (saving.state === 'refused')
      throw new ApiError('invalid', saving.reason, { fields: { ...saving.fields } });
    if (saving.state === 'kept')
      throw new ApiError('offline', `${saving.reason} Your text is saved in this browser.`);
    if (saving.state !== 'saved')
      throw new ApiError('draft_changed', 'Please choose which version to keep first.');
    const { key, version } = editing;
    showSubmission((await request(calls.submitForReview, { params: { key }, body: { version } })).submission);
  });
}

export function withdraw(): Promise<boolean> {
  return act(async () => {
    const editing = $editing.get();
    if (editing.state === 'open')
      showSubmission((await request(calls.withdrawSubmission, { params: { key: editing.key } })).submission);
  });
}

/** Deletes a draft, in the browser and on the server. */
export function deleteDraft(): Promise<boolean> {
  return act(async () => {
    const editing = $editing.get();
    if (editing.state !== 'open') return;
    // Wait for a pending save, which would otherwise create it again.
    await saveNow();
    try {
      await request(calls.deleteSubmission, { params: { key: editing.key } });
    } catch (error) {
      // The server doesn't have it, which is the desired result.
      if (asApiError(error).code !== 'not_found') throw error;
    }
    dropCopy(callerId(), editing.key);
    $editing.set({ state: 'none' });
  });
}

/** Returns the text as readers would see it, as sanitised HTML. Rejects if the server or the sanitiser isn't available. */
export async function previewOf(body: string): Promise<string> {
  return sanitise((await request(calls.previewArticle, { body: { body } })).html);
}

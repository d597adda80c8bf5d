/** One's own articles and drafts, those included that only this browser has. */
import { atom } from 'nanostores';
import { request } from '../../lib/client/client.ts';
import type { Answer } from '../../lib/contract/call.ts';
import { listSubmissions } from '../../lib/contract/submissions.ts';
import { callerId } from '../../lib/session/session.ts';
import { createLoader } from '../shared/stores/load.ts';
import { type Copy, copiesOf } from './draft-copies-store.ts';
import { saveNow } from './draft-store.ts';

const loader = createLoader<Answer<typeof listSubmissions>>();
export const $submissions = loader.$load;

/** What was written here and hasn't reached the server yet. */
export const $unsaved = atom<readonly Copy[]>([]);

export function loadSubmissions(page: number): Promise<void> {
  return loader.run(
    async () => {
      // What was being written when the sheet was left, so that the list has it.
      await saveNow();
      $unsaved.set(copiesOf(callerId()));
      return request(listSubmissions, { query: { page } });
    },
    true,
    page,
  );
}

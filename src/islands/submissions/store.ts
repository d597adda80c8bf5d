/** The player's articles and drafts, including those that exist only in this browser. */
import { atom } from 'nanostores';
import { request } from '../../lib/client/client.ts';
import type { Answer } from '../../lib/contract/call.ts';
import { listSubmissions } from '../../lib/contract/submissions/submissions.ts';
import { callerId } from '../../lib/session/session.ts';
import { createLoader } from '../shared/stores/load.ts';
import { type Copy, copiesOf } from './draft-copies-store.ts';
import { saveNow } from './draft-store.ts';

const loader = createLoader<Answer<typeof listSubmissions>>();
export const $submissions = loader.$load;

/** Drafts that haven't reached the server yet. */
export const $unsaved = atom<readonly Copy[]>([]);

export function loadSubmissions(page: number): Promise<void> {
  return loader.run(
    async () => {
      // Save first, so that the list includes the draft that was just left.
      await saveNow();
      $unsaved.set(copiesOf(callerId()));
      return request(listSubmissions, { query: { page } });
    },
    true,
    page,
  );
}

/** One contest, and taking part in it. */
import { atom } from 'nanostores';
import { request } from '../../../lib/client/client.ts';
import { contestTopic } from '../../../lib/contract/channels.ts';
import type { Contest } from '../../../lib/contract/contests.ts';
import * as calls from '../../../lib/contract/contests.ts';
import { readStored, store } from '../../../lib/session/storage.ts';
import { followPublic, followRoom } from '../../shared/stores/live.ts';
import { asApiError, begin, createLoader, isEndUnknown, shown } from '../../shared/stores/load.ts';

const loader = createLoader<Contest>();
export const $contest = loader.$load;

export type Entering =
  | { readonly state: 'none' }
  | { readonly state: 'entering' }
  /** `field`: what is wrong with the seed. `unknown`: the entry may have been made all the same. */
  | {
      readonly state: 'refused';
      readonly message: string;
      readonly field: string | undefined;
      readonly unknown: boolean;
    };

export const $entering = atom<Entering>({ state: 'none' });

export async function loadContest(id: number): Promise<void> {
  $entering.set({ state: 'none' });
  await loader.run(async () => (await request(calls.getContest, { params: { id } })).contest);
}

/** Fetches the contest again while it stays on screen: it began or ended meanwhile. */
export async function refreshContest(id: number): Promise<void> {
  // Asked for by what began on a page that may be left by now.
  if (shown(loader.$load.get())?.id === id)
    await loader.run(async () => (await request(calls.getContest, { params: { id } })).contest, true);
}

/** How many are looking at the contest on screen, oneself among them; null where that isn't known. */
export const $present = atom<number | null>(null);

/** Keeps a contest fresh while others enter it, and is present with it, for as long as a screen shows it. */
export function followContest(id: number): () => void {
  const stops = [
    followPublic(
      (event) => event.name === 'ContestChanged' && event.data.contest_id === id,
      () => refreshContest(id),
    ),
    followRoom(contestTopic(id), (count) => $present.set(count)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

const hashKey = (id: number) => `contest_${id}_hash`;

/** The hash of the draw's seed as this browser saw it when its reader entered; null where it didn't. */
export function rememberedHash(id: number): string | null {
  return readStored(hashKey(id));
}

/**
 * Takes part. A second call while one is under way does nothing. The same seed again is the same entry, so that trying again
 * after a lost answer is safe.
 */
export async function enterContest(id: number, seed: string): Promise<void> {
  if ($entering.get().state === 'entering') return;
  const finish = begin<Entering>($entering, { state: 'entering' });
  try {
    const { contest } = await request(calls.enterContest, { params: { id }, body: { seed } });
    // Kept for the check after the draw: from now on the hash can't be another one without being noticed.
    store(hashKey(id), contest.seed_hash);
    loader.renew((now) => (now.id === id ? contest : now));
    finish({ state: 'none' });
  } catch (error) {
    const failed = asApiError(error);
    const unknown = isEndUnknown(failed);
    finish({ state: 'refused', message: failed.message, field: failed.fields.seed, unknown });
    // It isn't as it was shown: closed by now, or entered elsewhere.
    if (!unknown && failed.fields.seed === undefined) await refreshContest(id);
  }
}

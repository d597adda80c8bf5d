/** One contest, and entering it. */
import { atom } from 'nanostores';
import { request } from '../../../lib/client/client.ts';
import { contestTopic } from '../../../lib/contract/channels.ts';
import * as calls from '../../../lib/contract/draws/contests.ts';
import { readStored, store } from '../../../lib/session/storage.ts';
import { followPublic, followRoom, together } from '../../shared/stores/live.ts';
import { asApiError, begin, createLoader, isEndUnknown, shown } from '../../shared/stores/load.ts';

const loader = createLoader<calls.Contest>();
export const $contest = loader.$load;

export type Entering =
  | { readonly state: 'none' }
  | { readonly state: 'entering' }
  /** `field`: what is wrong with the seed. `unknown`: the entry may have been made anyway. */
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

/** Refetches the contest on screen, because it has begun or ended. */
export async function refreshContest(id: number): Promise<void> {
  // The caller's page may have been left.
  if (shown(loader.$load.get())?.id === id)
    await loader.run(async () => (await request(calls.getContest, { params: { id } })).contest, true);
}

/** How many people are viewing the contest, including this user. Null if unknown. */
export const $present = atom<number | null>(null);

/** Keeps a contest up to date while others enter it, and joins its presence channel. Returns a function that stops it. */
export function followContest(id: number): () => void {
  return together(
    followPublic(
      (event) => event.name === 'ContestChanged' && event.data.contest_id === id,
      () => refreshContest(id),
    ),
    followRoom(contestTopic(id), (count) => $present.set(count)),
  );
}

const hashKey = (id: number) => `contest_${id}_hash`;

/** Returns the seed's hash that this browser stored when the player entered. Null if it didn't. */
export function rememberedHash(id: number): string | null {
  return readStored(hashKey(id));
}

/**
 * Enters the contest. Does nothing while an entry is in progress. The same seed again is the same entry, so a retry after a lost
 * answer is safe.
 */
export async function enterContest(id: number, seed: string): Promise<void> {
  if ($entering.get().state === 'entering') return;
  const finish = begin<Entering>($entering, { state: 'entering' });
  try {
    const { contest } = await request(calls.enterContest, { params: { id }, body: { seed } });
    // Store the hash for the check after the draw, so that any later change is noticed.
    store(hashKey(id), contest.seed_hash);
    loader.renew((now) => (now.id === id ? contest : now));
    finish({ state: 'none' });
  } catch (error) {
    const failed = asApiError(error);
    const unknown = isEndUnknown(failed);
    finish({ state: 'refused', message: failed.message, field: failed.fields.seed, unknown });
    // The contest isn't as shown: it has closed, or was entered elsewhere.
    if (!unknown && failed.fields.seed === undefined) await refreshContest(id);
  }
}

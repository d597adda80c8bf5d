/** The further parts of a player's profile: level, badges, and public opinions and comments. */
import { atom } from 'nanostores';
import { request } from '../../lib/client/client.ts';
import type { Answer } from '../../lib/contract/call.ts';
import { type Bred, breedCreatures } from '../../lib/contract/milestones/collection.ts';
import { getProfile, listWritten, type Profile } from '../../lib/contract/profile/profiles.ts';
import { asApiError, createLoader, known, shown } from '../shared/stores/load.ts';
import { withEarlier, withNext } from '../shared/stores/pages.ts';

const profile = createLoader<Profile>();
export const $publicFace = profile.$load;
type WrittenPage = Answer<typeof listWritten>;
const written = createLoader<WrittenPage>();
export const $written = written.$load;

const PER_PAGE = 10;

/** Loads both parts for a player. Another player's parts disappear immediately; this player's stay until the answer arrives. */
export async function loadMore(id: number): Promise<void> {
  await Promise.all([profile.run(() => request(getProfile, { params: { id } })), loadWritten(id)]);
}

export function loadFace(id: number): Promise<void> {
  return profile.run(() => request(getProfile, { params: { id } }));
}

/** Loads the first page, and keeps the pages that were appended. */
function loadWritten(id: number): Promise<void> {
  const before = known($written.get(), id);
  return written.run(
    async () =>
      withEarlier(await request(listWritten, { params: { id }, query: { per_page: PER_PAGE } }), before),
    before !== undefined,
    id,
  );
}

export const retryWritten = (): Promise<void> => written.retry();

/** Appends the next page. A failure leaves the list as it is; the loader's state has the error. */
export async function moreWritten(id: number): Promise<void> {
  const before = shown($written.get());
  if (!before || before.next_page_url === null) return;
  await written.run(async () => {
    const next = await request(listWritten, {
      params: { id },
      query: { page: before.current_page + 1, per_page: PER_PAGE },
    });
    return withNext(before, next);
  }, true);
}

/** The creature bred last on this page. */
export const $bred = atom<Bred | null>(null);

/** Breeds two kinds from the player's own collection. Returns an error message, or undefined on success. */
export async function breed(one: number, other: number): Promise<string | undefined> {
  try {
    const bred = await request(breedCreatures, { body: { one, other } });
    $bred.set(bred);
    const { find, next_at } = bred;
    profile.change((face) => ({
      ...face,
      creatures: [...(face.creatures ?? []).filter(({ kind }) => kind !== find.kind), find],
      breeds_at: next_at,
    }));
    return undefined;
  } catch (error) {
    const { fields, message } = asApiError(error);
    return Object.values(fields)[0] ?? message;
  }
}

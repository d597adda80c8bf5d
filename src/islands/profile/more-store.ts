/** What of a player's profile comes after the face: level, badges, and what was written in public. */
import { atom } from 'nanostores';
import { request } from '../../lib/client/client.ts';
import type { Answer } from '../../lib/contract/call.ts';
import { type Bred, breedCreatures } from '../../lib/contract/collection.ts';
import { getProfile, listWritten, type Profile } from '../../lib/contract/profiles.ts';
import { asApiError, createLoader, known, shown } from '../shared/stores/load.ts';
import { withEarlier, withNext } from '../shared/stores/pages.ts';

const profile = createLoader<Profile>();
export const $publicFace = profile.$load;
type WrittenPage = Answer<typeof listWritten>;
const written = createLoader<WrittenPage>();
export const $written = written.$load;

const PER_PAGE = 10;

/** Both for one player; what was shown of another is gone immediately, what was shown of this one stays until the answer. */
export async function loadMore(id: number): Promise<void> {
  await Promise.all([profile.run(() => request(getProfile, { params: { id } })), loadWritten(id)]);
}

export function loadFace(id: number): Promise<void> {
  return profile.run(() => request(getProfile, { params: { id } }));
}

/** The first page, and after it what was appended before. */
export function loadWritten(id: number): Promise<void> {
  const before = known($written.get(), id);
  return written.run(
    async () =>
      withEarlier(await request(listWritten, { params: { id }, query: { per_page: PER_PAGE } }), before),
    before !== undefined,
    id,
  );
}

export const retryWritten = (): Promise<void> => written.retry();

/** Appends the next page. A failure leaves what is there; the loader's state has it. */
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

/** What was bred last on this page. */
export const $bred = atom<Bred | null>(null);

/** Breeds two kinds of one's own collection; answers in words why it couldn't. */
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

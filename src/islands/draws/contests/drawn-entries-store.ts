/** Every entry that a giveaway was drawn from. Fetched only for those who want to check the draw. */
import { request } from '../../../lib/client/client.ts';
import type { Answer } from '../../../lib/contract/call.ts';
import { listDrawnEntries, type NumberedSeed } from '../../../lib/contract/draws/contests.ts';
import { createLoader } from '../../shared/stores/load.ts';

const loader = createLoader<readonly NumberedSeed[]>();
export const $drawnEntries = loader.$load;

/** Returns the entries of a drawn giveaway, by number. Rejects with an ApiError. */
export async function fetchDrawnEntries(id: number): Promise<readonly NumberedSeed[]> {
  const entries: NumberedSeed[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const part: Answer<typeof listDrawnEntries> = await request(listDrawnEntries, {
      params: { id },
      query: { after },
    });
    entries.push(...part.entries);
    after = part.after;
  }
  return entries;
}

export function loadDrawnEntries(id: number): Promise<void> {
  return loader.run(() => fetchDrawnEntries(id), true, id);
}

/** One case with its odds, and how far opening it is (opening-store.ts). */
import { atom } from 'nanostores';
import { request } from '../../../lib/client/client.ts';
import type { Case, Opening } from '../../../lib/contract/cases.ts';
import { getCase } from '../../../lib/contract/cases.ts';
import { createLoader } from '../../shared/stores/load.ts';

const loader = createLoader<Case>();
export const $case = loader.$load;

/** What the reader saw before an opening: the draw is checked against this, and not only against what is published afterwards. */
export interface Promised {
  readonly seed_hash: string;
  readonly nonce: number;
  readonly player_seed: string;
  readonly items: Case['items'];
}

/** An opening as it was sent. */
export interface Attempt {
  readonly commitmentId: string;
  readonly promised: Promised;
}

export type Turn =
  | { readonly state: 'none' }
  | { readonly state: 'opening' }
  | { readonly state: 'opened'; readonly opening: Opening; readonly promised: Promised }
  /** `field`: what is wrong with the seed. `again`: it may have been opened all the same, and only the same again is safe. */
  | {
      readonly state: 'refused';
      readonly message: string;
      readonly field: string | undefined;
      readonly again: Attempt | undefined;
    };

export const $turn = atom<Turn>({ state: 'none' });

export async function loadCase(id: number): Promise<void> {
  $turn.set({ state: 'none' });
  await loader.run(fetchCase(id));
}

/** Fetches the case again while it stays on screen: something of the reader's has changed. */
export function refreshCase(id: number): Promise<void> {
  return loader.run(fetchCase(id), true);
}

const fetchCase = (id: number) => async () => (await request(getCase, { params: { id } })).case;

/** Shows what an act answered of it, also in place of a fetch that is under way: what that brings may be from before. */
export const putCase = (one: Case): Promise<void> => loader.run(async () => one, true);

/** Back to the case, after an opening or a refusal whose end is known. */
export function closeTurn(): void {
  const turn = $turn.get();
  if (turn.state === 'opened' || (turn.state === 'refused' && !turn.again)) $turn.set({ state: 'none' });
}

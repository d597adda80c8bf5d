/** One case with its odds, and the progress of opening it (opening-store.ts). */
import { atom } from 'nanostores';
import { request } from '../../../lib/client/client.ts';
import { type Case, getCase, type Opening } from '../../../lib/contract/draws/cases.ts';
import { createLoader } from '../../shared/stores/load.ts';

const loader = createLoader<Case>();
export const $case = loader.$load;

/** What the player saw before the opening. The draw is verified against it too, not only against what is published afterwards. */
export interface Promised {
  readonly seed_hash: string;
  readonly nonce: number;
  readonly player_seed: string;
  readonly items: Case['items'];
}

/** The data of an opening that was sent. */
export interface Attempt {
  readonly commitmentId: string;
  readonly promised: Promised;
}

export type Turn =
  | { readonly state: 'none' }
  | { readonly state: 'opening' }
  | { readonly state: 'opened'; readonly opening: Opening; readonly promised: Promised }
  /** `field`: what is wrong with the seed. `again`: the case may be open already, so only the same attempt is safe. */
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

/** Refetches the case while it is on screen, because something about the player has changed. */
export function refreshCase(id: number): Promise<void> {
  return loader.run(fetchCase(id), true);
}

const fetchCase = (id: number) => async () => (await request(getCase, { params: { id } })).case;

/** Shows the case from another call's answer. Overrides a pending fetch, whose answer may be older. */
export const putCase = (one: Case): Promise<void> => loader.run(async () => one, true);

/** Returns to the case, after an opening or a failure with a known outcome. */
export function closeTurn(): void {
  const turn = $turn.get();
  if (turn.state === 'opened' || (turn.state === 'refused' && !turn.again)) $turn.set({ state: 'none' });
}

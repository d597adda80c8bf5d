/** One case with its odds, and opening it. */
import { atom } from 'nanostores';
import { request } from '../../../lib/client/client.ts';
import type { Case, Opening } from '../../../lib/contract/cases.ts';
import * as calls from '../../../lib/contract/cases.ts';
import { patchUser } from '../../../lib/session/session.ts';
import { holdBalance, showBalance } from '../../../lib/stores/balance.ts';
import { asApiError, createLoader, isEndUnknown, shown } from '../../../lib/stores/load.ts';

const loader = createLoader<Case>();
export const $case = loader.$load;

/** What the reader saw before an opening: the draw is checked against this, and not only against what is told afterwards. */
export interface Promised {
  readonly seed_hash: string;
  readonly nonce: number;
  readonly player_seed: string;
  readonly items: Case['items'];
}

export type Turn =
  | { readonly state: 'none' }
  | { readonly state: 'opening' }
  | { readonly state: 'opened'; readonly opening: Opening; readonly promised: Promised }
  /** `field`: what is wrong with the seed. `unknown`: it may have been opened all the same, and only the same again is safe. */
  | {
      readonly state: 'refused';
      readonly message: string;
      readonly field: string | undefined;
      readonly unknown: boolean;
    };

/** Milliseconds for which the reel runs. */
const REVEAL = 1500;

export const $turn = atom<Turn>({ state: 'none' });

/** The opening that was tried last, until it is known how that ended: trying again must be the same one. */
let attempt: { caseId: number; commitmentId: string; promised: Promised } | undefined;

export async function loadCase(id: number): Promise<void> {
  $turn.set({ state: 'none' });
  attempt = undefined;
  await loader.run(async () => (await request(calls.getCase, { params: { id } })).case);
}

/** Fetches the case anew while it stays on screen: something of the reader's has changed. */
export function refreshCase(id: number): Promise<void> {
  return loader.run(async () => (await request(calls.getCase, { params: { id } })).case, true);
}

/**
 * Opens the case that is shown, with a seed of one's own. A second call while one is under way does nothing; one after a lost
 * answer repeats that opening, whichever seed is given.
 */
export async function openCase(playerSeed: string): Promise<void> {
  const one = shown($case.get());
  if ($turn.get().state === 'opening' || !one?.commitment) return;
  const { id, commitment, items } = one;
  const { seed_hash, nonce } = commitment;
  const mine = attempt ?? {
    caseId: id,
    commitmentId: commitment.id,
    promised: { seed_hash, nonce, player_seed: playerSeed, items },
  };
  attempt = mine;
  $turn.set({ state: 'opening' });
  holdBalance();
  try {
    const answer = await request(calls.openCase, {
      params: { id: mine.caseId },
      body: {
        commitment_id: mine.commitmentId,
        player_seed: mine.promised.player_seed,
      },
    });
    // Paid for, whatever is on screen by now.
    patchUser({ balance: answer.balance });
    if (attempt !== mine) return;
    attempt = undefined;
    // Also in place of a fetch that is under way: what that brings may be from before.
    await loader.run(async () => answer.case, true);
    showBalance(matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : REVEAL);
    $turn.set({ state: 'opened', opening: answer.opening, promised: mine.promised });
  } catch (error) {
    if (attempt !== mine) return;
    showBalance();
    const failed = asApiError(error);
    const unknown = isEndUnknown(failed);
    if (!unknown) attempt = undefined;
    $turn.set({ state: 'refused', message: failed.message, field: failed.fields.player_seed, unknown });
    // It isn't as it was shown: opened in another tab, spent elsewhere, the day's last one taken.
    if (!unknown && failed.fields.player_seed === undefined) await refreshCase(id);
  }
}

/** Back to the case, after an opening or a refusal whose end is known. */
export function closeTurn(): void {
  const turn = $turn.get();
  if (turn.state === 'opened' || (turn.state === 'refused' && !turn.unknown)) $turn.set({ state: 'none' });
}

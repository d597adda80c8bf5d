/** Opens the case on screen. */
import { request } from '../../../lib/client/client.ts';
import * as calls from '../../../lib/contract/draws/cases.ts';
import { patchUser } from '../../../lib/session/session.ts';
import { holdBalance, showBalance } from '../../shared/stores/balance.ts';
import { asApiError, begin, isEndUnknown, shown } from '../../shared/stores/load.ts';
import { $case, $turn, type Attempt, putCase, refreshCase } from './case-store.ts';

/** How long the reel runs, in milliseconds. */
const REVEAL = 1500;

let reveal: ReturnType<typeof setTimeout> | undefined;

/**
 * Opens a case, if it is still on screen, with the player's seed. Does nothing while an opening is in progress. After a lost
 * answer, repeats that opening with its seed, whatever seed is given. The top bar keeps the old balance until the player has seen
 * the result.
 */
export async function openCase(id: number, playerSeed: string): Promise<void> {
  const one = shown($case.get());
  const turn = $turn.get();
  if (turn.state === 'opening' || one?.id !== id || !one.commitment) return;
  const { seed_hash, nonce } = one.commitment;
  const attempt: Attempt = (turn.state === 'refused' ? turn.again : undefined) ?? {
    commitmentId: one.commitment.id,
    promised: { seed_hash, nonce, player_seed: playerSeed, items: one.items },
  };
  const { commitmentId, promised } = attempt;
  const under = { state: 'opening' } as const;
  const end = begin($turn, under);
  clearTimeout(reveal);
  holdBalance();
  try {
    const answer = await request(calls.openCase, {
      params: { id },
      body: { commitment_id: commitmentId, player_seed: promised.player_seed },
    });
    // The points are spent, whatever is on screen by now.
    patchUser({ balance: answer.balance });
    if ($turn.get() !== under) return;
    await putCase(answer.case);
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) showBalance();
    else reveal = setTimeout(showBalance, REVEAL);
    end({ state: 'opened', opening: answer.opening, promised });
  } catch (error) {
    if ($turn.get() !== under) return;
    showBalance();
    const failed = asApiError(error);
    const again = isEndUnknown(failed) ? attempt : undefined;
    end({ state: 'refused', message: failed.message, field: failed.fields.player_seed, again });
    // The case isn't as shown: opened in another tab, points spent elsewhere, or the daily limit reached.
    if (!again && failed.fields.player_seed === undefined) await refreshCase(id);
  }
}

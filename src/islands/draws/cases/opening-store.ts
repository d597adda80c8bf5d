/** Opening the case that is shown. */
import { request } from '../../../lib/client/client.ts';
import * as calls from '../../../lib/contract/cases.ts';
import { patchUser } from '../../../lib/session/session.ts';
import { holdBalance, showBalance } from '../../shared/stores/balance.ts';
import { asApiError, begin, isEndUnknown, shown } from '../../shared/stores/load.ts';
import { $case, $turn, type Attempt, putCase, refreshCase } from './case-store.ts';

/** Milliseconds for which the reel runs. */
const REVEAL = 1500;

let reveal: ReturnType<typeof setTimeout> | undefined;

/**
 * Opens a case, if it is still shown, with a seed of one's own. A second call while one is under way does nothing; one after a lost
 * answer repeats that opening, whichever seed is given. The top bar keeps its figures until what came out was seen.
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
    // Paid for, whatever is on screen by now.
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
    // It isn't as it was shown: opened in another tab, spent elsewhere, the day's last one taken.
    if (!again && failed.fields.player_seed === undefined) await refreshCase(id);
  }
}

/** Repeats the draw of a case opening from what was published. Loaded on demand. */

import { drawIndex, hashOf } from '../../../lib/arcade/draw.ts';
import type { Opening } from '../../../lib/contract/cases.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import type { Finding } from '../../shared/Verdict.tsx';
import type { Promised } from './case-store.ts';

/** Returns null if a published value is malformed, so that nothing can be computed from it. */
async function tried<T>(compute: () => Promise<T>): Promise<T | null> {
  try {
    return await compute();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * Returns one finding for everything that must agree. With `promised`, also checks that this is the draw that the player was
 * shown before. Rejects if the browser can't compute hashes.
 */
export async function verifyOpening(opening: Opening, promised?: Promised): Promise<Finding[]> {
  const { seed, player_seed: playerSeed, nonce, weights, item, name } = opening;
  const hash = await tried(() => hashOf(seed));
  const drawn = await tried(() => drawIndex({ seed, playerSeed, nonce, weights }));
  const claimed = promised?.seed_hash ?? opening.seed_hash;
  const hashHolds = hash === claimed;
  const drawHolds = drawn === item;
  const itemWords = (index: number) => `item ${index + 1} of ${weights.length}`;
  return [
    {
      ok: hashHolds,
      words: hashHolds
        ? `Our seed gives the hash that ${promised ? 'you were shown before you opened' : `was published for draw ${nonce}`}.`
        : `Our seed gives another hash than the one that ${promised ? 'you were shown before you opened' : `was published for draw ${nonce}`}.`,
      here: hash ?? 'the seed is not written in hex',
      claimed,
    },
    ...(promised ? [sameFinding(opening, promised)] : []),
    {
      ok: drawHolds,
      words: drawHolds
        ? `Drawing again gives ${itemWords(item)}, ${name}.`
        : 'Drawing again gives something else than you got.',
      ...(drawHolds
        ? {}
        : {
            here: drawn === null ? 'nothing can be drawn from this' : itemWords(drawn),
            claimed: `${itemWords(item)}, ${name}`,
          }),
    },
    ...(promised ? [paidFinding(opening, promised)] : []),
  ];
}

/** Checks that the draw used what the player was shown and entered. */
function sameFinding(opening: Opening, promised: Promised): Finding {
  const changed = [
    opening.player_seed === promised.player_seed ? '' : 'your seed',
    opening.nonce === promised.nonce ? '' : 'the number of the draw',
    opening.weights.join() === promised.items.map(({ weight }) => weight).join() ? '' : 'the odds',
  ].filter(Boolean);
  return {
    ok: changed.length === 0,
    words:
      changed.length === 0
        ? 'Your seed, the number of the draw and the odds are those you opened it with.'
        : `Not as you opened it: ${changed.join(', ')}.`,
  };
}

function paidFinding(opening: Opening, promised: Promised): Finding {
  const shown = promised.items[opening.item];
  const ok = shown?.points === opening.points && shown.name === opening.name;
  return {
    ok,
    words: ok
      ? `It pays ${formatNumber(opening.points)} points, as you were shown before.`
      : 'It doesn’t pay what you were shown before.',
  };
}

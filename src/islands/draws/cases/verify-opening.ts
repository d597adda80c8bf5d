/** Repeats the draw of a case opening from what was published. Loaded on demand. */

import { drawIndex, hashOf } from '../../../lib/arcade/draw.ts';
import type { Opening } from '../../../lib/contract/draws/cases.ts';
import { formatNumber } from '../../../lib/format/numbers.ts';
import type { Finding } from '../../shared/Verdict.tsx';
import { tried } from '../tried.ts';
import type { Promised } from './case-store.ts';

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
  const shownWhere = promised ? 'we showed you before you opened' : `published for opening ${nonce}`;
  const itemWords = (index: number) => `item ${index + 1} of ${weights.length}`;
  return [
    {
      ok: hashHolds,
      words: hashHolds
        ? `Our seed’s hash matches the one ${shownWhere}.`
        : `Our seed’s hash differs from the one ${shownWhere}.`,
      here: hash ?? 'the seed isn’t hex',
      claimed,
    },
    ...(promised ? [sameFinding(opening, promised)] : []),
    {
      ok: drawHolds,
      words: drawHolds
        ? `Repeating the draw gives ${itemWords(item)}, ${name}.`
        : 'Repeating the draw gives a different item.',
      ...(drawHolds
        ? {}
        : {
            here: drawn === null ? 'no draw possible from this' : itemWords(drawn),
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
    opening.nonce === promised.nonce ? '' : 'the opening number',
    opening.weights.join() === promised.items.map(({ weight }) => weight).join() ? '' : 'the odds',
  ].filter(Boolean);
  return {
    ok: changed.length === 0,
    words:
      changed.length === 0
        ? 'Your seed, the opening number and the odds are the ones you opened it with.'
        : `Changed since you opened it: ${changed.join(', ')}.`,
  };
}

function paidFinding(opening: Opening, promised: Promised): Finding {
  const shown = promised.items[opening.item];
  const ok = shown?.points === opening.points && shown.name === opening.name;
  return {
    ok,
    words: ok
      ? `It pays ${formatNumber(opening.points)} points, as we showed you before.`
      : 'It doesn’t pay what we showed you before.',
  };
}

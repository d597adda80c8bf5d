/** Breeding in the collection. Apart from creatures.ts, which every page with a creature loads. */
import { codeOf, type Look, lookOf } from './creatures.ts';
import { below, createRandom } from './random.ts';

/**
 * Breeds two creatures of the same size: the upper half of one, the lower half of the other, and the colours of either. The
 * result is always the same for the same pair, in any order.
 */
export function childOf(one: Look, other: Look): Look {
  const codes = [one, other].map(codeOf).sort();
  const random = createRandom(
    [...codes.join('+')].reduce(
      (hash, character) => Math.imul(hash ^ character.charCodeAt(0), 0x01000193),
      0x811c9dc5,
    ),
  );
  const looks = codes.map(lookOf);
  const pick = () => looks[below(random, 2)] ?? one;
  const upper = pick();
  const lower = looks.find((look) => look !== upper) ?? other;
  const half = Math.ceil(upper.size / 2) * upper.size;
  return {
    size: upper.size,
    cells: [...upper.cells.slice(0, half), ...lower.cells.slice(half)],
    hue: pick().hue,
  };
}

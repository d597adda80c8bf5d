/**
 * A small seeded generator (splitmix32): the same seed gives the same numbers in every engine, since it uses 32-bit whole
 * numbers only. Not for secrets.
 */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = nextState(state);
    return numberOf(state);
  };
}

/** The generator's whole memory is one 32-bit number, so a game can keep it in a state that never changes. */
export function nextState(state: number): number {
  return (state + 0x9e3779b9) >>> 0;
}

/** The number drawn at a state, from 0 to 4,294,967,295. */
export function numberOf(state: number): number {
  let mixed = state;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

/** A whole number from 0 to below `bound`, without the bias of a plain remainder. */
export function below(random: () => number, bound: number): number {
  const limit = 0x1_0000_0000 - (0x1_0000_0000 % bound);
  for (;;) {
    const drawn = random();
    if (drawn < limit) return drawn % bound;
  }
}

/** One draw for a state that keeps the generator's memory: a whole number from 0 to below `bound`, and the memory after it. */
export function draw(memory: number, bound: number): readonly [drawn: number, memory: number] {
  let after = memory;
  const drawn = below(() => {
    after = nextState(after);
    return numberOf(after);
  }, bound);
  return [drawn, after];
}

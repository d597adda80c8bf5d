/**
 * A small seeded generator (splitmix32). It uses only 32-bit integers, so the same seed gives the same numbers in every engine.
 * Not for secrets.
 */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = nextState(state);
    return numberOf(state);
  };
}

/** Returns the next state. The whole state is one 32-bit number, so a game can keep it in its own immutable state. */
function nextState(state: number): number {
  return (state + 0x9e3779b9) >>> 0;
}

/** Returns the number for a state, from 0 to 4,294,967,295. */
function numberOf(state: number): number {
  let mixed = state;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

/** Returns a whole number from 0 to below `bound`, without modulo bias. */
export function below(random: () => number, bound: number): number {
  const limit = 0x1_0000_0000 - (0x1_0000_0000 % bound);
  for (;;) {
    const drawn = random();
    if (drawn < limit) return drawn % bound;
  }
}

/** Makes one draw from a stored state. Returns a whole number from 0 to below `bound`, and the next state. */
export function draw(memory: number, bound: number): readonly [drawn: number, memory: number] {
  let after = memory;
  const drawn = below(() => {
    after = nextState(after);
    return numberOf(after);
  }, bound);
  return [drawn, after];
}

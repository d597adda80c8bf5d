/**
 * The draws of cases and contests. The server draws with this file and the player's browser verifies with it, so anyone can
 * repeat a draw. Source: product.md, 10 and 11.
 *
 * Before anyone takes part, the server makes a seed of 32 random bytes and publishes the SHA-256 of those bytes (`hashOf`).
 * Afterwards it publishes the seed, and everything below can be computed from its answers. Seeds and hashes are written in
 * lowercase hex.
 *
 * A stream of words. Block b (b = 0, 1, 2 …) is HMAC-SHA256 with the seed's 32 bytes as the key and the UTF-8 text `label:b` as
 * the message, b in decimal. Its 32 bytes are eight 32-bit words, big-endian, used in order. After the eighth comes the next
 * block.
 *
 * A number from 0 to below n. Take the next word w. If w is at or above the largest multiple of n that is not above 2^32, drop it
 * and take the next one; otherwise low numbers would come up slightly more often. The number is w mod n.
 *
 * A case (`drawIndex`). The label is `playerSeed:nonce`. Draw one number t from 0 to below the sum of all weights. The drawn item
 * is the first one whose running sum of weights is above t.
 *
 * A contest (`drawPlaces`). The label is the SHA-256, in hex, of a UTF-8 text with one line `number:seed` and a line feed for
 * each entry, by ascending number. Put the entries in a row by ascending number. For each place p = 0, 1, 2 … draw one number r
 * from 0 to below (entries − p), and swap the entries at p and p + r. The entry that is now at p has that place. The draw ends
 * with the last place or the last entry.
 */

const WORDS = 2 ** 32;
const encoder = new TextEncoder();

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  if (!/^(?:[0-9a-f]{2})+$/.test(hex)) throw new RangeError('a seed is written in lowercase hex');
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function hexOf(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return hexOf(await crypto.subtle.digest('SHA-256', bytes));
}

/** Returns the SHA-256 of the bytes that the seed encodes, in hex. Rejects with a RangeError if the seed isn't lowercase hex. */
export async function hashOf(seedHex: string): Promise<string> {
  return sha256(bytesOf(seedHex));
}

/** Creates a stream of words as a function that returns the next number from 0 to below `bound`. `bound` is from 1 to 2^32. */
async function createStream(seedHex: string, label: string): Promise<(bound: number) => Promise<number>> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytesOf(seedHex), algorithm, false, ['sign']);
  let block = 0;
  let words: number[] = [];
  return async (bound) => {
    if (!Number.isInteger(bound) || bound < 1 || bound > WORDS)
      throw new RangeError(`can't draw one of ${bound}`);
    const limit = WORDS - (WORDS % bound);
    for (;;) {
      const word = words.shift();
      if (word === undefined) {
        const view = new DataView(
          await crypto.subtle.sign('HMAC', key, encoder.encode(`${label}:${block++}`)),
        );
        words = Array.from({ length: view.byteLength / 4 }, (_, at) => view.getUint32(at * 4));
      } else if (word < limit) return word % bound;
    }
  };
}

interface CaseDraw {
  /** The server's seed, in hex. */
  readonly seed: string;
  readonly playerSeed: string;
  /** The number of the player's opening, from 1. */
  readonly nonce: number;
  /** One whole number, zero or more, for each item. */
  readonly weights: readonly number[];
}

/** Returns the index of the drawn item, from 0. Rejects with a RangeError if the weights are invalid. */
export async function drawIndex({ seed, playerSeed, nonce, weights }: CaseDraw): Promise<number> {
  if (weights.some((weight) => !Number.isInteger(weight) || weight < 0))
    throw new RangeError('weights are whole numbers of zero or more');
  const draw = await createStream(seed, `${playerSeed}:${nonce}`);
  let left = await draw(weights.reduce((sum, weight) => sum + weight, 0));
  return weights.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
}

interface ContestDraw {
  /** The server's seed, in hex. */
  readonly seed: string;
  readonly entries: readonly { readonly number: number; readonly seed: string }[];
  /** How many places there are. */
  readonly places: number;
}

/** How many entries are written without a pause. With more, a page or a server could do nothing else for too long. */
const AT_ONCE = 5000;

async function labelOf(row: ContestDraw['entries']): Promise<string> {
  const parts: string[] = [];
  for (let at = 0; at < row.length; at += AT_ONCE) {
    if (at > 0) await new Promise((go) => setTimeout(go));
    const some = row.slice(at, at + AT_ONCE);
    parts.push(some.map(({ number, seed }) => `${number}:${seed}\n`).join(''));
  }
  return sha256(new Uint8Array(await new Blob(parts).arrayBuffer()));
}

/**
 * Returns the numbers of the winning entries, first place first. There are fewer winners than places if there are fewer entries.
 */
export async function drawPlaces({ seed, entries, places }: ContestDraw): Promise<number[]> {
  const row = entries.toSorted((a, b) => a.number - b.number);
  const draw = await createStream(seed, await labelOf(row));
  const numbers = row.map(({ number }) => number);
  const winners: number[] = [];
  while (winners.length < Math.min(places, numbers.length)) {
    const at = winners.length;
    const chosen = at + (await draw(numbers.length - at));
    const [first, winner] = [numbers[at], numbers[chosen]];
    if (first === undefined || winner === undefined) throw new Error('drawn from outside the row');
    numbers[chosen] = first;
    winners.push(winner);
  }
  return winners;
}

/** Returns the average pay of one draw: the weighted average of the items' points. */
export function expectedOf(items: readonly { readonly points: number; readonly weight: number }[]): number {
  const weights = items.reduce((sum, { weight }) => sum + weight, 0);
  return items.reduce((sum, { points, weight }) => sum + points * weight, 0) / weights;
}

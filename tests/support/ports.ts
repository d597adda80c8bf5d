import { randomInt } from 'node:crypto';
import { portTrouble } from '../../scripts/ports.ts';

/** Below the range that systems use for outgoing connections: a free port there may be taken before it is listened on. */
const FIRST = 20_000;
const COUNT = 10_000;
/**
 * Playwright's workers have separate ports: a product listens seconds after its ports were found to be free, and a restarted one
 * comes back to its own.
 */
const WORKER = process.env.TEST_PARALLEL_INDEX;
const [first, count] = WORKER === undefined ? [FIRST, COUNT] : [FIRST + 1000 * (Number(WORKER) % 10), 1000];
/** Ports that this process has returned. Their users may not be listening yet. */
const drawn = new Set<number>();

/** Returns a free port that wasn't returned before. */
export async function anyPort(): Promise<number> {
  for (;;) {
    const port = first + randomInt(count);
    if (drawn.has(port)) continue;
    drawn.add(port);
    if ((await portTrouble(port)) === null) return port;
  }
}

import { randomInt } from 'node:crypto';
import { portTrouble } from '../../scripts/ports.ts';

/** Below the range that systems use for outgoing connections: a free port there may be taken before it is listened on. */
const FIRST = 20_000;
const COUNT = 10_000;
/** Ports that this process has returned. Their users may not be listening yet. */
const drawn = new Set<number>();

/** Returns a free port that wasn't returned before. */
export async function anyPort(): Promise<number> {
  for (;;) {
    const port = FIRST + randomInt(COUNT);
    if (drawn.has(port)) continue;
    drawn.add(port);
    if ((await portTrouble(port)) === null) return port;
  }
}

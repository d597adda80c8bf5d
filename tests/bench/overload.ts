/** More load than a server can hold: admitted calls are answered in time, and all others are rejected immediately. */
import { type LoadResult, load } from './load.ts';

/** The calls that a process holds, running and waiting (server/http/admission.ts). */
const HELD = { calls: 288, passwords: 14 };
/** The longest wait of an admitted call, in milliseconds. */
const P99_MS = 1000;

const whole = (number: number) => Math.round(number).toLocaleString('en-US');

function line(name: string, times: number, connections: number, result: LoadResult): string {
  const refused = result.others['503'] ?? 0;
  return `  ${name.padEnd(11)} ${String(times).padStart(2)} × (${whole(connections)} at once)   ${whole(result.perSecond)} answered/s   p50 ${result.p50.toFixed(0)} ms   p99 ${result.p99.toFixed(0)} ms   ${whole(refused)} × 503`;
}

/** Sends reads and sign-ins at 2 and 10 times the capacity. Returns whether all admitted calls were answered in time. */
export async function measureOverload(
  port: number,
  forMs: number,
  requests: { readonly read: () => string; readonly signIn: () => string },
): Promise<boolean> {
  let isKept = true;
  for (const times of [2, 10])
    for (const [name, connections, next, good] of [
      ['reads', HELD.calls * times, requests.read, '200'],
      // A wrong password takes the same hash.
      ['sign-ins', HELD.passwords * times, requests.signIn, '422'],
    ] as const) {
      const result = await load({ port, connections, forMs, next, good });
      console.log(line(name, times, connections, result));
      const strange = Object.keys(result.others).filter((status) => status !== '503');
      isKept &&= result.p99 <= P99_MS && strange.length === 0;
    }
  console.log(`  ${isKept ? 'keeps' : 'MISSES'} a p99 of ${whole(P99_MS)} ms for those who are let in`);
  return isKept;
}

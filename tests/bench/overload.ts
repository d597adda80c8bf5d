/** More than a server holds: who is let in is answered in time, and everybody else immediately. */
import { type LoadResult, load } from './load.ts';

/** What a process takes at once, running and waiting (server/http/admission.ts). */
const HELD = { calls: 288, passwords: 14 };
/** Nobody who is let in waits for longer, in milliseconds. */
const P99_MS = 1000;

const whole = (number: number) => Math.round(number).toLocaleString('en-US');

function line(name: string, times: number, connections: number, result: LoadResult): string {
  const refused = result.others['503'] ?? 0;
  return `  ${name.padEnd(11)} ${String(times).padStart(2)} × (${whole(connections)} at once)   ${whole(result.perSecond)} answered/s   p50 ${result.p50.toFixed(0)} ms   p99 ${result.p99.toFixed(0)} ms   ${whole(refused)} × 503`;
}

/** Reads and sign-ins at 2 and 10 times what the process holds; whether all who were let in had their answer in time. */
export async function measureOverload(
  port: number,
  forMs: number,
  requests: { readonly read: () => string; readonly signIn: () => string },
): Promise<boolean> {
  let isKept = true;
  for (const times of [2, 10])
    for (const [name, connections, next, good] of [
      ['reads', HELD.calls * times, requests.read, '200'],
      // Of a password that opens nothing: the hash is the same.
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

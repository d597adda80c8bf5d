/**
 * A small load generator over plain sockets: a number of keep-alive connections, each with one pending request. It shares the
 * machine with the measured server, so it does as little as possible per request.
 */
import { connect, type Socket } from 'node:net';

export interface LoadResult {
  /** Answers of status 200 per second. */
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly answered: number;
  /** The number of answers by other status. */
  readonly others: Readonly<Record<string, number>>;
}

/** Milliseconds until a rejected connection tries again. */
const COME_BACK_MS = 1000;

/** The body of an answer, or null while it is incomplete. */
function answerLength(bytes: Buffer): { status: string; length: number } | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const head = bytes.toString('latin1', 0, end);
  const length = end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
  return bytes.length < length ? null : { status: head.slice(9, 12), length };
}

/** Sends `next()` over each connection repeatedly for `forMs`. Times are in milliseconds. */
export async function load(options: {
  port: number;
  connections: number;
  forMs: number;
  next: () => string;
  /** What counts as an answer; everything else is among `others`. */
  good?: string;
}): Promise<LoadResult> {
  const { port, connections, forMs, next, good = '200' } = options;
  const times: number[] = [];
  const others: Record<string, number> = {};
  const began = performance.now();
  const until = began + forMs;

  function drive(socket: Socket): Promise<void> {
    return new Promise((resolve, reject) => {
      let sentAt = 0;
      let waiting: Buffer | null = null;
      const send = () => {
        sentAt = performance.now();
        if (sentAt >= until) socket.end(resolve);
        else socket.write(next(), 'latin1');
      };
      socket.on('data', (chunk) => {
        waiting = waiting ? Buffer.concat([waiting, chunk]) : chunk;
        const answer = answerLength(waiting);
        if (!answer) return;
        waiting = null;
        if (answer.status === good) times.push(performance.now() - sentAt);
        else others[answer.status] = (others[answer.status] ?? 0) + 1;
        // A 503 with Retry-After is tried again, as browsers do, though sooner.
        if (answer.status === '503') setTimeout(send, COME_BACK_MS);
        else send();
      });
      socket.on('error', reject);
      socket.on('connect', send);
    });
  }

  await Promise.all(
    Array.from({ length: connections }, () => drive(connect({ port, host: '127.0.0.1', noDelay: true }))),
  );
  const seconds = (performance.now() - began) / 1000;
  times.sort((a, b) => a - b);
  const at = (part: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN;
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99), answered: times.length, others };
}

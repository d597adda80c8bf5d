/** Opens the ports of this process, and closes them without losing requests that were already sent. */
import { setTimeout as pause, setImmediate as turnOfLoop } from 'node:timers/promises';
import { createAdaptorServer, getRequestListener, type ServerType } from '@hono/node-server';
import { ConfigError } from '../config/config.ts';
import type { Tls } from './tls.ts';

/**
 * Connections that the system queues until they are accepted. Above Node's 511 it drops packets, and a client's first request
 * waits seconds for a retry. Bursts should reach the queues in http/admission.ts, which answer immediately.
 */
const BACKLOG = 4096;

/**
 * How long an idle connection is kept, in milliseconds. The client should be the one to close it: otherwise it may send a call on a
 * connection that the server has just closed. Load balancers keep idle connections for 60 s; Node's default here is 5 s.
 */
const KEEP_IDLE = 75_000;

/** Connections and calls that arrived at any port of this process. A stopping process watches the count. */
let arrivals = 0;

/** Listens on a port. Rejects with a sentence if the port is taken. */
export function listen(
  fetch: (request: Request, env: unknown) => Response | Promise<Response>,
  { host, port, setting }: { host: string; port: number; setting: string },
  tls?: Tls,
): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const server: ServerType = tls
      ? tls.createServer(getRequestListener(fetch))
      : createAdaptorServer({ fetch, hostname: host });
    if ('keepAliveTimeout' in server) server.keepAliveTimeout = KEEP_IDLE;
    for (const event of ['connection', 'secureConnection', 'request']) server.on(event, () => arrivals++);
    server.once('error', (error) =>
      reject(
        'code' in error && error.code === 'EADDRINUSE'
          ? new ConfigError(
              `Port ${port} is in use: stop the program that uses it, or set ${setting} to another port.`,
            )
          : error,
      ),
    );
    server.listen({ port, host, backlog: BACKLOG }, () => resolve(server));
  });
}

/** How long to wait for requests that are already in the system's queues, in milliseconds. Closing a port resets those unread. */
export const LAST_ARRIVALS = 250;
/** How long running calls may take to finish after this process is asked to stop, in milliseconds. Usually they take a few. */
const LAST_ANSWERS = 5_000;
/** One turn of the event loop accepts a connection, and a later turn reads what it sent. */
const QUIET_TURNS = 20;
/** A busy port never becomes quiet. */
const MOST_TURNS = 2_000;

/** Waits until everything that was sent to this process so far is read, within limits. */
export async function lastArrivals(): Promise<void> {
  await pause(LAST_ARRIVALS);
  // If the process had no CPU time during the pause, all of it is still in the queues.
  let quiet = 0;
  for (let turn = 0; turn < MOST_TURNS && quiet < QUIET_TURNS; turn++) {
    const before = arrivals;
    await turnOfLoop();
    quiet = arrivals === before ? quiet + 1 : 0;
  }
}

export function closeServer(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    // A connection without a request yet counts as in use. Browsers open such connections in advance and keep them for a minute.
    const cut = setTimeout(
      () => 'closeAllConnections' in server && server.closeAllConnections(),
      LAST_ANSWERS,
    );
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    if ('closeIdleConnections' in server) server.closeIdleConnections();
  });
}

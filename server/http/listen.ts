/** Ports of this process: opening one, and closing it without losing what was sent to it. */
import { setTimeout as pause, setImmediate as turnOfLoop } from 'node:timers/promises';
import { createAdaptorServer, getRequestListener, type ServerType } from '@hono/node-server';
import { ConfigError } from '../config/config.ts';
import type { Tls } from './tls.ts';

/**
 * Connections that the system keeps until they are accepted. Past Node's 511 it drops what they send, and their first request waits
 * seconds for its next try: a burst belongs at the gates (http/admission.ts), which answer immediately.
 */
const BACKLOG = 4096;

/** Connections and calls that arrived at any port of this process: what a stopping process watches. */
let arrivals = 0;

/** Listens on a port; rejects with a sentence when it is taken. */
export function listen(
  fetch: (request: Request, env: unknown) => Response | Promise<Response>,
  { host, port, setting }: { host: string; port: number; setting: string },
  tls?: Tls,
): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const server: ServerType = tls
      ? tls.createServer(getRequestListener(fetch))
      : createAdaptorServer({ fetch, hostname: host });
    for (const event of ['connection', 'secureConnection', 'request']) server.on(event, () => arrivals++);
    server.once('error', (error) =>
      reject(
        'code' in error && error.code === 'EADDRINUSE'
          ? new ConfigError(
              `Port ${port} is in use: stop what runs there, or set ${setting} to another port.`,
            )
          : error,
      ),
    );
    server.listen({ port, host, backlog: BACKLOG }, () => resolve(server));
  });
}

/** Milliseconds for what was sent already and waits in the system's queues: a port that closes resets it unread. */
export const LAST_ARRIVALS = 250;
/** Milliseconds that calls under way have to be answered in once this process is asked to stop: they take a few. */
const LAST_ANSWERS = 5_000;
/** A turn of the event loop takes a connection, and a later one reads what came by it. */
const QUIET_TURNS = 20;
/** At a busy port there is no quiet moment. */
const MOST_TURNS = 2_000;

/** Waits until what was sent to this process before is read, as far as that has an end. */
export async function lastArrivals(): Promise<void> {
  await pause(LAST_ARRIVALS);
  // A process that got no processor meanwhile finds it all in the queues.
  let quiet = 0;
  for (let turn = 0; turn < MOST_TURNS && quiet < QUIET_TURNS; turn++) {
    const before = arrivals;
    await turnOfLoop();
    quiet = arrivals === before ? quiet + 1 : 0;
  }
}

export function closeServer(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    // A connection that nothing was asked on yet counts as one in use: browsers open such beforehand, and keep them for a minute.
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

/** What the settings make of realtime: sockets of our own, or a Pusher-compatible host that browsers connect to instead. */
import { type Config, ConfigError } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import type { Tls } from '../http/tls.ts';
import type { Log } from '../observability/log.ts';
import { callerAddress } from '../platform/client-address.ts';
import { createOutgoing, originsOf } from '../platform/outgoing.ts';
import { sharedSecret } from '../platform/secrets.ts';
import { type Broadcaster, createBroadcaster } from './broadcaster.ts';
import { type ChannelKeys, verifyChannel } from './channel-auth.ts';
import { createHostedBroadcaster } from './hosted.ts';
import { createSocketServer } from './socket-server.ts';

export interface Live {
  readonly broadcast: Broadcaster;
  /** Signs the right to listen to a private channel; the sockets, or the host, check by the same secret. */
  readonly keys: ChannelKeys;
  /** Open connections of this process. */
  stats(): { readonly connections: number };
  /** Takes connections in, where they come here. */
  listen(): Promise<void>;
  /** Sends them away. */
  close(): Promise<void>;
}

/** The public key of our own sockets; it only distinguishes apps on one host. */
const REALTIME_KEY = 'playtally';
const EVENTS_CHANNEL = 'playtally_events';

/** `tls`: how our own sockets speak; undefined: plainly. */
export async function liveOf(config: Config, db: Database, log: Log, tls?: Tls): Promise<Live> {
  const ask = createOutgoing(originsOf(config));
  return config.pusher ? hosted(config.pusher, ask, log) : ownSockets(config, db, log, tls);
}

function hosted(pusher: NonNullable<Config['pusher']>, ask: typeof fetch, log: Log): Live {
  return {
    broadcast: createHostedBroadcaster({ ...pusher, ask, log }),
    keys: { key: pusher.key, secret: pusher.secret },
    stats: () => ({ connections: 0 }),
    listen: async () => {},
    close: async () => {},
  };
}

async function ownSockets(config: Config, db: Database, log: Log, tls: Tls | undefined): Promise<Live> {
  const keys = { key: REALTIME_KEY, secret: (await sharedSecret(db.drizzle, 'realtime')).toString('hex') };
  const sockets = createSocketServer({
    port: config.REALTIME_PORT,
    host: config.LISTEN_HOST,
    ...(tls && { create: tls.createServer }),
    key: keys.key,
    allowedOrigins: [config.SITE_URL],
    addressOf: ({ socket, headers }) =>
      callerAddress(
        socket.remoteAddress ?? '',
        String(headers['x-forwarded-for'] ?? ''),
        config.TRUSTED_PROXIES,
      ),
    authorize: (auth, subscription) => verifyChannel(keys, auth, subscription),
    log,
  });
  const broadcast = await createBroadcaster({
    sockets,
    log,
    // One process alone can open a PGlite folder: there is nobody else to notify.
    ...(db.kind === 'postgres' && {
      bridge: {
        notify: (payload: string) => db.notify(EVENTS_CHANNEL, payload),
        listen: (onPayload: (payload: string) => void, onGap: () => void) =>
          db.listen(EVENTS_CHANNEL, onPayload, onGap),
      },
    }),
  });
  return {
    broadcast,
    keys,
    stats: () => sockets.stats(),
    async listen() {
      try {
        await sockets.listen();
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
          throw new ConfigError(
            `Port ${config.REALTIME_PORT} is in use: stop what runs there, or set REALTIME_PORT to another port.`,
          );
        throw error;
      }
    },
    close: () => sockets.close(),
  };
}

/** Sets up realtime from the settings: with our own sockets, or with a Pusher-compatible host that browsers connect to. */
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
  /** Signs subscriptions to private channels. The sockets or the host check them with the same secret. */
  readonly keys: ChannelKeys;
  stats(): { readonly connections: number };
  /** Accepts connections, if they come to this process. */
  listen(): Promise<void>;
  /** Closes the connections. */
  close(): Promise<void>;
}

/** The public key of our own sockets. It only distinguishes apps on one host. */
const REALTIME_KEY = 'playtally';
const EVENTS_CHANNEL = 'playtally_events';

/** Sets up realtime. `tls` is for our own sockets; undefined means no TLS. */
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
    ...(db.bridge && { bridge: db.bridge(EVENTS_CHANNEL) }),
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
            `Port ${config.REALTIME_PORT} is in use: stop the program that uses it, or set REALTIME_PORT to another port.`,
          );
        throw error;
      }
    },
    close: () => sockets.close(),
  };
}

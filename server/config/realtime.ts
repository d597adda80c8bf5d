/** Where realtime events go: to sockets of our own, or to a Pusher-compatible host. */
import { ConfigError, choice, type Env, isLoopback, port } from './values.ts';

export interface RealtimeSettings {
  readonly realtimePort: number;
  /** undefined: sockets of our own on realtimePort. */
  readonly pusher:
    | {
        readonly appId: string;
        readonly key: string;
        readonly secret: string;
        /** 'https://api-eu.pusher.com' */
        readonly origin: string;
      }
    | undefined;
}

const names = ['PUSHER_APP_ID', 'PUSHER_APP_KEY', 'PUSHER_APP_SECRET', 'PUSHER_HOST'] as const;
/** They stand in addresses and in signed texts as they are. */
const plain = /^[\w.-]{1,100}$/;

/** Values may be secrets and stay out of the sentences. */
export function realtimeSettings(env: Env, production: boolean): RealtimeSettings {
  const realtimePort = port(env, 'REALTIME_PORT', 6001);
  const missing = names.filter((name) => !env[name]);
  if (missing.length === names.length) return { realtimePort, pusher: undefined };
  if (missing.length > 0)
    throw new ConfigError(`${names.join(', ')} go together, but ${missing.join(' and ')} isn't set.`);
  const wrong = names.find((name) => !plain.test(env[name] ?? ''));
  if (wrong)
    throw new ConfigError(
      `${wrong} may have letters, digits, dots, dashes and underscores${wrong === 'PUSHER_HOST' ? ': a host without https:// or a path, like api-eu.pusher.com' : ''}.`,
    );
  const [appId = '', key = '', secret = '', host = ''] = names.map((name) => env[name]);
  const isTls = choice(env, 'PUSHER_TLS', ['on', 'off']) === 'on';
  if (production && !isTls && !isLoopback(host))
    throw new ConfigError(
      'PUSHER_TLS=off is for a host on this very machine alone: what is told of accounts would travel for all to read.',
    );
  const { origin } = new URL(
    `${isTls ? 'https' : 'http'}://${host}:${port(env, 'PUSHER_PORT', isTls ? 443 : 80)}`,
  );
  if (env.PUBLIC_REALTIME_KEY && env.PUBLIC_REALTIME_KEY !== key)
    throw new ConfigError(
      'PUBLIC_REALTIME_KEY and PUSHER_APP_KEY must be the same: browsers would listen to another app than events are told to.',
    );
  return { realtimePort, pusher: { appId, key, secret, origin } };
}

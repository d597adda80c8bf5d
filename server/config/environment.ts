/** Whether it is for others or for trying, and where it listens: only what is for others leaves this machine. */
import { isIP } from 'node:net';
import { ConfigError, choice, type Env, isBrowsersOwn } from './values.ts';

export interface PlaceSettings {
  /** For others: no demo account, no sample data, and what would be careless there is refused. */
  readonly production: boolean;
  /** The address that site, API and realtime socket listen on. */
  readonly listenHost: string;
}

const isOwnAddress = (host: string) => host === '::1' || host.startsWith('127.');

export function placeSettings(env: Env): PlaceSettings {
  const production =
    choice({ NODE_ENV: env.NODE_ENV }, 'NODE_ENV', ['development', 'test', 'production']) === 'production';
  const listenHost = env.LISTEN_HOST || '127.0.0.1';
  if (isIP(listenHost) === 0)
    throw new ConfigError(
      `LISTEN_HOST must be an IP address of this machine, like 127.0.0.1, or :: for all of them, but is "${listenHost}".`,
    );
  if (!production && !isOwnAddress(listenHost))
    throw new ConfigError(
      `LISTEN_HOST is ${listenHost}, which others reach, and NODE_ENV isn't production: the demo account's password is known to everybody. Set NODE_ENV=production, or leave LISTEN_HOST out.`,
    );
  return { production, listenHost };
}

/** Behind a proxy only the site's address shows that others use it. */
export function refuseOthers({ production }: PlaceSettings, siteUrl: string): void {
  if (!production && !isBrowsersOwn(new URL(siteUrl).hostname))
    throw new ConfigError(
      `SITE_URL is ${siteUrl}, which others reach, and NODE_ENV isn't production: the demo account's password is known to everybody. Set NODE_ENV=production, or use an address of this machine, like http://localhost.`,
    );
}

/**
 * All settings of the server and of the site's build, by group. The parsed settings (./config.ts), docs/operators/settings.md and
 * .env.example (`npm run settings`) are made from these.
 */
import { resolve } from 'node:path';
import * as v from 'valibot';
import {
  address,
  database,
  type Facts,
  file,
  ipAddress,
  keyOf,
  kind,
  list,
  listen,
  mailServer,
  oneOf,
  onOff,
  origin,
  plain,
  port,
  pushKeyOf,
  sender,
  setting,
  text,
  whole,
} from './kinds.ts';
import { limits, signIn, site } from './player-settings.ts';

const addresses = {
  SITE_URL: setting(origin, {
    about:
      'Where browsers find the site. Only its pages may make players’ calls, and links in mails lead there.',
    otherwise: '`http://localhost:$SITE_PORT`',
    example: 'https://playtally.example',
    builtIn: true,
  }),
  OPERATOR_URL: setting(origin, {
    about:
      'Where browsers find the operator console, on a host of its own. Only its pages may make operators’ calls.',
    otherwise: '`http://operator.localhost:$SITE_PORT`',
    example: 'https://operator.playtally.example',
    required: 'operators need a host of their own, like https://operator.playtally.example',
  }),
  PUBLIC_API_URL: setting(address, {
    about: 'Where browsers find the API. It has a path only in the build of a site for another host’s API.',
    otherwise: '`http://localhost:$API_PORT`',
    example: 'https://api.playtally.example',
    builtIn: true,
  }),
  TRUSTED_PROXIES: setting(whole(0, 8), {
    about:
      'How many of your own proxies a call passes. The caller’s address is what the outermost one adds to `X-Forwarded-For`.',
    default: '0',
    composed: '1',
  }),
};

const data = {
  DATABASE_URL: setting(database, {
    about: 'PostgreSQL instead of the embedded database. On another machine it needs `?sslmode=verify-full`.',
    otherwise: 'the embedded database',
    secret: true,
    by: 'compose',
    required: 'the embedded database never syncs to disk and could lose orders in a power cut',
  }),
  DATABASE_OWNER_URL: setting(database, {
    about: 'The same database, with the role that owns its tables. Only `npm run migrate` reads it.',
    secret: true,
    by: 'compose',
  }),
  DATA_KEYS: setting(list('keys of 32 random bytes in base64 separated by commas', kind('a key', keyOf)), {
    about:
      'Encrypt reward codes, saved addresses, waiting mails, second factors and partners’ secrets. The first one encrypts, all of them decrypt.',
    otherwise: 'a key created in `$DATA_DIR/data.key`',
    secret: true,
    required: 'openssl rand -base64 32 makes one',
  }),
  DATA_DIR: setting(kind('the path of a folder', resolve), {
    about: 'Contains the embedded database and unsent mails.',
    default: '.data',
    by: 'development',
  }),
};

const mail = {
  MAIL_URL: setting(mailServer, {
    about: 'The mail server. Write `@` and `/` in the password as `%40` and `%2F`.',
    otherwise: 'each mail becomes a file in `$DATA_DIR/outbox`',
    secret: true,
    required: 'without a mail server nobody can reset a forgotten password',
  }),
  MAIL_FROM: setting(sender, {
    about: 'The sender of all mails. Needed with `MAIL_URL`.',
    otherwise: '`Playtally <no-reply@localhost>`',
    example: 'Playtally <no-reply@playtally.example>',
  }),
  PUSH_KEY: setting(kind('32 random bytes in base64 that a key can be made of', pushKeyOf), {
    about:
      'Turns on notifications on players’ devices (Web Push). `openssl rand -base64 32` makes one. If it changes, every player has to turn them on again.',
    otherwise: 'none are sent',
    secret: true,
  }),
};

const running = {
  NODE_ENV: setting(oneOf('development', 'test', 'production'), {
    about:
      '`production` has no demo account and no sample data, and checks more strictly. The others are reachable from this machine only.',
    default: 'development',
    by: 'compose',
  }),
  LISTEN_HOST: setting(ipAddress, {
    about: 'The address that the site, the API and the realtime socket listen on.',
    default: '127.0.0.1',
    by: 'compose',
  }),
  SITE_PORT: setting(port, { about: 'The site’s port.', default: '4321', by: 'development' }),
  API_PORT: setting(port, { about: 'The API’s port.', default: '8000', by: 'compose' }),
  REALTIME_PORT: setting(port, { about: 'The realtime socket’s port.', default: '6001', by: 'compose' }),
  TLS_CERT_FILE: setting(file, {
    about: 'The TLS certificate of the API and the realtime socket.',
    otherwise: 'no TLS, for a proxy on the same machine',
    by: 'compose',
  }),
  TLS_KEY_FILE: setting(file, { about: 'The key of `TLS_CERT_FILE`.', by: 'compose' }),
  TLS_CLIENT_CA_FILE: setting(file, {
    about: 'The authority that must have issued callers’ certificates.',
    otherwise: 'no certificate needed',
    by: 'compose',
  }),
  LOG: setting(oneOf('text', 'json'), {
    about: '`json` writes one object a line to standard error, and a line for each call.',
    otherwise: '`text`; `json` in production',
  }),
  METRICS_TOKEN: setting(text('at least 16 characters', /^.{16}/), {
    about: 'The bearer token with which Prometheus reads `/metrics`.',
    otherwise: 'no `/metrics`',
    secret: true,
  }),
  OPERATOR_SETUP: setting(
    text('at least 16 characters, not counting spaces and hyphens', /^(?:[\s-]*[^\s-]){16}/),
    {
      about: 'The code with which the first operator signs up at `$OPERATOR_URL/operator/setup`.',
      otherwise: 'printed at the start, in development',
      secret: true,
    },
  ),
  STOP_DELAY: setting(whole(0, 60, 'whole seconds from 0 to 60'), {
    about: 'How long a process keeps working after the signal to stop, while `/readyz` answers 503.',
    default: '0',
  }),
  RATE_LIMIT: setting(onOff, {
    about: 'Whether calls are rate limited. Production refuses `off`.',
    default: 'on',
    by: 'development',
  }),
};

const realtime = {
  PUSHER_APP_ID: setting(plain(), {
    about: 'A Pusher-compatible host that delivers events instead of our own socket. Set all four or none.',
  }),
  PUSHER_APP_KEY: setting(plain(), { about: 'Its public key.' }),
  PUSHER_APP_SECRET: setting(plain(), { about: 'Its secret key.', secret: true }),
  PUSHER_HOST: setting(plain('a host without https:// or a path, like api-eu.pusher.com'), {
    about: 'Where its HTTP API is.',
  }),
  PUSHER_TLS: setting(onOff, {
    about: 'Whether it uses TLS. `off` is for a host on the same machine.',
    default: 'on',
  }),
  PUSHER_PORT: setting(port, { about: 'Its port.', otherwise: '`443`, or `80` without TLS' }),
  PUBLIC_REALTIME_HOST: setting(text('a host without a path, like ws.playtally.example', /^[\w.:[\]-]+$/), {
    about: 'Where browsers find the realtime socket.',
    otherwise: 'the host of the API, or `PUSHER_HOST`',
    builtIn: true,
  }),
  PUBLIC_REALTIME_PORT: setting(port, {
    about: 'Its port for browsers.',
    otherwise: '`$REALTIME_PORT`, or that of `PUSHER_HOST`',
    composed: '443',
    builtIn: true,
  }),
  PUBLIC_REALTIME_TLS: setting(onOff, {
    about: 'Whether browsers reach it over TLS.',
    otherwise: 'as the API',
    builtIn: true,
  }),
  PUBLIC_REALTIME_KEY: setting(plain(), {
    about: 'The public key of its app.',
    otherwise: '`playtally`, or `$PUSHER_APP_KEY`',
    builtIn: true,
  }),
};

const listening = {
  SITE_LISTEN: setting(listen, { about: 'Where this machine serves the site.', default: '127.0.0.1:8080' }),
  API_LISTEN: setting(listen, { about: 'Where it serves the API.', default: '127.0.0.1:8081' }),
  OPERATOR_LISTEN: setting(listen, {
    about: 'Where it serves the operator console.',
    default: '127.0.0.1:8082',
  }),
  TLS_LISTEN: setting(listen, {
    about: 'Where it serves all three over TLS, with the servers in `deploy/tls`.',
    default: '127.0.0.1:8443',
  }),
};

const tools = {
  PARTNER_PORT: setting(port, {
    about: 'The port of the demo partner (`npm run partner`).',
    default: '4400',
    by: 'tool',
  }),
  EDIT_PORT: setting(port, {
    about: 'The port of the content editor (`npm run edit`).',
    default: '4322',
    by: 'tool',
  }),
  EDIT_GITHUB_REPO: setting(text('a repository of GitHub, like owner/name', /^[\w.-]+\/[\w.-]+$/), {
    about: 'Where the editor saves: to a branch of this repository, through a GitHub app (editor.md).',
    otherwise: 'the files of this computer',
    by: 'tool',
  }),
  EDIT_GITHUB_APP: setting(text('the name of a GitHub app, as in its address', /^[a-z0-9-]+$/), {
    about: 'The GitHub app that editors sign in with.',
    by: 'tool',
  }),
  EDIT_GITHUB_CLIENT_ID: setting(plain(), { about: 'The client ID of that app.', by: 'tool' }),
  EDIT_GITHUB_CLIENT_SECRET: setting(plain(), {
    about: 'A client secret of that app.',
    secret: true,
    by: 'tool',
  }),
  EDIT_GITHUB_KEY: setting(text('at least 32 characters', /^\S{32,}$/), {
    about: 'The key that encrypts the sign-ins: `openssl rand -hex 32` makes one.',
    secret: true,
    by: 'tool',
  }),
  PLAYTALLY_API: setting(address, {
    about: 'The API that `npm run cli` talks to. `--server` overrides it.',
    otherwise: 'the server you logged in to last, or `http://localhost:$API_PORT`',
    by: 'tool',
  }),
};

/** By the headings of docs/operators/settings.md. */
export const groups = {
  Addresses: addresses,
  'Database and encryption': data,
  Mail: mail,
  'Sign-in': signIn,
  'Points and limits': limits,
  'The process': running,
  Realtime: realtime,
  'The site': site,
  'Ports of compose.yaml': listening,
  'Command-line tools': tools,
};

export const settings = v.object({
  ...addresses,
  ...data,
  ...mail,
  ...signIn,
  ...limits,
  ...running,
  ...realtime,
  ...site,
  ...listening,
  ...tools,
});

export type Name = keyof typeof settings.entries;
export const { options: names } = v.keyof(settings);
export const factsOf = (name: Name): Facts => v.getMetadata(settings.entries[name]);

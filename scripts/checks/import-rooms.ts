/** Which code may import which (ARCHITECTURE.md has the same table). import-rules.ts makes the rules from it. */
import { featureArrows } from './feature-arrows.ts';

/** A folder, or a file with its own rules. No file belongs to two of them. */
export interface Room {
  readonly name: string;
  readonly files: RegExp;
  /** Names of other rooms that it may import. */
  readonly may: readonly string[];
  /** Rooms from which it may import only types. */
  readonly types?: readonly string[];
  /** The packages it may use: all except some, or only some. */
  readonly packages:
    | { readonly not: readonly RegExp[] }
    | { readonly only: readonly RegExp[]; readonly node?: true };
  /** What to do instead, as the end of the message. */
  readonly instead: string;
}

const NETWORK = [/^ofetch$/, /^laravel-echo$/, /^pusher-js$/];
const REACT = [/^react$/, /^react-dom$/];
const FRAMEWORK = [...REACT, /^nanostores$/, /^@nanostores\//];
/** The server makes and checks captchas, and a store solves them if there is no widget. */
const CAPTCHA = /^altcha-lib$/;
export const HTTP = [/^hono/, /^@hono\//];
export const DATABASE = [/^drizzle-orm$/, /^@electric-sql\//, /^pg$/];
const SERVER = [...DATABASE, ...HTTP, /^ws$/, CAPTCHA, /^nodemailer$/];
const TESTING = [
  ...[/^vitest$/, /^@?playwright/, /^@axe-core\//, /^@testing-library\//],
  ...[/^fast-check$/, /^happy-dom$/, /^smtp-server$/, /^oidc-provider$/],
];

const NOTHING = { only: [] };
const STATIC = { not: [...FRAMEWORK, ...NETWORK, ...SERVER, ...TESTING] };
const ON_SERVER = [...FRAMEWORK, ...NETWORK, ...TESTING];
const WITHOUT_HTTP = { not: [...ON_SERVER, ...HTTP] };
const WITHOUT_DATABASE = { not: [...ON_SERVER, ...DATABASE] };
const CONTRACT = ['lib/contract', 'lib/contract/limits'];
/** What islands and what pages show need. */
const LOOKS = ['lib/arcade', 'lib/routing', 'lib/navigate', 'lib/site', 'lib/host', 'lib/format'];
const SHOWN = ['content', 'styles', ...LOOKS];
const SHARED = [...CONTRACT, 'lib/arcade', 'lib/format', 'lib/site', 'lib/routing'];
/** The server's folders besides its features. What all of it may use comes first. */
const PLATFORM = ['server/error-text', 'server/config', 'server/platform'];
const PARTS = ['db', 'seed', 'mail', 'http', 'realtime', 'observability', 'jobs', 'static-site'].map(
  (name) => `server/${name}`,
);

const features = Object.keys(featureArrows);

const TO_STORE = 'Let a store do it and read the result with useStore.';
const TO_CLIENT =
  'A store calls src/lib/client and src/lib/realtime, and imports no component that shows it.';
const UNDER_SESSION = ['lib/host', 'lib/client', 'lib/routing', 'lib/format', ...CONTRACT];
const UNDER_STORES = [...UNDER_SESSION, 'lib/session', 'lib/realtime', 'lib/arcade'];
const STORE_PACKAGES = {
  not: [...NETWORK, ...TESTING, ...REACT, /^@nanostores\/react$/, ...SERVER.filter((one) => one !== CAPTCHA)],
};
const TO_PROPS = 'Pass it as a prop from the page, or move plain code to src/lib/format.';
export const rooms: readonly Room[] = [
  {
    name: 'pages',
    files: /^src\/pages\//,
    may: ['layouts', 'components', 'island', 'lib/first-calls', ...SHOWN],
    packages: STATIC,
    instead: 'A page only assembles: use a layout, a component or an XIsland.tsx.',
  },
  {
    name: 'layouts',
    files: /^src\/layouts\//,
    may: ['components', 'island', 'lib/first-calls', ...SHOWN],
    packages: STATIC,
    instead: TO_PROPS,
  },
  {
    name: 'components',
    files: /^src\/components\//,
    may: ['island', ...SHOWN],
    packages: STATIC,
    instead: TO_PROPS,
  },
  {
    name: 'shared',
    files: /^src\/islands\/shared\/(?!stores\/|feel\/)/,
    may: ['lib/routing', 'lib/site', 'lib/host', 'lib/format', 'lib/contract/limits'],
    types: ['lib/contract', 'shared stores'],
    packages: { not: [...NETWORK, ...SERVER, ...TESTING, /^nanostores$/, /^@nanostores\//, /^valibot$/] },
    instead: 'Components in src/islands/shared get everything as props.',
  },
  {
    name: 'islands',
    files: /^src\/islands\/(?!shared\/)(?!.*\bstore\.ts$)/,
    may: ['shared', 'shared feel', 'stores', 'shared stores', 'lib/session', 'lib/contract/limits', ...LOOKS],
    types: ['lib/contract'],
    packages: { not: [...NETWORK, ...SERVER, ...TESTING, /^valibot$/] },
    instead: TO_STORE,
  },
  {
    name: 'stores',
    files: /^src\/islands\/(?!shared\/).*\bstore\.ts$/,
    may: [...UNDER_STORES, 'shared stores', 'islands'],
    packages: STORE_PACKAGES,
    instead: TO_CLIENT,
  },
  {
    name: 'shared stores',
    files: /^src\/islands\/shared\/stores\//,
    may: UNDER_STORES,
    packages: STORE_PACKAGES,
    instead: TO_CLIENT,
  },
  {
    name: 'shared feel',
    files: /^src\/islands\/shared\/feel\//,
    may: UNDER_STORES,
    packages: { not: [...NETWORK, ...SERVER, ...TESTING] },
    instead: TO_CLIENT,
  },
  {
    name: 'lib/session',
    files: /^src\/lib\/session\//,
    may: UNDER_SESSION,
    packages: STORE_PACKAGES,
    instead: 'It knows the session and no feature.',
  },
  ...(['client', 'realtime'] as const).map((name) => ({
    name: `lib/${name}`,
    files: new RegExp(`^src/lib/${name}/`),
    may: CONTRACT,
    packages: {
      not: [
        ...FRAMEWORK,
        ...SERVER,
        ...TESTING,
        ...NETWORK.filter((_, at) => (name === 'client') === at > 0),
      ],
    },
    instead: 'It only sends what the contract describes: pass in the rest from the store that calls it.',
  })),
  {
    name: 'lib/first-calls',
    files: /^src\/lib\/first-calls\.ts$/,
    may: ['lib/host', 'lib/session', ...CONTRACT],
    packages: NOTHING,
    instead: 'It only names calls of the contract, at build time.',
  },
  {
    name: 'lib/contract/limits',
    files: /^src\/lib\/contract\/(operator-)?limits\.ts$/,
    may: [],
    packages: NOTHING,
    instead: 'Limits are plain values, because islands import them without the schemas.',
  },
  {
    name: 'lib/contract',
    files: /^src\/lib\/contract\/(?!(operator-)?limits\.ts$)/,
    may: ['lib/contract/limits', 'lib/format'],
    packages: { only: [/^valibot$/] },
    instead: 'The contract describes calls with valibot, and formats its error messages with lib/format.',
  },
  {
    name: 'lib/host',
    files: /^src\/lib\/host\.ts$/,
    may: [],
    packages: NOTHING,
    instead: 'It is one constant of the build.',
  },
  {
    name: 'lib/arcade',
    files: /^src\/lib\/arcade\//,
    may: [],
    packages: NOTHING,
    instead: 'The rules of a game are pure: pass what they need as arguments.',
  },
  {
    name: 'lib/format',
    files: /^src\/lib\/format\//,
    may: ['lib/site'],
    packages: NOTHING,
    instead: 'Formatting is pure: pass what it needs as arguments.',
  },
  {
    name: 'lib/routing',
    files: /^src\/lib\/routing\/(?!.*navigate)/,
    may: ['lib/site', 'lib/format'],
    packages: NOTHING,
    instead: 'The route table is data.',
  },
  {
    name: 'lib/navigate',
    files: /^src\/lib\/routing\/(?:before-)?navigate\.ts$/,
    may: [],
    packages: { only: [/^astro:transitions$/] },
    instead: "It only exports Astro's router.",
  },
  {
    name: 'lib/site',
    files: /^src\/lib\/site\.ts$/,
    may: ['^src/content/site\\.json$'],
    packages: NOTHING,
    instead: 'It only has constants and the settings of src/content/site.json.',
  },
  {
    name: 'content',
    files: /^src\/content(?:\.config\.ts$|\/)/,
    may: ['lib/routing', 'lib/site', 'lib/host', 'lib/arcade', ...CONTRACT],
    packages: STATIC,
    instead: 'Content is data with a schema.',
  },
  { name: 'styles', files: /^src\/styles\//, may: [], packages: NOTHING, instead: 'Styles import nothing.' },
  {
    name: 'server/error-text',
    files: /^server\/platform\/error-text\.ts$/,
    may: [],
    packages: NOTHING,
    instead: 'An error’s text depends only on the error.',
  },
  {
    name: 'server/config',
    files: /^server\/config\//,
    may: ['lib/contract/limits'],
    packages: { only: [/^valibot$/], node: true },
    instead: 'Settings come only from the environment.',
  },
  {
    name: 'server/db',
    files: /^server\/db\/(?!seed)/,
    may: [...PLATFORM, 'content', ...SHARED],
    types: ['server/observability'],
    packages: WITHOUT_HTTP,
    instead: 'The database knows no rules: move this to a feature.',
  },
  {
    name: 'server/seed',
    files: /^server\/db\/seed/,
    may: ['server/config', 'server/db', 'server/platform', ...features, 'content', ...SHARED],
    packages: WITHOUT_HTTP,
    instead: 'The seed fills the database through the features, as the API does.',
  },
  {
    name: 'server/platform',
    files: /^server\/platform\/(?!error-text\.)/,
    may: ['server/error-text', 'server/config', 'server/db', ...SHARED],
    packages: WITHOUT_HTTP,
    instead: 'The platform knows no feature: let the feature pass it in.',
  },
  {
    name: 'server/mail',
    files: /^server\/mail\//,
    may: ['server/error-text', 'server/db', 'server/platform', 'lib/site'],
    packages: WITHOUT_HTTP,
    instead: 'The mailer sends a mail as it is: the feature writes it.',
  },
  {
    name: 'server/observability',
    files: /^server\/observability\//,
    may: ['server/error-text', 'server/db', 'server/platform'],
    types: ['server/realtime'],
    packages: WITHOUT_HTTP,
    instead: 'It shows how the product runs: server/main.ts passes in what it reads.',
  },
  {
    name: 'server/http',
    files: /^server\/http\//,
    may: [...PLATFORM, ...SHARED],
    types: ['server/db', 'server/mail', 'server/observability', 'server/realtime', 'auth', 'catalogue'],
    packages: WITHOUT_DATABASE,
    instead: 'It mounts calls and knows no feature: let server/app.ts pass it in.',
  },
  {
    name: 'server/realtime',
    files: /^server\/realtime\//,
    may: [...PLATFORM, 'server/http', ...SHARED],
    types: ['server/db', 'server/observability'],
    packages: { not: ON_SERVER },
    instead: 'The socket sends events: let a feature or server/app.ts pass in the rest.',
  },
  ...Object.entries(featureArrows).map(([name, uses]) => ({
    name,
    files: new RegExp(`^server/features/${name}/`),
    may: [...PLATFORM, 'server/db', 'server/mail', 'server/http', ...uses, ...SHARED],
    packages: { not: [...ON_SERVER, /^ws$/, /^nodemailer$/] },
    instead: 'A feature imports only the features below it: see `featureArrows`, and pass in the rest.',
  })),
  {
    name: 'server/jobs',
    files: /^server\/jobs\//,
    may: ['server/error-text', 'server/db', 'server/seed', 'server/platform', ...features, ...SHARED],
    types: ['server/mail', 'server/observability', 'server/realtime'],
    packages: WITHOUT_HTTP,
    instead: 'A job calls a feature, which does the work.',
  },
  {
    name: 'server/static-site',
    files: /^server\/static-site\//,
    may: [...PLATFORM, ...SHARED],
    packages: WITHOUT_DATABASE,
    instead: 'It serves files.',
  },
  {
    name: 'server/cli',
    files: /^server\/cli\//,
    may: [...PLATFORM, 'server/db', 'server/http', 'server/jobs', ...features, ...SHARED],
    packages: { not: ON_SERVER },
    instead: 'A command calls the API, or a feature.',
  },
  {
    name: 'server',
    files: /^server\/[^/]+$/,
    may: [...PLATFORM, ...PARTS, ...features, ...SHARED],
    packages: { not: ON_SERVER },
    instead: 'Code that server and site share is in src/lib: contract, arcade, format, site, routes.',
  },
];

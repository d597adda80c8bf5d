/** Which code may import which (ARCHITECTURE.md has the same table), as rules of dependency-cruiser. */
import type { IRegularForbiddenRuleType } from 'dependency-cruiser';

/** A folder, or a file with its own rules. No file belongs to two of them. */
interface Room {
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
const FRAMEWORK = [/^react$/, /^react-dom$/, /^nanostores$/, /^@nanostores\//];
/** The captcha's package. The server makes and checks challenges, and a store solves them if there is no widget. */
const CAPTCHA = /^altcha-lib$/;
const SERVER = [
  /^drizzle-orm$/,
  /^hono/,
  /^@hono\//,
  /^@electric-sql\//,
  /^pg$/,
  /^ws$/,
  CAPTCHA,
  /^nodemailer$/,
];
const TESTING = [
  /^vitest$/,
  /^@?playwright/,
  /^@axe-core\//,
  /^@testing-library\//,
  /^fast-check$/,
  /^happy-dom$/,
  /^smtp-server$/,
  /^oidc-provider$/,
];

const NOTHING = { only: [] };
const STATIC = { not: [...FRAMEWORK, ...NETWORK, ...SERVER, ...TESTING] };
const SHOWN = [
  'content',
  'lib/arcade',
  'lib/routing',
  'lib/navigate',
  'lib/site',
  'lib/host',
  'lib/format',
  'styles',
];
const SHARED = ['lib/contract', 'lib/contract/limits', 'lib/arcade', 'lib/format', 'lib/site', 'lib/routing'];

const HTTP = [/^hono/, /^@hono\//];
const DATABASE = [/^drizzle-orm$/, /^@electric-sql\//, /^pg$/];

/** The server's features, lowest first, each with the features that it may import. */
export const featureArrows: Readonly<Record<string, readonly string[]>> = {
  notifications: [],
  admin: [],
  milestones: ['notifications'],
  ledger: ['milestones', 'notifications'],
  fraud: ['admin', 'ledger', 'notifications'],
  opinions: ['admin', 'notifications'],
  arcade: ['fraud', 'ledger', 'milestones', 'notifications'],
  catalogue: ['admin', 'arcade', 'notifications', 'opinions'],
  account: ['catalogue', 'ledger'],
  referrals: ['admin', 'fraud', 'ledger'],
  auth: ['account', 'admin', 'fraud', 'notifications', 'referrals'],
  articles: ['catalogue', 'opinions'],
  draws: ['admin', 'catalogue', 'fraud', 'ledger', 'notifications'],
  redemption: ['account', 'admin', 'arcade', 'catalogue', 'fraud', 'ledger', 'notifications'],
  offers: ['admin', 'fraud', 'ledger', 'notifications', 'redemption'],
  messages: ['admin', 'notifications'],
  social: ['admin', 'fraud', 'ledger', 'notifications'],
  submissions: ['admin', 'fraud', 'ledger', 'notifications'],
  reviews: ['admin', 'offers', 'redemption', 'referrals', 'social', 'submissions'],
  progress: ['arcade', 'articles', 'ledger', 'milestones', 'notifications'],
  profile: ['account', 'milestones', 'opinions'],
  settings: ['account', 'auth', 'fraud', 'ledger', 'redemption'],
  operators: ['admin', 'auth', 'fraud', 'ledger', 'notifications', 'reviews'],
};
const features = Object.keys(featureArrows);

const TO_STORE = 'Let a store do it and read the result with useStore.';
const TO_CLIENT =
  'A store calls src/lib/client and src/lib/realtime, and doesn’t import the components that show it.';
const UNDER_STORES = [
  'lib/host',
  'lib/client',
  'lib/session',
  'lib/realtime',
  'lib/routing',
  'lib/arcade',
  'lib/format',
  'lib/contract',
  'lib/contract/limits',
];
const STORE_PACKAGES = {
  not: [
    ...NETWORK,
    ...SERVER.filter((one) => one !== CAPTCHA),
    ...TESTING,
    /^react$/,
    /^react-dom$/,
    /^@nanostores\/react$/,
  ],
};
const TO_PROPS = 'Pass it as a prop from the page, or move plain code to src/lib/format.';

const rooms: readonly Room[] = [
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
    files: /^src\/islands\/shared\/(?!stores\/)/,
    may: ['lib/routing', 'lib/site', 'lib/host', 'lib/format', 'lib/contract/limits'],
    types: ['lib/contract', 'shared stores'],
    packages: {
      not: [...NETWORK, ...SERVER, ...TESTING, /^nanostores$/, /^@nanostores\//, /^valibot$/],
    },
    instead: 'Components in src/islands/shared get everything as props.',
  },
  {
    name: 'islands',
    files: /^src\/islands\/(?!shared\/)(?!.*\bstore\.ts$)/,
    may: [
      'shared',
      'stores',
      'shared stores',
      'lib/session',
      'lib/routing',
      'lib/navigate',
      'lib/site',
      'lib/host',
      'lib/arcade',
      'lib/format',
      'lib/contract/limits',
    ],
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
    name: 'lib/session',
    files: /^src\/lib\/session\//,
    may: ['lib/host', 'lib/client', 'lib/routing', 'lib/format', 'lib/contract', 'lib/contract/limits'],
    packages: STORE_PACKAGES,
    instead: 'It knows the session and no feature.',
  },
  ...(['client', 'realtime'] as const).map((name) => ({
    name: `lib/${name}`,
    files: new RegExp(`^src/lib/${name}/`),
    may: ['lib/contract', 'lib/contract/limits'],
    packages: {
      not: [
        ...FRAMEWORK,
        ...SERVER,
        ...TESTING,
        ...(name === 'client' ? NETWORK.slice(1) : NETWORK.slice(0, 1)),
      ],
    },
    instead: 'It only sends what the contract describes: pass in the rest from the store that calls it.',
  })),
  {
    name: 'lib/first-calls',
    files: /^src\/lib\/first-calls\.ts$/,
    may: ['lib/host', 'lib/contract', 'lib/contract/limits', 'lib/session'],
    packages: NOTHING,
    instead: 'It only names calls of the contract, at build time.',
  },
  {
    name: 'lib/contract/limits',
    files: /^src\/lib\/contract\/limits\.ts$/,
    may: [],
    packages: NOTHING,
    instead: 'Limits are plain values, because islands import them without the schemas.',
  },
  {
    name: 'lib/contract',
    files: /^src\/lib\/contract\/(?!limits\.ts$)/,
    may: ['lib/contract/limits', 'lib/format'],
    packages: { only: [/^valibot$/] },
    instead: 'The contract describes calls with valibot, and formats its error messages with lib/format.',
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
    may: ['lib/routing', 'lib/site', 'lib/host', 'lib/arcade', 'lib/contract', 'lib/contract/limits'],
    packages: { not: [...FRAMEWORK, ...NETWORK, ...SERVER, ...TESTING] },
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
    may: ['server/error-text', 'server/config', 'server/platform', 'content', ...SHARED],
    types: ['server/observability'],
    packages: { not: [...FRAMEWORK, ...NETWORK, ...TESTING, ...HTTP] },
    instead: 'The database knows no rules: move this to a feature.',
  },
  {
    name: 'server/seed',
    files: /^server\/db\/seed/,
    may: ['server/config', 'server/db', 'server/platform', ...features, 'content', ...SHARED],
    packages: { not: [...FRAMEWORK, ...NETWORK, ...TESTING, ...HTTP] },
    instead: 'The seed fills the database through the features, as the API does.',
  },
  {
    name: 'server/platform',
    files: /^server\/platform\/(?!error-text\.)/,
    may: ['server/error-text', 'server/config', 'server/db', ...SHARED],
    packages: { not: [...FRAMEWORK, ...NETWORK, ...TESTING, ...HTTP] },
    instead: 'The platform knows no feature: let the feature pass it in.',
  },
  {
    name: 'server/mail',
    files: /^server\/mail\//,
    may: ['server/error-text', 'server/db', 'server/platform', 'lib/site'],
    packages: { not: [...FRAMEWORK, ...NETWORK, ...TESTING, ...HTTP] },
    instead: 'The mailer sends a mail as it is: the feature writes it.',
  },
  {
    name: 'server/observability',
    files: /^server\/observability\//,
    may: ['server/error-text', 'server/db', 'server/platform'],
    types: ['server/realtime'],
    packages: { not: [...FRAMEWORK, ...NETWORK, ...TESTING, ...HTTP] },
    instead: 'It shows how the product runs: server/main.ts passes in what it reads.',
  },
  {
    name: 'server/http',
    files: /^server\/http\//,
    may: ['server/error-text', 'server/config', 'server/platform', ...SHARED],
    types: ['server/db', 'server/mail', 'server/observability', 'server/realtime', 'auth', 'catalogue'],
    packages: { not: [...FRAMEWORK, ...NETWORK, ...TESTING, ...DATABASE] },
    instead: 'It mounts calls and knows no feature: let server/app.ts pass it in.',
  },
  {
    name: 'server/realtime',
    files: /^server\/realtime\//,
    may: ['server/error-text', 'server/config', 'server/platform', 'server/http', ...SHARED],
    types: ['server/db', 'server/observability'],
    packages: { not: [...FRAMEWORK, ...NETWORK, ...TESTING] },
    instead: 'The socket sends events: let a feature or server/app.ts pass in the rest.',
  },
  ...Object.entries(featureArrows).map(([name, uses]) => ({
    name,
    files: new RegExp(`^server/features/${name}/`),
    may: [
      'server/error-text',
      'server/config',
      'server/db',
      'server/platform',
      'server/mail',
      'server/http',
      ...uses,
      ...SHARED,
    ],
    packages: { not: [...FRAMEWORK, ...NETWORK, ...TESTING, /^ws$/, /^nodemailer$/] },
    instead: 'A feature imports only the features below it: see `featureArrows`, and pass in the rest.',
  })),
  {
    name: 'server/jobs',
    files: /^server\/jobs\//,
    may: ['server/error-text', 'server/db', 'server/seed', 'server/platform', ...features, ...SHARED],
    types: ['server/mail', 'server/observability', 'server/realtime'],
    packages: { not: [...FRAMEWORK, ...NETWORK, ...TESTING, ...HTTP] },
    instead: 'A job calls a feature, which does the work.',
  },
  {
    name: 'server/static-site',
    files: /^server\/static-site\//,
    may: ['server/error-text', 'server/config', 'server/platform', ...SHARED],
    packages: { not: [...FRAMEWORK, ...NETWORK, ...TESTING, ...DATABASE] },
    instead: 'It serves files.',
  },
  {
    name: 'server/cli',
    files: /^server\/cli\//,
    may: [
      'server/config',
      'server/error-text',
      'server/db',
      'server/platform',
      'server/http',
      'server/jobs',
      ...features,
      ...SHARED,
    ],
    packages: { not: [...FRAMEWORK, ...NETWORK, ...TESTING] },
    instead: 'A command calls the API, or a feature.',
  },
  {
    name: 'server',
    files: /^server\/[^/]+$/,
    may: [
      'server/config',
      'server/error-text',
      'server/mail',
      'server/db',
      'server/seed',
      'server/platform',
      'server/http',
      'server/realtime',
      'server/observability',
      'server/jobs',
      'server/static-site',
      ...features,
      ...SHARED,
    ],
    packages: { not: [...FRAMEWORK, ...NETWORK, ...TESTING] },
    instead: 'Code that server and site share is in src/lib: contract, arcade, format, site, routes.',
  },
];

/** What a page may import from the islands: the islands, and what the build writes into one. */
const ISLAND = /^src\/islands\/.*\/(?:\w+Island|Known\w+)\.tsx$/;
/** The files of a feature that handle HTTP. */
const FOR_ROUTES =
  '^server/features/.*/(?:.*routes?|require-second-factor|guesses|send-confirmation|note-address)\\.ts$';
const OURS = '^(?:src|server|scripts|tests)/';

const filesOf = (names: readonly string[]) =>
  names.map(
    (name) => (name === 'island' ? ISLAND : rooms.find((room) => room.name === name)?.files)?.source ?? name,
  );
/** Matches a package by its import, or by where it is installed. */
const packageAt = (pattern: RegExp) =>
  `(?:^|node_modules/)${pattern.source.replace(/^\^/, '').replace(/\$$/, '(?:/|$)')}`;

const rule = (
  name: string,
  comment: string,
  rest: Pick<IRegularForbiddenRuleType, 'from' | 'to'>,
): IRegularForbiddenRuleType => ({
  ...{ name, comment, severity: 'error' },
  ...rest,
});

function rulesOf({ name, files, may, types = [], packages, instead }: Room): IRegularForbiddenRuleType[] {
  const from = { path: files.source };
  const own = filesOf([name, ...may]);
  return [
    rule(`${name}: rooms`, instead, {
      from,
      to: { path: '^(?:src|server)/', pathNot: [...own, ...filesOf(types)] },
    }),
    ...(types.length > 0
      ? [
          rule(`${name}: types only`, `It may import types from there, and nothing else. ${instead}`, {
            from,
            to: { path: filesOf(types), pathNot: own, dependencyTypesNot: ['type-only'] },
          }),
        ]
      : []),
    rule(`${name}: packages`, `This package isn't for ${name}. ${instead}`, {
      from,
      to:
        'only' in packages
          ? {
              pathNot: [OURS, '^\\.{1,2}/(?!.*node_modules/)', ...packages.only.map(packageAt)],
              ...(packages.node && { dependencyTypesNot: ['core'] }),
            }
          : { path: packages.not.map(packageAt) },
    }),
  ];
}

export const rules: IRegularForbiddenRuleType[] = [
  rule('tests', 'Production code never imports test code. Move shared code out of tests.', {
    from: { pathNot: '^tests/' },
    to: { path: '^tests/' },
  }),
  rule(
    'an independent host',
    'The host of the specification shares no code with the product, because a shared mistake would go unnoticed. Write it from the specification.',
    {
      from: { path: '^tests/support/spec-host/' },
      to: { path: OURS, pathNot: '^tests/support/(?:spec-host/|http-host\\.ts$)' },
    },
  ),
  rule(
    'site without server',
    'src never imports the server or scripts: the site runs with any host. Shared code goes to src/lib/contract.',
    { from: { path: '^src/' }, to: { path: '^(?:server|scripts)/' } },
  ),
  rule('server without scripts', 'The server never imports scripts. The other way around is fine.', {
    from: { path: '^server/' },
    to: { path: '^scripts/' },
  }),
  rule(
    'one feature each',
    "One feature's island never imports another's. Put shared code in src/islands/shared or a store.",
    {
      from: { path: '^src/islands/([^/]+)/', pathNot: '^src/islands/shared/' },
      to: { path: '^src/islands/', pathNot: ['^src/islands/$1/', '^src/islands/shared/'] },
    },
  ),
  rule('rules without HTTP', "A feature's rules know no HTTP: let its routes pass in what they need.", {
    from: { path: '^server/features/', pathNot: FOR_ROUTES },
    to: { path: ['^server/http/', ...HTTP.map(packageAt)] },
  }),
  rule('routes without SQL', "A route has no SQL. Its feature's rules do the work.", {
    from: { path: FOR_ROUTES },
    to: { path: DATABASE.map(packageAt) },
  }),
  rule(
    "the server's packages",
    'The API’s image has no devDependencies: move this package to the dependencies in package.json.',
    { from: { path: '^server/' }, to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] } },
  ),
  rule('no Node in browsers', 'This also runs in browsers, which don’t have Node’s modules.', {
    from: { path: ['^src/islands/', '^src/lib/(?:session|client|realtime)/'] },
    to: { dependencyTypes: ['core'] },
  }),
  rule('no circle', 'These files import each other in a circle. Move the shared code into its own file.', {
    from: {},
    to: { circular: true },
  }),
  rule(
    'a room for each',
    'This file is in no room of the import rules: add one to scripts/checks/import-rules.ts.',
    {
      from: { path: '^(?:src|server)/', pathNot: rooms.map(({ files }) => files.source) },
      to: {},
    },
  ),
  ...rooms.flatMap(rulesOf),
];

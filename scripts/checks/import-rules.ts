/** Which code may import which, as rules of dependency-cruiser. import-rooms.ts has the table. */
import type { IRegularForbiddenRuleType } from 'dependency-cruiser';
import { DATABASE, HTTP, type Room, rooms } from './import-rooms.ts';

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
    'This file is in no room of the import rules: add one to scripts/checks/import-rooms.ts.',
    {
      from: { path: '^(?:src|server)/', pathNot: rooms.map(({ files }) => files.source) },
      to: {},
    },
  ),
  ...rooms.flatMap(rulesOf),
];

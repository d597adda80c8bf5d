/** Checks that a feature has the same name in each place: contract, server, tables, islands and tests. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { featureArrows } from './feature-arrows.ts';

/** Folders with a folder or file for each feature, and what else is in them, with the reason. */
const places: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'server/features': {},
  'src/islands': {
    shared: 'parts and stores that several features use',
    shell: 'the frame around every signed-in page',
  },
  'src/lib/contract': {
    'answer.ts': 'how any answer is read',
    'call.ts': 'what a call is',
    'channel-events.ts': 'the events of all features, which share one socket',
    'channels.ts': 'names of channels',
    'errors.ts': 'the error codes of all calls',
    'fields.ts': 'fields that forms of several features have',
    'limits.ts': 'plain values, which islands import without the schemas',
    'operator-limits.ts': 'the same for operators, which no page of a player loads',
  },
  'server/db/schema': {
    'columns.ts': 'column types that tables share',
    'platform.ts': 'tables of the platform, the mailer and the jobs',
  },
  'tests/islands': { shared: 'as in src/islands', shell: 'as in src/islands' },
  'tests/server': {
    cli: 'as in server',
    db: 'as in server',
    http: 'as in server',
    jobs: 'as in server',
    mail: 'as in server',
    platform: 'as in server',
    process: 'starting and stopping the server',
    realtime: 'as in server',
    'static-site': 'as in server',
  },
  'tests/unit': {
    bench: 'as in tests',
    client: 'as in src/lib',
    components: 'as in src',
    content: 'as in src',
    deploy: 'as in the root folder',
    edit: 'as in scripts',
    format: 'as in src/lib',
    scripts: 'as in the root folder',
    server: 'as in the root folder',
  },
  'tests/unit/server': {
    config: 'as in server',
    db: 'as in server',
    http: 'as in server',
    mail: 'as in server',
    platform: 'as in server',
  },
};
/** Where a file without a folder belongs to a feature, too. Elsewhere it tests or holds what several features share. */
const SORTED = ['src/islands', 'src/lib/contract', 'server/db/schema', 'server/features'];

/** Returns the folders and files that have no feature's name, and exceptions that are no longer needed. */
export function strayFolders(root: string): string[] {
  return Object.entries(places).flatMap(([place, exceptions]) => {
    const entries = readdirSync(join(root, place), { withFileTypes: true });
    const names = entries
      .filter((entry) => entry.isDirectory() || SORTED.includes(place))
      .map(({ name }) => name);
    const feature = (name: string) =>
      (place === 'server/db/schema' ? name.replace(/\.ts$/, '') : name) in featureArrows;
    return [
      ...names
        .filter((name) => !feature(name) && !(name in exceptions))
        .map(
          (name) =>
            `${place}/${name}\n  one name: No feature is called this. Use a name from scripts/checks/feature-arrows.ts, the same in all places.`,
        ),
      ...Object.keys(exceptions)
        .filter((name) => !names.includes(name))
        .map((name) => `${place}/${name}\n  one name: It doesn't exist. Remove the exception.`),
    ];
  });
}

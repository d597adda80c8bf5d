/** `npm run settings`: writes docs/operators/settings.md and .env.example from server/config/settings.ts. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Facts } from '../server/config/kinds.ts';
import { factsOf, groups, type Name, names, settings } from '../server/config/settings.ts';

const ROOT = join(import.meta.dirname, '..');

const intro = `# Settings

Generated from \`server/config/settings.ts\` by \`npm run settings\`.

Settings are environment variables. The server checks all of them before it starts and explains each wrong one. An empty
variable counts as unset.

- **Required**: production doesn't start without it.
- **Secret**: may come from a file instead, like \`DATA_KEYS_FILE=/run/secrets/data_keys\` ([Secrets](reference.md#secrets)).
- **Built in**: part of the pages. After a change \`npm start\` builds them again; with Compose run
  \`docker compose build web && docker compose up -d web\`.
- **Compose**: \`compose.yaml\` sets it. Set the others in \`.env\`; \`docker compose up -d\` applies a change.
- **Development**: has no use in production.
`;

const code = (text: string) => `\`${text}\``;

function defaultOf(name: Name, { otherwise, composed }: Facts): string {
  const fixed = v.getDefault(settings.entries[name]);
  const text = fixed === undefined ? (otherwise ?? 'none') : code(String(fixed));
  return composed === undefined ? text : `${text}; ${code(composed)} in \`compose.yaml\``;
}

function notesOf({ about, required, secret, builtIn, by, formerly = [] }: Facts): string {
  const marks = [
    required && 'Required',
    secret && 'Secret',
    builtIn && 'Built in',
    by === 'compose' && 'Compose',
    by === 'development' && 'Development',
  ].filter(Boolean);
  const former = formerly.length > 0 ? ` Formerly ${formerly.map(code).join(' and ')}.` : '';
  return `${about}${former}${marks.length > 0 ? ` **${marks.join(', ')}.**` : ''}`;
}

const namesOf = (group: object) => names.filter((name) => name in group);

const tableOf = ([title, group]: [string, object]) =>
  [
    `## ${title}\n`,
    '| variable | default | value | what it does |',
    '|---|---|---|---|',
    ...namesOf(group).map((name) => {
      const facts = factsOf(name);
      return `| ${code(name)} | ${defaultOf(name, facts)} | ${facts.words} | ${notesOf(facts)} |`;
    }),
  ].join('\n');

/**
 * Only settings that an operator sets there. The others are secret files, are set in compose.yaml, or aren't for a deployment.
 */
const isInEnv = (name: Name) => !factsOf(name).secret && factsOf(name).by === undefined;

function exampleOf(name: Name): string {
  const { about, example, composed } = factsOf(name);
  const value = example ?? composed ?? v.getDefault(settings.entries[name]) ?? '';
  return `# ${about.replaceAll('`', '')}\n${example === undefined ? '#' : ''}${name}=${value}`;
}

const example = [
  '# Settings of compose.yaml, made by `npm run settings`. Copy this file to .env and change what begins without a #; the rest has its default.',
  '# docs/operators/settings.md says more about each. Secrets are files, which deploy/secrets.sh makes.',
  ...Object.entries(groups)
    .map(([title, group]) => [title, namesOf(group).filter(isInEnv)] as const)
    .filter(([, own]) => own.length > 0)
    .flatMap(([title, own]) => [`\n## ${title}`, ...own.map(exampleOf)]),
  '',
].join('\n');

/** The files and their contents. */
export const files = {
  'docs/operators/settings.md': [intro, ...Object.entries(groups).map((group) => `${tableOf(group)}\n`)].join(
    '\n',
  ),
  '.env.example': example,
};

if (import.meta.main) for (const [path, text] of Object.entries(files)) writeFileSync(join(ROOT, path), text);

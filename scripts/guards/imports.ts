/** The import rules, checked: `node scripts/guards/imports.ts` prints every import that breaks one and ends with 1. */
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { filesUnder } from '../files.ts';
import { borders, rooms } from './import-rules.ts';
import { type Import, readSource, type Source } from './source-imports.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['src', 'server', 'scripts', 'tests'];
const SOURCE = /\.(?:ts|tsx|mjs|js|jsx|astro)$/;

/** Where the line stands and what is wrong with it: "src/islands/a.tsx:3 imports …". */
export type Finding = string;

/** Every breach in a set of files, given by their paths from the project's folder. */
export function checkImports(files: ReadonlyMap<string, string>): Finding[] {
  const sources = new Map([...files].map(([path, text]) => [path, readSource(path, text)]));
  const findings = [...sources].flatMap(([path, source]) => [
    ...source.imports.flatMap((found) =>
      checkImport(path, found).map((words) => `${path}:${found.line} ${words}`),
    ),
    ...(isIsland(path) ? checkIslandCalls(path, source) : []),
  ]);
  return [...findings, ...storeCycles(sources)];
}

function checkImport(path: string, found: Import): string[] {
  const room = roomOf(path);
  const target = targetOf(path, found.specifier);
  if (target === undefined) return room ? checkPackage(room, found.specifier) : [];
  const says = `imports ${target}:`;
  const border = borders.find(({ from, to }) => from.test(path) && to.test(target));
  if (border) return [`${says} ${border.words}`];
  if (!/^(?:src|server)\//.test(path)) return [];
  if (!room) return [`stands in no room of the import rules: add one to scripts/guards/import-rules.ts.`];
  if (!/^(?:src|server)\//.test(target)) return [];
  const there = roomOf(target)?.name ?? 'a place without a room';
  if (there === room.name && !isIsland(path)) return [];
  if (!room.may.includes(there) && !(found.typeOnly && room.types?.includes(there))) {
    const only = room.types?.includes(there) ? 'takes types alone from' : 'may not import from';
    return [`${says} ${room.name} ${only} ${there}. ${room.instead}`];
  }
  if (isIsland(path) && isIsland(target) && featureOf(path) !== featureOf(target)) {
    return [
      `${says} one feature's island never imports another's. Put what both need into src/islands/ui or a store.`,
    ];
  }
  return [];
}

function checkPackage(room: (typeof rooms)[number], specifier: string): string[] {
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
  const rule = room.packages;
  const fits = (patterns: readonly RegExp[]) => patterns.some((pattern) => pattern.test(name));
  const allowed = 'only' in rule ? fits(rule.only) : !fits(rule.not);
  return allowed ? [] : [`imports ${specifier}: ${room.name} may not use this package. ${room.instead}`];
}

/** An island neither talks to the network nor writes into a store. */
function checkIslandCalls(path: string, { calls }: Source): Finding[] {
  return calls.flatMap(({ callee, line }) => {
    if (callee === 'fetch' || callee === 'window.fetch') {
      return [`${path}:${line} calls fetch: islands don't talk to the network. Let a store's action do it.`];
    }
    if (/^\$\w+\.set(?:Key)?$/.test(callee)) {
      return [
        `${path}:${line} calls ${callee}: islands don't set a store's value. Call an action of the store.`,
      ];
    }
    return [];
  });
}

/** Stores may use each other, but not in a circle: which of them is first would depend on who imports it. */
function storeCycles(sources: ReadonlyMap<string, Source>): Finding[] {
  const isStore = (path: string) => roomOf(path)?.name === 'lib/stores';
  const next = (path: string) =>
    (sources.get(path)?.imports ?? [])
      .filter(({ typeOnly }) => !typeOnly)
      .map(({ specifier }) => targetOf(path, specifier) ?? '')
      .filter(isStore);
  const done = new Set<string>();
  const findings: Finding[] = [];
  const walk = (path: string, trail: readonly string[]) => {
    if (trail.includes(path)) {
      const circle = [...trail.slice(trail.indexOf(path)), path].join(' → ');
      findings.push(
        `${path}:1 is part of a circle of stores: ${circle}. Move what they share into a third one.`,
      );
    } else if (!done.has(path)) {
      for (const target of next(path)) walk(target, [...trail, path]);
      done.add(path);
    }
  };
  for (const path of sources.keys()) if (isStore(path)) walk(path, []);
  return findings;
}

const roomOf = (path: string) => rooms.find(({ files }) => files.test(path));
const isIsland = (path: string) => path.startsWith('src/islands/') && !path.startsWith('src/islands/ui/');
const featureOf = (path: string) => path.split('/')[2];

/** The file that a relative import means; undefined for a package. */
function targetOf(path: string, specifier: string): string | undefined {
  const plain = specifier.replace(/[?#].*$/, '');
  if (plain.startsWith('/src/')) return plain.slice(1);
  return plain.startsWith('.') ? posix.join(posix.dirname(path), plain) : undefined;
}

async function projectFiles(root: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const folder of FOLDERS) {
    for (const name of await filesUnder(join(root, folder))) {
      if (SOURCE.test(name)) files.set(`${folder}/${name}`, await readFile(join(root, folder, name), 'utf8'));
    }
  }
  return files;
}

if (import.meta.main) {
  const files = await projectFiles(ROOT);
  const findings = checkImports(files);
  for (const finding of findings) console.error(finding);
  console.log(`${files.size} files read, ${findings.length} imports break a rule`);
  process.exitCode = findings.length > 0 ? 1 : 0;
}

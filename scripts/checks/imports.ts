/**
 * Checks the import rules with dependency-cruiser, the names of features' folders, and looks for written-out addresses.
 * `node scripts/checks/imports.ts` prints violations and exits with 1.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { filesUnder } from '../files.ts';
import { writtenAddresses } from './addresses.ts';
import { strayFolders } from './feature-folders.ts';
import { rules } from './import-rules.ts';

const ROOT = join(import.meta.dirname, '../..');
const FOLDERS = ['src', 'server', 'scripts', 'tests'];
/** dependency-cruiser can't read .astro files. Their imports are written to files with the same path in this folder. */
const ASTRO = '.cache/imports';

/** Returns the violations, one or two lines each: 'src/a.ts → src/b.ts' with the rule's message. */
export async function checkImports(root: string): Promise<string[]> {
  await writeAstroImports(root);
  const { output } = await cruise([...FOLDERS, ASTRO], {
    baseDir: root,
    ruleSet: { forbidden: rules.map(withAstro) },
    validate: true,
    tsPreCompilationDeps: true,
    extraExtensionsToScan: ['.astro'],
    doNotFollow: { path: 'node_modules' },
  });
  if (typeof output === 'string') throw new Error(output);
  const findings = output.summary.violations.map(({ from, to, rule, cycle }) => {
    const path = cycle ? [from, ...cycle.map(({ name }) => name)] : [from, to];
    const comment = rules.find(({ name }) => name === rule.name)?.comment ?? '';
    return `${path.map(plain).join(' → ')}\n  ${rule.name}: ${comment}`;
  });
  return [...findings, ...(await islandCalls(root))];
}

const plain = (path: string) => path.replace(`${ASTRO}/`, '').replace(/\.astro\.ts$/, '.astro');

/** Makes a rule for our files also apply to the placeholders for .astro files. */
function withAstro(rule: (typeof rules)[number]): (typeof rules)[number] {
  const { path } = rule.from;
  if (typeof path !== 'string' || !/^\^src\\?\//.test(path)) return rule;
  return { ...rule, from: { ...rule.from, path: path.replace('^', `^(?:${ASTRO}/)?`) } };
}

async function writeAstroImports(root: string): Promise<void> {
  rmSync(join(root, ASTRO), { recursive: true, force: true });
  mkdirSync(join(root, ASTRO), { recursive: true });
  for (const name of await filesUnder(join(root, 'src'))) {
    if (!name.endsWith('.astro')) continue;
    const path = `src/${name}`;
    const file = join(root, ASTRO, `${path}.ts`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, importsOf(readFileSync(join(root, path), 'utf8'), path));
  }
}

/** Returns the imports in the frontmatter and the scripts of an .astro file. Relative imports are adjusted to the new place. */
function importsOf(text: string, path: string): string {
  const [frontmatter = '', found = ''] = /^\s*---\r?\n([\s\S]*?)\r?\n---/.exec(text) ?? [];
  const scripts = text.slice(frontmatter.length).matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g);
  const up = posix.relative(posix.dirname(`${ASTRO}/${path}`), posix.dirname(path));
  return [found, ...[...scripts].map(([, script = '']) => script)]
    .join('\n')
    .replace(/((?:from|import)\s*\(?\s*['"])(\.{1,2}\/)/g, `$1${up}/$2`);
}

/** Checks what imports don't show: an island neither calls the network nor writes to a store. */
async function islandCalls(root: string): Promise<string[]> {
  const files = await filesUnder(join(root, 'src/islands'));
  return files
    .filter(
      (name) => /\.tsx?$/.test(name) && !name.startsWith('shared/stores/') && !/\bstore\.ts$/.test(name),
    )
    .flatMap((name) =>
      [
        ...readFileSync(join(root, 'src/islands', name), 'utf8')
          .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
          .matchAll(/(?<![\w.$])((?:window\.)?fetch|\$\w+\.set(?:Key)?)\(/g),
      ].map(
        ([, callee = '']) =>
          `src/islands/${name} calls ${callee}\n  Islands don't call the network or set a store's value. Call a store's action.`,
      ),
    );
}

if (import.meta.main) {
  const findings = [...strayFolders(ROOT), ...(await checkImports(ROOT)), ...(await writtenAddresses(ROOT))];
  for (const finding of findings) console.error(finding);
  console.log(`${findings.length} findings`);
  process.exitCode = findings.length > 0 ? 1 : 0;
}

/** The copy of the repository in which faults are seeded. The working tree is only read. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { linkPackages } from '../support/copy-project.ts';
import { type Fault, faulty } from './fault.ts';

export const ROOT = join(import.meta.dirname, '../..');
export const SCRATCH = join(ROOT, '.cache/mutations/tree');

/** Copies every file that git knows or would add, and links the packages. */
export function makeScratch(): void {
  rmSync(SCRATCH, { recursive: true, force: true });
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const path of listed.split('\0').filter((name) => name !== '' && existsSync(join(ROOT, name)))) {
    mkdirSync(dirname(join(SCRATCH, path)), { recursive: true });
    cpSync(join(ROOT, path), join(SCRATCH, path));
  }
  linkPackages(SCRATCH);
}

const TEMPLATE = join(ROOT, '.cache/mutations/template.tar');

/** Makes the database that server tests begin with, once for all faults, because that takes longer than most tests. */
export function makeTemplate(): void {
  const script = `import { copyFileSync } from 'node:fs';
    import { makeTemplate } from './tests/support/database-setup.ts';
    copyFileSync(await makeTemplate(), process.argv[1]);`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', script, TEMPLATE], { cwd: SCRATCH });
}

/** Returns that database, unless the fault affects how it is made. Then each run makes its own. */
export function templateFor({ file }: Fault): string | undefined {
  return file.startsWith('server/db/') || !existsSync(TEMPLATE) ? undefined : TEMPLATE;
}

/** Runs `work` with the fault in the copy, and always removes the fault afterwards. */
export async function withFault<T>(fault: Fault, work: () => Promise<T>): Promise<T> {
  const path = join(SCRATCH, fault.file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, faulty(fault, text));
  try {
    return await work();
  } finally {
    writeFileSync(path, text);
  }
}

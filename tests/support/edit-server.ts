/** The editor on a copy of the project, so that no test writes into the project's own files. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { copyProject } from './copy-project.ts';
import { anyPort } from './ports.ts';

const COPIES = join(import.meta.dirname, '../../.cache/e2e');

export interface EditServer {
  /** 'http://localhost:4322/edit' */
  readonly url: string;
  /** The copy's folder. */
  readonly root: string;
  /** Runs `node scripts/build.ts` on the copy, which builds into `dist`, and returns its output. */
  build(): Promise<{ readonly code: number | null; readonly output: string }>;
  stop(): Promise<void>;
}

interface Options {
  /** The copy's folder below .cache/e2e. Two servers that run at the same time need two. */
  readonly folder?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A module that is loaded before the editor. */
  readonly preload?: string;
}

export async function startEditServer({
  folder = 'edit',
  env = {},
  preload,
}: Options = {}): Promise<EditServer> {
  const copy = join(COPIES, folder);
  copyProject(copy);
  const port = await anyPort();
  const run = running(copy);
  const editor = run([...(preload ? ['--import', preload] : []), 'scripts/edit.ts'], {
    ...env,
    EDIT_PORT: String(port),
  });
  await new Promise<void>((ready, fail) => {
    editor.child.stdout?.on('data', () => editor.output().includes('/edit\n') && ready());
    editor.ended.then(() => fail(new Error(`The editor did not start. It said:\n${editor.output()}`)));
  });
  return {
    // Keystatic leaves localhost when it saves to GitHub.
    url: `http://${env.EDIT_GITHUB_REPO ? '127.0.0.1' : 'localhost'}:${port}/edit`,
    root: copy,
    async build() {
      // Without sharing pictures, which take longer than all pages.
      const build = run(['scripts/build.ts'], { CARDS: 'off' });
      const code = await build.ended;
      return { code, output: build.output() };
    },
    async stop() {
      editor.child.kill('SIGTERM');
      await editor.ended;
    },
  };
}

const running = (cwd: string) => (args: string[], env: Record<string, string>) => {
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
  const ended = new Promise<number | null>((done) => child.on('close', done));
  return { child, ended, output: () => chunks.join('') };
};

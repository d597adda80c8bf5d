/** `npm run edit`: an editor for src/content in the browser, next to a preview of the pages. */
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import keystatic from '@keystatic/astro';
import { dev } from 'astro';
import { ConfigError, readSettings, withSecretFiles } from '../server/config/config.ts';
import { githubEnv } from './edit/github.ts';
import { editing } from './edit/server.ts';
import { portsInWords } from './ports.ts';
import { giveUp } from './preflight.ts';
import { onEnding } from './shutdown.ts';

const ROOT = join(import.meta.dirname, '..');

try {
  const given = readSettings(withSecretFiles(process.env));
  const { EDIT_PORT: port, EDIT_GITHUB_REPO: repo } = given;
  Object.assign(process.env, githubEnv(given));
  const trouble = await portsInWords([{ port, setting: 'EDIT_PORT' }]);
  if (trouble) throw new ConfigError(trouble);

  // Keystatic writes below the working directory.
  process.chdir(ROOT);
  process.env.ASTRO_TELEMETRY_DISABLED = '1';
  process.env.ASTRO_DISABLE_UPDATE_CHECK = 'true';
  // The real path, because a copy of the project may link to another one's packages.
  const packages = dirname(realpathSync(join(ROOT, 'node_modules/astro')));
  const server = await dev({
    root: ROOT,
    logLevel: 'error',
    // Separate from the caches of `npm run dev` and the build, which may run at the same time.
    cacheDir: '.cache/edit/astro',
    server: { host: '127.0.0.1', port },
    integrations: [keystatic(), editing(ROOT, repo)],
    vite: {
      cacheDir: '.cache/edit/vite',
      server: {
        strictPort: true,
        fs: { allow: [ROOT, packages] },
        watch: { ignored: ['.cache', '.data', 'dist'].map((folder) => `${join(ROOT, folder)}/**`) },
      },
    },
  });
  console.log(
    repo
      ? `Sign in to GitHub: http://127.0.0.1:${port}/keystatic\nThen edit the content: http://127.0.0.1:${port}/edit\nPress Ctrl-C to stop. What you save is on a branch of ${repo}.`
      : `Edit the content: http://localhost:${port}/edit\nPress Ctrl-C to stop. What you save is in src/content.`,
  );
  onEnding(() => {
    server.stop().then(() => process.exit(0), giveUp);
  });
} catch (error) {
  giveUp(error);
}

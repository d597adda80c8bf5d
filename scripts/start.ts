/** `npm start`: checks the settings, builds the site if it is out of date, and starts site, API and realtime socket. */

import { withSecretFiles } from '../server/config/config.ts';
import { buildIfStale } from './build.ts';
import { giveUp, preflight } from './preflight.ts';
import { onEnding } from './shutdown.ts';

process.on('uncaughtException', giveUp);
try {
  const env = withSecretFiles(process.env);
  const config = await preflight(env);
  await buildIfStale();
  const { serve } = await import('../server/main.ts');
  const running = await serve(config, console.log, { rounds: true });
  for (const note of running.notes) console.log(note);
  onEnding(() => {
    console.log('Closing');
    running.close().then(() => process.exit(0), giveUp);
  });
} catch (error) {
  giveUp(error);
}

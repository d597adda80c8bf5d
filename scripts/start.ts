/** `npm start`: checks the settings, builds the site where it is stale, starts site, API and realtime socket. */
import { buildIfStale } from './build.ts';
import { giveUp, preflight, siteEnv } from './preflight.ts';

/** Closer together than this (ms) two signals are one: a terminal's Ctrl-C reaches us directly and once more through npm. */
const ONE_CTRL_C = 500;

try {
  const config = await preflight(process.env);
  await buildIfStale({ env: siteEnv(config, process.env) });
  const { serve } = await import('../server/main.ts');
  const running = await serve(config, console.log);
  for (const note of running.notes) console.log(note);
  onSignal(() => running.close());
} catch (error) {
  giveUp(error);
}

/** The first Ctrl-C or SIGTERM closes in order; a second one doesn't wait. */
function onSignal(close: () => Promise<void>): void {
  let first = 0;
  const end = () => {
    const now = Date.now();
    if (first) {
      if (now - first > ONE_CTRL_C) process.exit(1);
      return;
    }
    first = now;
    console.log('Closing');
    close().then(() => process.exit(0), giveUp);
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}

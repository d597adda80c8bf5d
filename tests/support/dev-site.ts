/**
 * Astro's development server as a separate process, which ends with the one that started it. It reports its port, and has its own
 * cache, so that it doesn't disturb a developer's server.
 */
import { join } from 'node:path';
import { dev } from 'astro';

const root = join(import.meta.dirname, '../..');
const cacheDir = join(root, '.cache/site-test/dev');

const server = await dev({
  root,
  cacheDir,
  vite: { cacheDir: join(cacheDir, 'vite') },
  server: { host: '127.0.0.1', port: 0 },
  logLevel: 'error',
});
process.on('disconnect', () => process.exit());
process.send?.({ port: server.address.port });

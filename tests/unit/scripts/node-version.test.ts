import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('an old Node is reported in one sentence, with exit code 1', () => {
  const pretend = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.19.0' } })`;
  const setup = join(import.meta.dirname, '../../../scripts/setup.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', pretend, setup], {
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stdout + stderr).toMatch(/^Playtally needs Node 20 or newer, but this is 18\.19\.0\..*\n$/);
});

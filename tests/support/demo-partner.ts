/** `npm run partner` as a separate process next to the product. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Product } from './product.ts';

const ROOT = join(import.meta.dirname, '../..');

export interface DemoPartner {
  stop(): Promise<void>;
}

/** Starts it for this product; resolves once it listens. */
export async function startDemoPartner(product: Product): Promise<DemoPartner> {
  const child = spawn(process.execPath, ['scripts/partner.ts'], {
    cwd: ROOT,
    env: { ...process.env, ...product.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<void>((done) => child.on('close', () => done()));
  await new Promise<void>((ready, fail) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
        if (output.includes('Start with an offer')) ready();
      });
    void ended.then(() => fail(new Error(`The demo partner did not start. It said:\n${output}`)));
  });
  return {
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

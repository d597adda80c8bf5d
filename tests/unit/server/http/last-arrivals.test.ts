import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { closeServer, LAST_ARRIVALS, lastArrivals, listen } from '../../../../server/http/listen.ts';
import { anyPort } from '../../../support/ports.ts';

/** Sends forty calls over separate connections, then posts `sent`, then a message with the first lines of their answers. */
const sender = `
const { connect } = require('node:net');
const { parentPort, workerData } = require('node:worker_threads');
const { port, sent } = workerData;
Promise.all(Array.from({ length: 40 }, () => new Promise((done) => {
  const socket = connect({ port, host: '127.0.0.1' }, () => socket.write('GET / HTTP/1.1\\r\\nHost: here\\r\\n\\r\\n', () => {
    Atomics.add(sent, 0, 1);
    Atomics.notify(sent, 0);
  }));
  socket.once('data', (text) => { done(String(text).split('\\r\\n')[0]); socket.destroy(); });
  socket.once('error', (error) => done(error.code));
}))).then((answers) => parentPort.postMessage(answers));
`;

test('every queued call is answered by a process that gets no processor time while it stops', async () => {
  const port = await anyPort();
  const server = await listen(() => new Response('here'), { host: '127.0.0.1', port, setting: 'API_PORT' });
  const sent = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(sender, { eval: true, workerData: { port, sent } });
  onTestFinished(async () => void (await worker.terminate()));
  const answers = once(worker, 'message');

  const arrivals = lastArrivals();
  // Blocks this process until everything was sent and the time for last arrivals is over.
  for (let count = 0; count < 40; count = Atomics.load(sent, 0)) Atomics.wait(sent, 0, count);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LAST_ARRIVALS + 1);
  await arrivals;
  await closeServer(server);
  expect((await answers)[0]).toEqual(Array(40).fill('HTTP/1.1 200 OK'));
});

test('a process that is asked to stop keeps serving for at least a quarter of a second', async () => {
  const began = performance.now();
  await lastArrivals();
  // Timers may be a millisecond early.
  expect(performance.now() - began).toBeGreaterThan(249);
});

test('an idle connection is kept for longer than a load balancer keeps it, so a call isn’t sent into a closed one', async () => {
  const port = await anyPort();
  const server = await listen(() => new Response('here'), { host: '127.0.0.1', port, setting: 'API_PORT' });
  onTestFinished(() => closeServer(server));
  const { headers } = await fetch(`http://127.0.0.1:${port}/`);
  expect(headers.get('keep-alive')).toBe('timeout=75');
});

/** How long calls wait for PostgreSQL; tests/server/db/postgres-stuck.pg.test.ts has more of it, against a real one. */
import { createServer } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { callLimits, createPool } from '../../../../server/db/postgres-pool.ts';
import { listening } from '../../../support/listening.ts';

test('a call that PostgreSQL fails is answered within five seconds, whatever it waits for', () => {
  const { wait, lock, statement, silence } = callLimits;
  expect(wait + Math.max(lock, statement, silence)).toBeLessThanOrEqual(5_000);
  // Each is more specific than the next: which lock, which statement, and finally only that nothing arrived.
  const each = [lock, statement, silence];
  expect(each).toEqual([...new Set(each)].toSorted((a, b) => a - b));
});

/** Reports in PostgreSQL's protocol that it is ready, then answers no statement. */
const frozen = () =>
  createServer((socket) => {
    const isReady = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
    const isAuthenticated = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
    socket.once('data', () => socket.write(Buffer.concat([isAuthenticated, isReady])));
    socket.on('error', () => {});
  });

/** Connects to a frozen server. `lost` has what is logged. */
async function connected() {
  const port = await listening(frozen());
  const lost: string[] = [];
  const pool = createPool({
    url: `postgres://me:secret@127.0.0.1:${port}/db`,
    limits: callLimits,
    session: {},
    log: (text) => lost.push(text),
  });
  onTestFinished(() => pool.end());
  const client = await pool.connect();
  return { client, stream: client.connection.stream, lost };
}

test('a frozen server is abandoned when it doesn’t answer, however long the connection was idle before', async () => {
  const { client, stream, lost } = await connected();
  expect(stream).toMatchObject({ timeout: callLimits.silence });
  // Stands in for the clock: the connection was idle this often.
  for (let times = 0; times < 3; times++) {
    stream.emit('timeout');
    await turn();
  }
  expect(lost).toEqual([]);
  const refused = expect(client.query('SELECT 1')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  stream.emit('timeout');
  await turn();
  expect(stream.destroyed).toBe(true);
  await refused;
  client.release(true);
  expect(lost).toEqual(['database connection lost: PostgreSQL has stopped answering (ETIMEDOUT)']);
});

test('a statement that is sent in the moment that ends an idle time has its whole time to be answered', async () => {
  const { client, stream, lost } = await connected();
  stream.emit('timeout');
  const refused = expect(client.query('SELECT 1')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  await turn();
  expect(stream.destroyed).toBe(false);
  expect(lost).toEqual([]);
  stream.emit('timeout');
  await refused;
  client.release(true);
});

import { expect, test } from 'vitest';
import { jobs, mailQueue } from '../../../server/db/schema.ts';
import { runJobs } from '../../../server/jobs/lease.ts';
import { createLog } from '../../../server/observability/log.ts';
import { createMetrics } from '../../../server/observability/metrics.ts';
import { testApi } from '../../support/api.ts';
import { testDatabase } from '../../support/database.ts';

const TOKEN = 'a-token-for-prometheus';
const clock = () => new Date('2026-11-18T12:00:00Z');

test('each answer has its own ID, under which the call is logged', async () => {
  const lines: string[] = [];
  const logCall = createLog({ format: 'json', write: (line) => void lines.push(line), now: clock });
  const api = await testApi({ logCall });
  const first = await api.raw('/api/user/rewards/84?secret=1');
  const second = await api.raw('/no/such/place?secret=1');
  const ids = [first, second].map(({ headers }) => headers.get('X-Request-Id'));
  expect(new Set(ids).size).toBe(2);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      time: '2026-11-18T12:00:00.000Z',
      message: 'GET /api/user/rewards/:id 200',
      id: ids[0],
      status: 200,
    }),
    expect.objectContaining({ message: 'GET none 404', id: ids[1] }),
  ]);
  expect(lines.join()).not.toContain('secret');
});

test('every line has a time, a level and a message', () => {
  const lines: string[] = [];
  const log = createLog({ format: 'json', write: (line) => void lines.push(line), now: clock });
  log('the database is gone');
  log('GET /api/user 500', { status: 500 });
  log('GET /api/user 404', { status: 404 });
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { level: 'warn', time: '2026-11-18T12:00:00.000Z', message: 'the database is gone' },
    { level: 'error', time: '2026-11-18T12:00:00.000Z', message: 'GET /api/user 500', status: 500 },
    { level: 'info', time: '2026-11-18T12:00:00.000Z', message: 'GET /api/user 404', status: 404 },
  ]);
});

test('a log entry stays one line, whatever is in it', () => {
  const lines: string[] = [];
  const log = createLog({ format: 'json', write: (line) => void lines.push(line), now: clock });
  log('refused: x\n{"message":"all is well"}\r\u2028', { route: 'a\nb' });
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toMatch(/[\r\n]/);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    message: expect.stringContaining('all is well'),
    route: 'a\nb',
  });
});

test('in a terminal the log is only the sentences', () => {
  const lines: string[] = [];
  createLog({ format: 'text', write: (line) => void lines.push(line), now: clock })('It runs.', { port: 1 });
  expect(lines).toEqual(['It runs.']);
});

test('a process is ready while its database answers, until it is asked to stop', async () => {
  let isStopping = false;
  const api = await testApi({ isStopping: () => isStopping });
  expect((await api.raw('/readyz')).status).toBe(200);
  isStopping = true;
  const stopping = await api.raw('/readyz');
  expect([stopping.status, await stopping.json()]).toEqual([503, { ready: false, reason: 'stopping' }]);
  expect((await api.raw('/healthz')).status).toBe(200);
});

test('a process whose database is gone says so and stays alive', async () => {
  const db = await testDatabase();
  const gone = { ...db, value: () => Promise.reject(new Error('the connection is gone')) };
  const api = await testApi({ db: gone });
  const answer = await api.raw('/readyz');
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { ready: false, reason: 'the database does not answer' },
  ]);
  expect(api.logged.splice(0)).toEqual([expect.stringContaining('the connection is gone')]);
  expect((await api.raw('/healthz')).status).toBe(200);
});

test('the metrics need the token, and count calls by route and orders by state', async () => {
  const db = await testDatabase();
  const metrics = createMetrics({ db, sockets: () => ({ connections: 3 }), clock, log: () => {}, jobs: [] });
  const api = await testApi({ db, metrics, metricsToken: TOKEN });
  await api.raw('/api/user/rewards/84');
  await api.raw('/api/user/rewards/12');
  expect((await api.raw('/metrics')).status).toBe(401);
  const headers = { Authorization: `Bearer ${TOKEN}x` };
  expect((await api.raw('/metrics', { headers })).status).toBe(401);
  const answer = await api.raw('/metrics', { headers: { Authorization: `Bearer ${TOKEN}` } });
  const text = await answer.text();
  expect(answer.headers.get('Content-Type')).toMatch(/^text\/plain/);
  expect(text).toContain(
    'playtally_call_seconds_count{method="GET",route="/api/user/rewards/:id",status="200"} 2',
  );
  expect(text).toContain('playtally_sockets 3');
  expect(text).toContain('playtally_orders_open{state="pending"} 0');
  expect(text).toContain('process_cpu_seconds_total');
});

test('the metrics say which jobs don’t start or fail, and how many mails wait', async () => {
  const db = await testDatabase();
  const logged: string[] = [];
  const broken = {
    name: 'broken',
    every: 60_000,
    run: async () => {
      throw new Error('it is broken');
    },
  };
  let isDown = false;
  const metrics = createMetrics({
    db: {
      ...db,
      get drizzle() {
        if (isDown) throw new Error('the connection is gone');
        return db.drizzle;
      },
    },
    sockets: () => ({ connections: 0 }),
    clock,
    log: (text) => void logged.push(text),
    jobs: ['broken', 'stuck', 'on time'],
  });
  await runJobs(db, [broken], clock, () => {}, metrics.jobFailed);
  await db.drizzle.insert(jobs).values([
    { name: 'stuck', dueAt: new Date('2026-11-18T11:00:00Z') },
    { name: 'on time', dueAt: new Date('2026-11-18T12:00:30Z') },
    { name: 'of another version', dueAt: new Date('2025-11-18T12:00:00Z') },
  ]);
  await db.drizzle
    .insert(mailQueue)
    .values({ id: 'a', sealed: 'x', attempts: 1, dueAt: clock(), expiresAt: clock() });
  const shown = async () =>
    (await metrics.text())
      .split('\n')
      .filter((line) => /^playtally_(?:job|mail)/.test(line))
      .toSorted();
  expect(await shown()).toEqual([
    'playtally_job_failures_total{job="broken"} 1',
    'playtally_job_overdue_seconds{job="broken"} 0',
    'playtally_job_overdue_seconds{job="on time"} 0',
    'playtally_job_overdue_seconds{job="stuck"} 3600',
    'playtally_mails_waiting 1',
  ]);
  isDown = true;
  expect(await shown()).toEqual(['playtally_job_failures_total{job="broken"} 1']);
  expect(logged).toEqual([expect.stringContaining('the connection is gone')]);
});

test('without a configured token there are no metrics', async () => {
  const api = await testApi();
  expect((await api.raw('/metrics')).status).toBe(404);
});

/** The metrics that Prometheus reads at /metrics. They are numbers, and no label can identify a person. */

import { count, inArray, sql } from 'drizzle-orm';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import { jobs, mailQueue, orders, WAITING_STATES } from '../db/schema.ts';
import type { Clock } from '../platform/clock.ts';
import { errorText } from '../platform/error-text.ts';
import type { SocketStats } from '../realtime/socket-server.ts';
import type { Log } from './log.ts';

export interface Answered {
  readonly method: string;
  /** The route's pattern, '/api/user/rewards/:id', so that ids and names don't each create a series. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

export interface Metrics {
  answered(call: Answered): void;
  /** Counts a row that was left out of a list, wholly or partly, because it can't be shown. */
  rowLeftOut(route: string): void;
  /** Counts a run of a job that failed. */
  jobFailed(name: string): void;
  /** Returns all metrics in Prometheus's text format. Values that the database can't provide now are missing. */
  text(): Promise<string>;
  readonly contentType: string;
}

interface MetricsParts {
  readonly db: Database;
  readonly sockets: () => Pick<SocketStats, 'connections'>;
  readonly clock: Clock;
  readonly log: Log;
  /** The names of the recurring jobs. The table may also have jobs of other versions. */
  readonly jobs: readonly string[];
  /** When the process's TLS certificate expires, if it has one. */
  readonly certificateEnds?: () => Date;
}

/** In seconds. The budget for a call is 0.1. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export function createMetrics(parts: MetricsParts): Metrics {
  const { db, sockets, clock, log, certificateEnds } = parts;
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const calls = new Histogram({
    name: 'playtally_call_seconds',
    help: 'How long calls of the API took, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  });
  const unshown = new Counter({
    name: 'playtally_rows_unshown_total',
    help: 'Rows left out of lists because they couldn’t be shown, by route.',
    labelNames: ['route'],
    registers,
  });
  const connections = new Gauge({
    name: 'playtally_sockets',
    help: 'Open realtime connections of this process.',
    registers,
  });
  const open = new Gauge({
    name: 'playtally_orders_open',
    help: 'Orders waiting for our team, by state.',
    labelNames: ['state'],
    registers,
  });
  const oldest = new Gauge({
    name: 'playtally_oldest_order_seconds',
    help: 'How long the oldest of the open orders has been open.',
    labelNames: ['state'],
    registers,
  });

  const overdue = new Gauge({
    name: 'playtally_job_overdue_seconds',
    help: 'How long recurring jobs have been due without starting, by job.',
    labelNames: ['job'],
    registers,
  });
  const failures = new Counter({
    name: 'playtally_job_failures_total',
    help: 'Runs of recurring jobs in this process that failed, by job.',
    labelNames: ['job'],
    registers,
  });
  const mails = new Gauge({
    name: 'playtally_mails_waiting',
    help: 'Mails that couldn’t be sent yet and are tried again.',
    registers,
  });

  if (certificateEnds)
    new Gauge({
      name: 'playtally_certificate_seconds',
      help: 'Seconds until this process’s TLS certificate expires.',
      registers,
      collect() {
        this.set((certificateEnds().getTime() - clock().getTime()) / 1000);
      },
    });

  const secondsSince = (at: Date) => (clock().getTime() - at.getTime()) / 1000;

  /** If the database doesn't answer, the values are left out instead of being shown as they were. */
  async function countWaiting(): Promise<void> {
    for (const gauge of [open, oldest, overdue]) gauge.reset();
    mails.remove();
    try {
      const found = await db.drizzle
        .select({
          state: orders.state,
          count: count(),
          since: sql<Date | null>`min(coalesce(${orders.releasedAt}, ${orders.createdAt}))`.mapWith(
            orders.createdAt,
          ),
        })
        .from(orders)
        // Written as text, to match the partial index of open orders.
        .where(sql`${orders.state} IN ('pending', 'held', 'processing')`)
        .groupBy(orders.state);
      for (const state of WAITING_STATES) {
        const { count = 0, since = null } = found.find((row) => row.state === state) ?? {};
        open.set({ state }, count);
        oldest.set({ state }, since === null ? 0 : secondsSince(since));
      }
      const known = await db.drizzle.select().from(jobs).where(inArray(jobs.name, parts.jobs));
      for (const { name, dueAt } of known) overdue.set({ job: name }, Math.max(0, secondsSince(dueAt)));
      mails.set(await db.drizzle.$count(mailQueue));
    } catch (error) {
      log(`the waiting orders, jobs and mails could not be counted: ${errorText(error)}`);
    }
  }

  return {
    answered: ({ method, route, status, seconds }) => calls.observe({ method, route, status }, seconds),
    rowLeftOut: (route) => unshown.inc({ route }),
    jobFailed: (job) => failures.inc({ job }),
    async text() {
      connections.set(sockets().connections);
      await countWaiting();
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}

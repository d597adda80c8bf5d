import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../../server/db/database.ts';
import { deliveryDetails, disputes, jobs, orders, tokens } from '../../../server/db/schema.ts';
import { pushSenderOf } from '../../../server/features/notifications/create-push.ts';
import { deliverOrder } from '../../../server/features/redemption/fulfilment.ts';
import { jobsOf } from '../../../server/jobs/jobs.ts';
import { type Job, runJobs } from '../../../server/jobs/lease.ts';
import { forgetOld } from '../../../server/jobs/retention.ts';
import { createToken } from '../../../server/platform/tokens.ts';
import { saveDeliveryDetail } from '../../../src/lib/contract/account/account.ts';
import { buyAmount } from '../../../src/lib/contract/redemption/buy.ts';
import { getSettings } from '../../../src/lib/contract/settings/settings.ts';
import { composed, playerApi, request, testApi } from '../../support/api.ts';
import { testDatabase } from '../../support/database.ts';
import { MINUTE } from '../../support/time.ts';

const NOW = new Date('2026-11-18T12:00:00Z');
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const DAY = 86_400_000;

const runAt = (now: Date, db: Database, list: readonly Job[]) =>
  runJobs(
    db,
    list,
    () => now,
    () => {},
  );

describe('a job', () => {
  test('runs once for all processes that check at the same moment, and again when it is due', {
    tags: 'concurrent',
  }, async () => {
    const db = await testDatabase();
    const runs: Date[] = [];
    const list: Job[] = [{ name: 'count', every: MINUTE, run: async (now) => void runs.push(now) }];
    const log = (text: string) => {
      throw new Error(text);
    };
    const all = await Promise.all(Array.from({ length: 8 }, () => runJobs(db, list, () => NOW, log)));
    expect(all.flat()).toEqual(['count']);
    expect(await runJobs(db, list, () => later(59), log)).toEqual([]);
    expect(await runJobs(db, list, () => later(60), log)).toEqual(['count']);
    expect(runs).toEqual([NOW, later(60)]);
  });

  test('that fails is logged, doesn’t block others and runs again', async () => {
    const db = await testDatabase();
    const logged: string[] = [];
    let fails = true;
    const list: Job[] = [
      {
        name: 'broken',
        every: MINUTE,
        run: async () => {
          if (fails) throw new Error('it is broken');
        },
      },
      { name: 'sound', every: MINUTE, run: async () => {} },
    ];
    expect(
      await runJobs(
        db,
        list,
        () => NOW,
        (text) => logged.push(text),
      ),
    ).toEqual(['broken', 'sound']);
    expect(logged).toEqual([expect.stringContaining('the job broken failed: it is broken')]);
    fails = false;
    expect(
      await runJobs(
        db,
        list,
        () => later(60),
        (text) => logged.push(text),
      ),
    ).toEqual(['broken', 'sound']);
    expect(logged).toHaveLength(1);
  });

  test('after a long one has its own time and lease, and a process that lost its lease ends no other’s', async () => {
    const db = await testDatabase();
    const runs: Date[] = [];
    let now = NOW;
    const clock = () => now;
    const fail = (text: string) => {
      throw new Error(text);
    };
    const elsewhere = async () => expect(await runJobs(db, [mails], clock, fail)).toEqual([]);
    const mails: Job = {
      name: 'mails',
      every: MINUTE,
      async run(at) {
        runs.push(at);
        if (runs.length > 1) return;
        now = later(700);
        await elsewhere();
        // The lease is over: another process starts, and this one ends meanwhile.
        now = later(1300);
        expect(await runJobs(db, [mails], clock, fail)).toEqual(['mails']);
        await db.drizzle.update(jobs).set({ leasedUntil: later(1900) });
      },
    };
    const long = async () => {
      now = later(650);
    };
    await runJobs(db, [{ name: 'long', every: MINUTE, run: long }, mails], clock, fail);
    expect(runs).toEqual([later(650), later(1300)]);
    now = later(1400);
    await elsewhere();
  });

  test('that is running isn’t started by another process, unless the first one died', {
    tags: 'concurrent',
  }, async () => {
    const db = await testDatabase();
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const slow: Job[] = [
      {
        name: 'slow',
        every: MINUTE,
        run: () => {
          begun.resolve();
          return gate.promise;
        },
      },
    ];
    const first = runAt(NOW, db, slow);
    await begun.promise;
    expect(await runAt(later(120), db, slow)).toEqual([]);
    gate.resolve();
    await first;
    expect(await runAt(later(120), db, slow)).toEqual(['slow']);
    await db.drizzle
      .update(jobs)
      .set({ leasedUntil: later(800) })
      .where(eq(jobs.name, 'slow'));
    expect(await runAt(later(799), db, slow)).toEqual([]);
    expect(await runAt(later(800), db, slow)).toEqual(['slow']);
  });
});

test('all of the product’s jobs run, twice', async () => {
  const api = await testApi();
  const push = pushSenderOf({ PUSH_KEY: Buffer.alloc(32, 7), SITE_URL: 'https://site.test' });
  const list = jobsOf({
    db: api.db,
    sendMail: composed(async (mail) => void api.mails.push(mail)),
    unsubscribeUrl: () => 'http://api.test',
    push: push && { ...push, idleDays: 14 },
    log: (text) => void api.logged.push(text),
  });
  for (const now of [api.now, new Date(api.now.getTime() + 40 * DAY)])
    expect(
      await runJobs(
        api.db,
        list,
        () => now,
        (text) => api.logged.push(text),
      ),
    ).toEqual(list.map(({ name }) => name));
  expect(api.logged).toEqual([]);
});

describe('the retention job', () => {
  test('deletes an order’s copy of the delivery details 90 days after it was settled', async () => {
    const { api } = await playerApi(15_000);
    await request(saveDeliveryDetail, { body: { reward_id: 84, value: 'Mira_k' } });
    const made: number[] = [];
    for (const _ of ['sent', 'disputed', 'waiting'])
      made.push((await request(buyAmount, { params: { id: 84 }, body: { amount_id: 8401 } })).order?.id ?? 0);
    const [sent = 0, disputed = 0, waiting = 0] = made;
    for (const id of [sent, disputed])
      await api.db.drizzle.transaction((tx) => deliverOrder(tx, id, api.now));
    const [order] = await api.db.drizzle.select().from(orders).where(eq(orders.id, disputed));
    await api.db.drizzle.insert(disputes).values({
      userId: order?.userId ?? 0,
      subject: 'order',
      subjectId: disputed,
      proof: 'It never came.',
      openedAt: api.now,
      dueAt: new Date(api.now.getTime() + 14 * DAY),
    });
    const details = async () =>
      Promise.all(
        [sent, disputed, waiting].map(async (id) => {
          const [row] = await api.db.drizzle.select().from(orders).where(eq(orders.id, id));
          return row?.details;
        }),
      );
    const [kept] = await details();
    expect(kept).toBeTruthy();
    await forgetOld(api.db, new Date(api.now.getTime() + 90 * DAY));
    expect(await details()).toEqual([kept, kept, kept]);
    await forgetOld(api.db, new Date(api.now.getTime() + 91 * DAY));
    expect(await details()).toEqual([null, kept, kept]);
  });

  test('deletes delivery details a year after they were saved or last used', async () => {
    const api = await testApi();
    const [mira, jan] = [await api.addPlayer(), await api.addPlayer(5000)];
    for (const player of [mira, jan]) {
      api.actAs(player);
      await request(saveDeliveryDetail, { body: { reward_id: 84, value: 'Mira_k' } });
      await request(saveDeliveryDetail, {
        body: {
          reward_id: 49,
          value: 'https://steamcommunity.com/tradeoffer/new/?partner=123456&token=AbCdEf12',
        },
      });
    }
    const began = api.now.getTime();
    const kept = async () =>
      (
        await api.db.drizzle
          .select()
          .from(deliveryDetails)
          .orderBy(deliveryDetails.userId, deliveryDetails.field)
      ).map(({ userId, field }) => `${userId === jan.id ? 'jan' : 'mira'} ${field}`);
    api.now = new Date(began + 100 * DAY);
    api.actAs({ ...jan, token: await createToken(api.db.drizzle, jan.id, 'a test', api.now) });
    await request(buyAmount, { params: { id: 84 }, body: { amount_id: 8401 } });
    expect((await request(getSettings, {})).delivery).toEqual([
      expect.objectContaining({
        label: 'Roblox username',
        value: 'Mira_k',
        kept_until: new Date(began + 465 * DAY).toISOString(),
      }),
      expect.objectContaining({
        label: 'Steam trade URL',
        kept_until: new Date(began + 365 * DAY).toISOString(),
      }),
    ]);
    await forgetOld(api.db, new Date(began + 365 * DAY));
    expect(await kept()).toHaveLength(4);
    await forgetOld(api.db, new Date(began + 366 * DAY));
    expect(await kept()).toEqual(['jan roblox_username']);
    await forgetOld(api.db, new Date(began + 466 * DAY));
    expect(await kept()).toEqual([]);
    // Deleted details are requested again, and no order is sent without them.
    api.actAs({ ...jan, token: await createToken(api.db.drizzle, jan.id, 'a test', api.now) });
    await expect(request(buyAmount, { params: { id: 84 }, body: { amount_id: 8401 } })).rejects.toMatchObject(
      { status: 422 },
    );
  });

  test('deletes sessions that ended a month ago, and keeps valid ones', async () => {
    const api = await testApi();
    const [mira, jan] = [await api.addPlayer(), await api.addPlayer()];
    await api.db.drizzle.update(tokens).set({ revokedAt: api.now }).where(eq(tokens.userId, jan.id));
    await forgetOld(api.db, new Date(api.now.getTime() + 29 * DAY));
    expect(await api.db.drizzle.$count(tokens)).toBe(2);
    await forgetOld(api.db, new Date(api.now.getTime() + 31 * DAY));
    expect(await api.db.drizzle.$count(tokens, eq(tokens.userId, mira.id))).toBe(1);
    expect(await api.db.drizzle.$count(tokens, eq(tokens.userId, jan.id))).toBe(0);
  });
});

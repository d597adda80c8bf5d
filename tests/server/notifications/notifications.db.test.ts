import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { notificationSettings, notifications, users } from '../../../server/db/schema.ts';
import { confirm, credit, reverse } from '../../../server/features/ledger/ledger.ts';
import { mailNotifications as mailDue } from '../../../server/features/notifications/notification-mails.ts';
import {
  type NewNotification,
  notify,
  notifyAll,
  notifyNews,
} from '../../../server/features/notifications/notifications.ts';
import { isStillWanted, unsubscribeUrlOf } from '../../../server/features/notifications/unsubscribe.ts';
import { notifyOrder } from '../../../server/features/redemption/order-notifications.ts';
import type { Mail, SendMail } from '../../../server/mail/mail.ts';
import { createSmtp } from '../../../server/mail/smtp.ts';
import { enterContest, getContest, listContests } from '../../../src/lib/contract/draws/contests.ts';
import type { NotificationKind } from '../../../src/lib/contract/notifications/notification-kinds.ts';
import {
  listNotifications,
  readNotifications,
} from '../../../src/lib/contract/notifications/notifications.ts';
import { getUnread } from '../../../src/lib/contract/notifications/unread.ts';
import { composed, type Player, request, type TestApi, testApi } from '../../support/api.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { pass } from '../../support/time.ts';
import { testVault } from '../../support/vault.ts';

const noLog = () => expect.fail('nothing is to be logged');

/** Sends waiting mails like the job. */
const mailNotifications = (
  server: TestApi,
  send: SendMail = async () => {},
  log: (text: string) => void = noLog,
) =>
  mailDue(server.db, {
    send,
    unsubscribeUrl: unsubscribeUrlOf(testVault, 'http://api.test'),
    clock: () => server.now,
    log,
  });

async function signedIn() {
  const server = await testApi();
  const player = await server.addPlayer();
  server.actAs(player);
  const say = (change: Partial<NewNotification> = {}) =>
    notify(server.db.drizzle, player.id, {
      kind: 'order',
      key: 'order:1:delivered',
      title: 'Delivered',
      body: 'It is yours.',
      href: '/user/order-history',
      now: server.now,
      ...change,
    });
  return { server, player, say };
}

const choose = (server: TestApi, player: Player, kind: NotificationKind, site: boolean, mail: boolean) =>
  server.db.drizzle.insert(notificationSettings).values({ userId: player.id, kind, site, mail });

describe('a notification', () => {
  test('is written once, counts as unread, and is read up to the last one on screen', async () => {
    const { server, player, say } = await signedIn();
    await say();
    await say({ title: 'The same again' });
    await say({ key: 'order:2:delivered', title: 'Another' });
    const { data } = await request(listNotifications, {});
    expect(data).toEqual([
      expect.objectContaining({ title: 'Another', read: false }),
      {
        id: expect.any(Number),
        kind: 'order',
        title: 'Delivered',
        body: 'It is yours.',
        href: '/user/order-history',
        win: false,
        read: false,
        created_at: server.now.toISOString(),
      },
    ]);
    expect((await request(readNotifications, { body: { up_to: data[1]?.id ?? 0 } })).unread).toEqual({
      notifications: 1,
      threads: 0,
    });
    const event = { kind: 'notifications', userId: player.id };
    const events = [event, event, { kind: 'unread', userId: player.id }];
    expect(server.events).toEqual(events);
    await request(readNotifications, { body: { up_to: data[1]?.id ?? 0 } });
    expect(server.events).toEqual(events);
    server.actAs(await server.addPlayer());
    expect((await request(listNotifications, {})).total).toBe(0);
    await request(readNotifications, { body: { up_to: data[0]?.id ?? 0 } });
    server.actAs(player);
    expect((await request(getUnread, {})).unread, 'it is its owner’s alone').toEqual({
      notifications: 1,
      threads: 0,
    });
  });

  test('about something that its reader has on screen is read already and isn’t mailed', async () => {
    const { server, say } = await signedIn();
    await say({ seen: true });
    expect((await request(listNotifications, {})).data).toMatchObject([{ read: true }]);
    expect((await request(getUnread, {})).unread).toEqual({ notifications: 0, threads: 0 });
    expect(await mailNotifications(server)).toBe(0);
  });

  test('isn’t written for a deleted account, or if its event is rolled back', async () => {
    const { server, player, say } = await signedIn();
    await server.db.drizzle
      .transaction(async (tx) => {
        await notify(tx, player.id, { kind: 'order', key: 'rolled back', title: 'Never', now: server.now });
        throw new Error('rolled back');
      })
      .catch(() => {});
    await server.db.drizzle.update(users).set({ erasedAt: server.now }).where(eq(users.id, player.id));
    await say();
    expect(await server.db.drizzle.$count(notifications, eq(notifications.userId, player.id))).toBe(0);
  });
});

describe('each kind can be turned off', () => {
  test('turned off it isn’t written, mail only isn’t shown, and a kind without mails is never mailed', async () => {
    const { server, player, say } = await signedIn();
    await choose(server, player, 'quest', true, true);
    await say({ kind: 'quest', key: 'quest:1' });
    expect(await mailNotifications(server)).toBe(0);
    await server.db.drizzle.delete(notifications);
    await choose(server, player, 'order', false, false);
    await say();
    expect(await server.db.drizzle.$count(notifications, eq(notifications.userId, player.id))).toBe(0);
    await server.db.drizzle.update(notificationSettings).set({ mail: true });
    await say();
    expect((await request(getUnread, {})).unread).toEqual({ notifications: 0, threads: 0 });
    expect((await request(listNotifications, {})).total).toBe(0);
    const mails: Mail[] = [];
    expect(await mailNotifications(server, async (mail) => void mails.push(mail))).toBe(1);
    const body = ['It is yours.', { label: 'See your order', href: '/user/order-history' }];
    expect(mails).toMatchObject([{ to: player.email, subject: 'Delivered', body }]);
  });

  test('news reaches the players who asked for it', async () => {
    const { server, player } = await signedIn();
    const other = await server.addPlayer();
    await choose(server, other, 'news', true, false);
    const news = { key: 'tower', title: 'A new game: Tower', body: 'Stack it high.', now: server.now };
    await notifyNews(server.db.drizzle, news);
    await notifyNews(server.db.drizzle, news);
    expect(server.events).toEqual([{ kind: 'notifications', userId: other.id }]);
    server.actAs(player);
    expect((await request(listNotifications, {})).total).toBe(0);
  });
});

describe('mails of notifications', () => {
  test('go out once, even when two processes send at the same time', { tags: 'concurrent' }, async () => {
    const { server, say } = await signedIn();
    for (let at = 0; at < 5; at++) await say({ key: `order:${at}` });
    const mails: Mail[] = [];
    const send = async (mail: Mail) => void mails.push(mail);
    await Promise.all([1, 2].map(() => mailNotifications(server, send)));
    await mailNotifications(server, send);
    expect(mails).toHaveLength(5);
  });

  test('aren’t sent to an unconfirmed address: it may be someone else’s', async () => {
    const { server, player, say } = await signedIn();
    const confirmed = (at: Date | null) =>
      server.db.drizzle.update(users).set({ emailConfirmedAt: at }).where(eq(users.id, player.id));
    await confirmed(null);
    await say({ key: 'before' });
    expect((await request(listNotifications, {})).data).toHaveLength(1);
    await confirmed(server.now);
    await say({ key: 'after', title: 'After' });
    const mails: Mail[] = [];
    await mailNotifications(server, async (mail) => void mails.push(mail));
    expect(mails.map(({ subject }) => subject)).toEqual(['After']);
  });

  test('wait for the next run if they can’t be sent', async () => {
    const { server, say } = await signedIn();
    await say();
    const away = composed(createSmtp({ url: 'smtp://127.0.0.1:1', from: 'no-reply@play.test' }));
    await expect(mailNotifications(server, away)).rejects.toThrow('ECONNREFUSED');
    expect(await mailNotifications(server)).toBe(1);
  });

  test('about the reader’s own orders don’t wait behind what many get at once', async () => {
    const { server, player, say } = await signedIn();
    const mailed = ['news', 'digest', 'contest', 'order', 'message'] as const;
    for (const kind of mailed) {
      await choose(server, player, kind, false, true);
      await say({ kind, key: kind, title: kind });
    }
    const sent: string[] = [];
    await mailNotifications(server, async ({ subject }) => void sent.push(subject));
    expect(sent).toEqual(['order', 'message', 'news', 'digest', 'contest']);
  });

  test('are sent for at most a minute per run, and the next run continues', async () => {
    const { server, say } = await signedIn();
    for (let at = 0; at < 6; at++) await say({ key: `order:${at}`, title: `Order ${at}` });
    const sent: string[] = [];
    const slow: SendMail = async ({ subject }) => {
      pass(server, 15_000);
      sent.push(subject);
    };
    expect(await mailNotifications(server, slow)).toBe(4);
    expect(await mailNotifications(server, slow)).toBe(2);
    expect(sent).toEqual([0, 1, 2, 3, 4, 5].map((at) => `Order ${at}`));
  });

  test('that the mail server rejects permanently are logged and don’t delay the others', async () => {
    const { server, say } = await signedIn();
    await say({ title: 'To a box that is gone' });
    await say({ key: 'order:2:delivered', title: 'To another' });
    const mails = await startMailServer();
    mails.refuse('no such box');
    const logged: string[] = [];
    const smtp = composed(createSmtp({ url: mails.url, from: 'no-reply@play.test' }));
    const sent: string[] = [];
    const run = () =>
      mailNotifications(
        server,
        async (mail) => void (mail.subject === 'To another' ? sent.push(mail.subject) : await smtp(mail)),
        (text) => void logged.push(text),
      );
    expect([await run(), await run()], 'nothing is left').toEqual([1, 0]);
    expect(sent).toEqual(['To another']);
    expect(logged).toEqual([
      expect.stringMatching(/^the mail of notification \d+ was refused: .*no such box/),
    ]);
  });
});

describe('each event notifies in its own transaction', () => {
  test('an order, in each way that it can end', async () => {
    const { server, player } = await signedIn();
    const order = { id: 7, userId: player.id, points: 500 };
    const events = [
      { what: 'held' },
      { what: 'released' },
      { what: 'delivered' },
      { what: 'cancelled', why: 'the publisher has stopped it', own: false },
      { what: 'refunded', why: 'The code didn’t work.' },
      { what: 'dispute', accepted: false, answer: 'The code was used on 3 November.', final: false },
      { what: 'dispute', accepted: true, answer: 'You are right.', final: true },
    ] as const;
    for (const event of events) await notifyOrder(server.db.drizzle, order, 'Robux, 400', event, server.now);
    const { data } = await request(listNotifications, {});
    expect(data.filter(({ win }) => win).map(({ title }) => title)).toEqual(['Delivered: Robux, 400']);
    expect(data.toReversed().map(({ title, body }) => `${title} | ${body}`)).toEqual([
      expect.stringMatching(/^Held for review: Robux, 400 \| We’re reviewing order 7 .* up to 30 days\./),
      'Reviewed: Robux, 400 | We’ve reviewed order 7 and will send it.',
      'Delivered: Robux, 400 | Your order 7 has arrived. You’ll find it in your orders.',
      'Cancelled: Robux, 400 | Order 7 was cancelled. The publisher has stopped it. You got your 500 points back.',
      'Refunded: Robux, 400 | Order 7: The code didn’t work. You got your 500 points back.',
      'Report declined: Robux, 400 | The code was used on 3 November. You can appeal once, in your orders.',
      'Report accepted: Robux, 400 | You are right. You got your 500 points back.',
    ]);
  });

  test('points that are confirmed or taken back', async () => {
    const { server, player } = await signedIn();
    const at = server.now;
    await server.db.drizzle.transaction(async (tx) => {
      const entry = { userId: player.id, points: 900, detail: '', releasesAt: at, at };
      const first = await credit(tx, { ...entry, key: 'a', title: 'Moonkettle: level 10' });
      const second = await credit(tx, { ...entry, key: 'b', title: 'Moonkettle: level 20' });
      await confirm(tx, first ?? 0, at);
      await reverse(tx, second ?? 0, 'taken back by the partner: not reached', at);
      await reverse(tx, second ?? 0, 'a second time', at);
    });
    expect((await request(listNotifications, {})).data).toMatchObject([
      {
        kind: 'quest',
        win: false,
        title: 'Reversed: Moonkettle: level 20',
        body: 'We reversed 900 points. Taken back by the partner: not reached.',
      },
      {
        kind: 'quest',
        title: 'Confirmed: Moonkettle: level 10',
        body: '900 points unlocked. You can spend them now.',
      },
    ]);
  });

  test('a drawn contest, for winners and the others', async () => {
    const { server } = await signedIn();
    const players = await Promise.all(Array.from({ length: 14 }, () => server.addPlayer()));
    const [contest] = (await request(listContests, {})).data.filter(({ state }) => state === 'open');
    if (!contest) throw new Error('no contest is open');
    for (const player of players) {
      server.actAs(player);
      await request(enterContest, { params: { id: contest.id }, body: { seed: `${player.id}` } });
    }
    expect(server.events.filter(({ kind }) => kind === 'contest')).toHaveLength(players.length);
    server.events.length = 0;
    server.now = new Date(Date.parse(contest.ends_at ?? '') + 1000);
    const { winners } = (await request(getContest, { params: { id: contest.id } })).contest;
    expect(server.events).toContainEqual({ kind: 'contest', contestId: contest.id });
    const winner = players.find(({ id }) => id === winners?.[0]?.user?.id) ?? expect.fail('nobody won');
    const loser =
      players.find(({ id }) => !winners?.some(({ user }) => user?.id === id)) ?? expect.fail('all won');
    expect(server.events).toContainEqual({ kind: 'balance', userId: winner.id });
    expect(server.events).toContainEqual({ kind: 'notifications', userId: loser.id });
    server.actAs(winner);
    expect((await request(listNotifications, {})).data[0]).toMatchObject({
      kind: 'contest',
      title: `You won 1st place: ${contest.name}`,
      href: `/user/contest/${contest.id}`,
      win: true,
      read: false,
    });
    server.actAs(loser);
    expect((await request(listNotifications, {})).data[0]).toMatchObject({
      title: `Results are in: ${contest.name}`,
      win: false,
    });
  });

  test('an event with more readers than one statement takes', async () => {
    const { server } = await signedIn();
    await server.db.drizzle.execute(
      sql`INSERT INTO users (email, name) SELECT 'many-' || n || '@test.example', 'many' FROM generate_series(1, 2500) AS n`,
    );
    await server.db.drizzle.execute(
      sql`INSERT INTO balances (user_id) SELECT id FROM users WHERE name = 'many'`,
    );
    const many = await server.db.drizzle.select({ id: users.id }).from(users).where(eq(users.name, 'many'));
    const ids = many.map(({ id }) => id);
    const message = { kind: 'contest', key: 'contest:1', title: 'Drawn', now: server.now } as const;
    await notifyAll(server.db.drizzle, ids, message);
    await notifyAll(server.db.drizzle, ids, message);
    expect(server.events.filter(({ kind }) => kind === 'notifications')).toHaveLength(2500);
  });
});

describe('a mail’s unsubscribe address', () => {
  const newsOf = (player: Player) => unsubscribeUrlOf(testVault, '')(player.id, 'news');
  /** As a mail provider sends it (RFC 8058, section 3.1): no session, no origin, a form. */
  const press = (server: TestApi, path: string) =>
    server.raw(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
  const chosen = (server: TestApi) => server.db.drizzle.select().from(notificationSettings);

  test('ends only the mails of its kind and account, with one POST without a login, even twice', async () => {
    const { server, player } = await signedIn();
    const other = await server.addPlayer();
    await choose(server, player, 'news', true, true);
    await choose(server, player, 'message', true, true);
    await choose(server, other, 'news', true, true);
    for (const _ of ['once', 'again']) {
      const answer = await press(server, newsOf(player));
      expect([answer.status, await answer.json()]).toEqual([200, { unsubscribed: true }]);
    }
    expect((await chosen(server)).filter(({ mail }) => !mail)).toEqual([
      { userId: player.id, kind: 'news', site: true, mail: false, push: false },
    ]);
  });

  test('also ends mails that are on by default, and doesn’t change what is shown', async () => {
    const { server, player } = await signedIn();
    await press(server, unsubscribeUrlOf(testVault, '')(player.id, 'message'));
    expect(await chosen(server)).toEqual([
      { userId: player.id, kind: 'message', site: true, mail: false, push: false },
    ]);
  });

  test('also ends those that wait to be sent', async () => {
    const { server, player, say } = await signedIn();
    await choose(server, player, 'news', true, true);
    await say({ kind: 'news', key: 'news:1' });
    await say({ title: 'Still sent' });
    await press(server, newsOf(player));
    const mails: Mail[] = [];
    for (const _ of ['now', 'never']) await mailNotifications(server, async (mail) => void mails.push(mail));
    expect(mails.map(({ subject }) => subject)).toEqual(['Still sent']);
    await server.db.drizzle.update(notificationSettings).set({ mail: true });
    expect(await mailNotifications(server), 'turned on again, it sends nothing old').toBe(0);
  });

  test('can’t be forged, and opening it changes nothing', async () => {
    const { server, player } = await signedIn();
    await choose(server, player, 'news', false, true);
    const path = newsOf(player);
    const other = await server.addPlayer();
    const forged = [
      path.slice(0, -1),
      path.replace('news', 'order'),
      path.replace(`/${player.id}.`, `/${other.id}.`),
      path.replace('news', 'none'),
      '/api/unsubscribe/x',
    ];
    for (const one of forged) expect((await press(server, one)).status, one).toBe(404);
    const look = await server.raw(path);
    expect([look.status, look.headers.get('location')]).toEqual([303, 'http://site.test/user/settings']);
    expect(await chosen(server)).toMatchObject([{ kind: 'news', mail: true }]);
  });

  test('tells whether a mail that has waited is still wanted', async () => {
    const { server, player } = await signedIn();
    const isWanted = (path: string) => isStillWanted(server.db.drizzle, testVault, `http://api.test${path}`);
    expect(await isWanted(newsOf(player)), 'nothing chosen').toBe(true);
    await choose(server, player, 'news', false, true);
    expect(await isWanted(newsOf(player))).toBe(true);
    await press(server, newsOf(player));
    expect(await isWanted(newsOf(player))).toBe(false);
    expect(await isWanted(newsOf(player).replace('news', 'order')), 'a forged one').toBe(true);
    const messages = unsubscribeUrlOf(testVault, '')(player.id, 'message');
    expect(await isWanted(messages), 'another kind').toBe(true);
    await server.db.drizzle.update(users).set({ erasedAt: server.now }).where(eq(users.id, player.id));
    expect(await isWanted(messages), 'of a deleted account').toBe(false);
  });

  test('of a deleted account changes nothing', async () => {
    const { server, player } = await signedIn();
    await server.db.drizzle.update(users).set({ erasedAt: server.now }).where(eq(users.id, player.id));
    expect((await press(server, newsOf(player))).status).toBe(200);
    expect(await chosen(server)).toEqual([]);
  });
});

/** Each mail of the server, as a mail program reads it after a mail server. */
import { globSync, readFileSync } from 'node:fs';
import { Window } from 'happy-dom';
import { expect, test } from 'vitest';
import { confirmationMail, takenMail } from '../../../../server/features/auth/confirmation-mails.ts';
import * as lost from '../../../../server/features/auth/factor-recovery-mails.ts';
import { passkeyMail } from '../../../../server/features/auth/passkey-mails.ts';
import { resetMail } from '../../../../server/features/auth/password-reset.ts';
import {
  changeMail,
  recoveryMail,
  wrongCodesMail,
} from '../../../../server/features/auth/second-factor-mails.ts';
import { notificationMail } from '../../../../server/features/notifications/notification-mails.ts';
import { unsubscribeUrlOf } from '../../../../server/features/notifications/unsubscribe.ts';
import { deletionMail } from '../../../../server/features/settings/deletion.ts';
import { changedMail } from '../../../../server/features/settings/settings.ts';
import { composeMail, type Mail } from '../../../../server/mail/mail.ts';
import { createSmtp } from '../../../../server/mail/smtp.ts';
import {
  NOTIFICATION_KINDS,
  type NotificationKind,
  notificationDefaults,
} from '../../../../src/lib/contract/notifications/notification-kinds.ts';
import { hrefs, routes } from '../../../../src/lib/routing/routes.ts';
import { startMailServer } from '../../../support/mail-server.ts';
import { testVault } from '../../../support/vault.ts';

const to = 'mira@test.example';
const siteUrl = 'http://site.test';
const now = new Date('2026-11-18T12:00:00Z');
const token = 'a-token_1';
const given = { to, token, now, dueAt: now };
/** A name as its owner could choose it; other user texts are less restricted. */
const NAME = '<b>Mira</b> & "co"';
const account = {
  id: 12,
  points: 0,
  name: NAME,
  createdAt: now,
  device: 'Firefox on Windows',
  confirmed: false,
  hasPassword: true,
};
const confirmation = { email: to, token, account };

const notified = (kind: NotificationKind) =>
  notificationMail(
    {
      userId: 12,
      kind,
      title: 'Not accepted: <img src="http://evil.test/x">',
      body: `${NAME} wrote: <a href="http://evil.test">here</a>\n\nA second one.`,
      href: '/user/messages?a=1&b=2',
    },
    { to, unsubscribeUrl: unsubscribeUrlOf(testVault, 'http://api.test') },
  );

const mails: Readonly<Record<string, () => readonly Mail[]>> = {
  confirmationMail: () => [
    confirmationMail(confirmation),
    confirmationMail({ ...confirmation, before: 'Confirm the address first.' }),
  ],
  takenMail: () => [takenMail(confirmation)],
  resetMail: () => [resetMail({ email: to, token, now })],
  changeMail: () =>
    (['on', 'off', 'undone', 'renewed'] as const).map((change) =>
      changeMail(to, change, { otherDevices: 2, now }),
    ),
  recoveryMail: () => [recoveryMail(to, 1, now)],
  wrongCodesMail: () => [wrongCodesMail(to, now)],
  linkMail: () => [lost.linkMail(given)],
  runningMail: () => [lost.runningMail(given)],
  begunMail: () => [lost.begunMail(given)],
  stoppedMail: () => [lost.stoppedMail(given)],
  takenOffMail: () => [lost.takenOffMail(given)],
  passkeyMail: () => [
    ...(['added', 'removed', 'undone'] as const).map((what) => passkeyMail(to, { what, name: NAME, now })),
    ...(['linked', 'unlinked'] as const).map((what) => passkeyMail(to, { what, name: 'Google', now })),
  ],
  changedMail: () => [changedMail(to, now)],
  deletionMail: () => [deletionMail(to, now)],
  notificationMail: () => NOTIFICATION_KINDS.map(notified),
};

test('the table lists every mail', () => {
  const writers = globSync('server/**/*.ts').flatMap((file) => {
    const functions = readFileSync(file, 'utf8').split(/^(?:export )?(?:async )?function /m);
    return functions.filter((one) => /\): Mail \{\n/.test(one)).map((one) => /^\w+/.exec(one)?.[0]);
  });
  expect(writers.sort()).toEqual(Object.keys(mails).sort());
});

const squeezed = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** A label, and its address below. */
const LINK = /^(.+):\n(https?:\/\/\S+)$/gm;

test.each(Object.entries(mails))(
  '%s says the same in text and HTML, and shows no one else’s data',
  async (_, write) => {
    const server = await startMailServer();
    const send = createSmtp({ url: server.url, from: 'Playtally <no-reply@playtally.example>' });
    for (const mail of write()) {
      await send(composeMail(mail, siteUrl));
      const got = server.mails.at(-1);
      const { document } = new Window();
      document.write(got?.html ?? '');
      const links = Array.from(document.querySelectorAll('a'), (link) => [
        link.textContent,
        link.getAttribute('href'),
      ]);
      const inText = [...(got?.text ?? '').matchAll(LINK)].map(([, label, href]) => [label, href]);
      expect(links).toEqual(inText);
      expect(links.at(-1), 'it is signed').toEqual(['Playtally', siteUrl]);
      expect(squeezed(document.body.textContent)).toBe(
        squeezed(`Playtally ${mail.subject} ${(got?.text ?? '').replaceAll(LINK, '$1')}`),
      );
      expect(document.querySelector('h1')?.textContent).toBe(mail.subject);
      const main = document.querySelectorAll('a[style*="background"]');
      expect(
        Array.from(main, (link) => link.textContent),
        'its first link, if it isn’t the signature',
      ).toEqual(document.querySelector('a[style*="inline-block"]') ? [links[0]?.[0]] : []);
      expect(document.title).toBe(mail.subject);
      for (const [, href] of links) expect(href).toMatch(/^http:\/\/site\.test(?:\/|$)/);
      expect(document.querySelectorAll('script, img, link, form, b, [src], [background]')).toHaveLength(0);
      expect(got?.html).not.toMatch(/url\(|@import/);
    }
  },
);

/**
 * Whether the reader can turn a mail off. Mails about security can't be: whoever takes over an account would begin with that. A
 * new mail has to be decided here.
 */
const canBeTurnedOff: Readonly<Record<keyof typeof mails, boolean>> = {
  confirmationMail: false,
  takenMail: false,
  resetMail: false,
  changeMail: false,
  recoveryMail: false,
  wrongCodesMail: false,
  linkMail: false,
  runningMail: false,
  begunMail: false,
  stoppedMail: false,
  takenOffMail: false,
  passkeyMail: false,
  changedMail: false,
  deletionMail: false,
  notificationMail: true,
};

test('each mail that can be turned off can be unsubscribed from with one press in the mail program, and no other', async () => {
  expect(Object.keys(canBeTurnedOff)).toEqual(Object.keys(mails));
  const server = await startMailServer();
  const send = createSmtp({ url: server.url, from: 'Playtally <no-reply@playtally.example>' });
  const headsOf = async (all: readonly Mail[]) => {
    for (const mail of all) await send(composeMail(mail, siteUrl));
    return server.mails
      .slice(-all.length)
      .map(({ head }) => [...head].filter(([name]) => name.startsWith('list-')));
  };
  for (const [name, write] of Object.entries(mails))
    expect(await headsOf(write()), name).toEqual(
      canBeTurnedOff[name]
        ? NOTIFICATION_KINDS.map((kind) => [
            [
              'list-unsubscribe',
              expect.stringMatching(
                new RegExp(`^<http://api\\.test/api/unsubscribe/12\\.${kind}\\.[\\w-]{43}>$`),
              ),
            ],
            ['list-unsubscribe-post', 'List-Unsubscribe=One-Click'],
          ])
        : write().map(() => []),
    );
});

test('what isn’t about security or something that the player did is off until it is chosen', () => {
  const on = (way: 'mail' | 'push') => NOTIFICATION_KINDS.filter((kind) => notificationDefaults[kind][way]);
  expect(on('mail')).toEqual(['order', 'message']);
  expect(on('push')).toEqual([]);
});

test('the operators’ reference lists each mail, and whether it is on', () => {
  const reference = readFileSync('docs/operators/reference.md', 'utf8');
  const kinds = [...reference.matchAll(/^\| `(\w+)` \|.*\| (on|off) \|$/gm)].map(([, kind, is]) => [
    kind,
    is,
  ]);
  expect(kinds).toEqual(
    NOTIFICATION_KINDS.flatMap((kind) => {
      const { mail } = notificationDefaults[kind];
      return mail === null ? [] : [[kind, mail ? 'on' : 'off']];
    }),
  );
  const always = /^\| security \| (.*) \| always \|$/m.exec(reference)?.[1] ?? '';
  const subjects = Object.entries(mails).flatMap(([name, write]) =>
    canBeTurnedOff[name] ? [] : write().map(({ subject }) => subject),
  );
  expect([...always.matchAll(/“([^”]+)”/g)].map(([, subject]) => subject).sort()).toEqual(
    [...new Set(subjects)].sort(),
  );
});

test.each([
  [routes.userOrders.pattern, 'See your order'],
  [hrefs.userOffer(3), 'See the offer'],
  [hrefs.userContest(2), 'See the giveaway'],
  [`${hrefs.userReward(84, 'Robux')}#opinions`, 'See the reward'],
  [`${routes.userLeaderboard.pattern}?show=tournament`, 'See the leaderboard'],
  [hrefs.thread(5), 'Open your messages'],
  [routes.userHome.pattern, 'Open your account'],
  [null, 'Open your messages'],
])('a notification’s link to %s says “%s”', (href, label) => {
  const { body } = notificationMail(
    { userId: 12, kind: 'order', title: 'A title', body: 'A text.', href },
    { to, unsubscribeUrl: () => '' },
  );
  expect(body).toContainEqual({ label, href: href ?? routes.userMessages.pattern });
});

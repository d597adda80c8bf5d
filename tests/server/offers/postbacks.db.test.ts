/** Partners' reports: signed credits, milestones and reversals, once each, in any order. */
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { demoPartner } from '../../../server/db/demo-partner.ts';
import {
  ledger,
  notifications,
  offers,
  partnerSecrets,
  partners,
  postbacks,
  rejectedReports,
} from '../../../server/db/schema.ts';
import { releaseHolds } from '../../../server/features/ledger/holds.ts';
import { importOffers } from '../../../server/features/offers/import.ts';
import {
  addPartnerSecret,
  endOldSecret,
  endSecrets,
  putPartnerSecret,
} from '../../../server/features/offers/partner-secrets.ts';
import { forgetOld } from '../../../server/jobs/retention.ts';
import { createLog } from '../../../server/observability/log.ts';
import { getBalance } from '../../../src/lib/contract/account/account.ts';
import { listNotifications } from '../../../src/lib/contract/notifications/notifications.ts';
import { getOffer, openOffer } from '../../../src/lib/contract/offers/offers.ts';
import {
  listPartnerReports,
  listPartners,
  listRejectedReports,
} from '../../../src/lib/contract/offers/operator-partners.ts';
import { listTransactions } from '../../../src/lib/contract/progress/dashboard.ts';
import { buyReward } from '../../../src/lib/contract/redemption/buy.ts';
import { playerApi, request, type TestApi, testApi } from '../../support/api.ts';
import { asOwner } from '../../support/database.ts';
import { type Fields, report, reported, sign } from '../../support/partner.ts';
import { DAY, HOUR, later, pass } from '../../support/time.ts';
import { testVault } from '../../support/vault.ts';

/** Teacup Atlas: 900 points for the goal, 150 and 0 for milestones, 14 days. */
const ATLAS = 2;

/** The id of this player's click. */
async function clickOf(offer = ATLAS): Promise<string> {
  const { mine } = (await request(openOffer, { params: { id: offer } })).offer;
  if (!mine) throw new Error('there is no click');
  return mine.click_id;
}

async function start(offer = ATLAS, parts: Parameters<typeof playerApi>[1] = {}) {
  const { api, player } = await playerApi(0, parts);
  const click = await clickOf(offer);
  // The player opened the offer; the rest are the partner's calls.
  api.events.length = 0;
  return { api, player, click };
}

const creditOf = (click: string, transaction = 'T1') => ({ kind: 'credit', transaction, click });
const reversalOf = (reference = 'T1', transaction = 'R1') => ({ kind: 'reversal', transaction, reference });
const milestoneOf = (click: string, milestone: string, transaction = milestone) => ({
  kind: 'milestone',
  transaction,
  click,
  milestone,
});
const queryOf = (fields: Fields) => new URLSearchParams(fields).toString();
const nothing = { available: 0, pending: 0, reserved: 0, debt: 0 };
/** The balance of a player whose ledger has no entry. */
const untouched = { ...nothing, is_new: true };
const pending = { ...nothing, pending: 900 };

describe('a report that can’t be used', () => {
  test('isn’t logged as a fault of ours, and the log has its code', async () => {
    const lines: string[] = [];
    const logCall = createLog({
      format: 'json',
      write: (line) => void lines.push(line),
      now: () => new Date(),
    });
    const { api, click } = await start(ATLAS, { logCall });
    await reported(api, creditOf('f'.repeat(32)));
    await api.db.drizzle.update(partners).set({ disabledAt: api.now });
    await reported(api, creditOf(click));
    const calls = lines.map((line) => JSON.parse(line)).filter(({ route }) => route === '/postback/:partner');
    expect(calls).toMatchObject([
      { level: 'warn', status: 503, code: 'click_unknown' },
      { level: 'warn', status: 503, code: 'partner_off' },
    ]);
  });

  test('is listed with its reason, its player and how often it was sent, until it is taken', async () => {
    const { api, player, click } = await start();
    api.operateAs(await api.addOperator());
    const listed = async (query: object = {}) => (await request(listRejectedReports, { query })).data;
    const unknown = { kind: 'credit', transaction: 'T1', click: 'f'.repeat(32) };
    await reported(api, unknown);
    pass(api, 60_000);
    await reported(api, unknown);
    await reported(api, milestoneOf(click, 'level-99', 'M1'));
    await reported(api, { kind: 'credit', transaction: 'T 2', click });
    await reported(api, creditOf(click, 'T3'));
    await reported(api, creditOf(await clickOf(4), 'T3'));
    await api.db.drizzle.update(partners).set({ disabledAt: api.now });
    await reported(api, creditOf(click, 'T4'));
    expect(
      (await listed()).map(({ reason, transaction, tries, user }) => [reason, transaction, tries, user?.id]),
    ).toEqual([
      ['partner_off', 'T4', 1, player.id],
      ['transaction_reused', 'T3', 1, player.id],
      ['unreadable', null, 1, undefined],
      ['milestone_unknown', 'M1', 1, player.id],
      ['click_unknown', 'T1', 2, undefined],
    ]);
    expect(await listed({ reason: 'unreadable' })).toMatchObject([
      {
        detail: expect.stringContaining('transaction'),
        raw: expect.stringContaining('T+2'),
        partner: { id: 'demo' },
      },
    ]);
    expect(await listed({ find: 'f'.repeat(32) })).toMatchObject([{ transaction: 'T1' }]);
    expect(await listed({ user_id: player.id })).toHaveLength(3);
    expect(await listed({ partner: 'nobody' })).toEqual([]);
    expect((await request(listPartners, {})).partners).toMatchObject([{ id: 'demo', rejected_reports: 5 }]);

    await api.db.drizzle.update(partners).set({ disabledAt: null });
    expect(await reported(api, creditOf(click, 'T4'))).toBe('recorded repeated');
    // Corrected: the transaction counts, whatever else the report says.
    expect(await reported(api, milestoneOf(click, 'map_3', 'M1'))).toMatch(/^recorded/);
    expect((await listed()).map(({ transaction }) => transaction)).toEqual(['T3', null, 'T1']);
    await forgetOld(api.db, later(api, 89 * DAY));
    expect(await api.db.drizzle.$count(rejectedReports)).toBe(3);
    await forgetOld(api.db, later(api, 91 * DAY));
    expect(await api.db.drizzle.$count(rejectedReports)).toBe(0);
  });

  test('is forgotten when it proves to be a duplicate, and one about something else isn’t', async () => {
    const { api, click } = await start();
    const kept = () =>
      api.db.drizzle
        .select({ reason: rejectedReports.reason })
        .from(rejectedReports)
        .orderBy(rejectedReports.id);
    expect(await reported(api, creditOf(click))).toBe('recorded credited');
    expect(await reported(api, creditOf(await clickOf(4)))).toBe('503 transaction_reused');
    await api.db.drizzle.update(partners).set({ disabledAt: api.now });
    expect(await reported(api, creditOf(click))).toBe('503 partner_off');
    expect(await kept()).toEqual([{ reason: 'transaction_reused' }, { reason: 'partner_off' }]);
    await api.db.drizzle.update(partners).set({ disabledAt: null });
    expect(await reported(api, creditOf(click))).toBe('duplicate credited');
    expect(await kept()).toEqual([{ reason: 'transaction_reused' }]);
  });

  test('that isn’t signed is nowhere', async () => {
    const { api, click } = await start();
    await report(api, creditOf(click), { secret: 'another secret' });
    expect(await api.db.drizzle.$count(rejectedReports)).toBe(0);
  });
});

describe('a credit', () => {
  test('is pending for the partner’s hold, notified immediately, and released when the hold ends', async () => {
    const { api, player, click } = await start();
    expect(await reported(api, creditOf(click))).toBe('recorded credited');
    expect((await request(getBalance, {})).balance).toEqual(pending);
    expect(api.events).toEqual([
      { kind: 'balance', userId: player.id },
      { kind: 'notifications', userId: player.id },
      { kind: 'offer', userId: player.id, offerId: ATLAS },
    ]);
    expect(await api.db.drizzle.$count(notifications, eq(notifications.userId, player.id))).toBe(1);
    expect((await request(listTransactions, {})).data[0]).toMatchObject({
      title: 'Teacup Atlas: Uncover 12 maps',
      detail: 'reported by Demo partner, held for 24 hours',
      points: 900,
      state: 'pending',
      releases_at: later(api, DAY).toISOString(),
    });
    expect(await releaseHolds(api.db, later(api, DAY - 1))).toEqual([]);
    expect(await releaseHolds(api.db, later(api, DAY))).toEqual([player.id]);
    expect((await request(getBalance, {})).balance).toEqual({ ...nothing, available: 900 });
    expect(await releaseHolds(api.db, later(api, 2 * DAY))).toEqual([]);
  });

  test('is stored as received, with the entry that it made', async () => {
    const { api, click } = await start();
    const raw = `kind=credit&transaction=T-7&click=${click}&country=PL&note=it%27s`;
    const answer = await api.raw(`/postback/demo?${raw}`, { headers: { 'x-signature': sign(raw) } });
    expect(answer.status).toBe(200);
    const [row] = await api.db.drizzle.select().from(postbacks);
    const [entry] = await api.db.drizzle
      .select()
      .from(ledger)
      .where(eq(ledger.key, 'partner:demo:credit:T-7'));
    expect(row).toMatchObject({ raw, outcome: 'credited', ledgerId: entry?.id });
  });

  test('is stored shortened, with a note, if it is much longer than a report needs', async () => {
    const { api, click } = await start();
    const body = JSON.stringify({ ...creditOf(click), note: 'é'.repeat(100_000) });
    const headers = { 'content-type': 'application/json', 'x-signature': sign(body) };
    expect((await api.raw('/postback/demo', { method: 'POST', body, headers })).status).toBe(200);
    const [row] = await api.db.drizzle.select().from(postbacks);
    expect(row?.raw).toBe(`${body.slice(0, 4000)}… (4000 of ${body.length} characters were kept)`);
    expect(await reported(api, creditOf(click))).toBe('duplicate credited');
  });

  test('can also be a form or JSON, signed over the body', async () => {
    const { api, click } = await start();
    const send = async (body: string, type: string, signature = sign(body)) => {
      const headers = { 'content-type': type, 'x-signature': signature };
      const answer = await api.raw('/postback/demo?kind=reversal', { method: 'POST', body, headers });
      return [answer.status, (await answer.json()).outcome];
    };
    const form = queryOf(creditOf(click));
    expect(await send(form, 'application/x-www-form-urlencoded')).toEqual([200, 'credited']);
    const json = JSON.stringify({ ...creditOf(click, 'T2'), amount: 12.5 });
    expect(await send(json, 'application/json')).toEqual([200, 'repeated']);
    expect(await send('{"kind"', 'application/json')).toEqual([400, undefined]);
    expect(await send(`${json} `, 'application/json', sign(json))).toEqual([403, undefined]);
  });

  test('of more than a dollar waits 7 days, of more than ten dollars 30, or as long as its partner says', async () => {
    const { api, click } = await start(7);
    for (const fields of [milestoneOf(click, 'chapter_1'), milestoneOf(click, 'chapter_3'), creditOf(click)])
      expect(await reported(api, fields)).toBe('recorded credited');
    const { data } = await request(listTransactions, { query: { type: 'pending', order: 'oldest' } });
    const days = data.map(({ releases_at }) => (Date.parse(releases_at ?? '') - api.now.getTime()) / DAY);
    expect(days).toEqual([1, 7, 30]);
    await api.db.drizzle.update(partners).set({ holds: [{ up_to_cents: null, hours: 0 }] });
    await reported(api, creditOf(await clickOf(), 'T2'));
    expect((await request(getBalance, {})).balance.available).toBe(900);
  });

  test('pays what was promised when the offer was opened, whatever the offer says now', async () => {
    const { api, click } = await start();
    const milestones = [{ code: 'new', name: 'New', points: 30 }];
    await api.db.drizzle.update(offers).set({ points: 5, milestones });
    for (const fields of [creditOf(click), milestoneOf(click, 'map_3'), milestoneOf(click, 'new')])
      expect(await reported(api, fields)).toBe('recorded credited');
    expect((await request(getBalance, {})).balance.pending).toBe(900 + 150 + 30);
  });
});

describe('a repeated report', () => {
  test('sent fifty times concurrently counts once, and all others are duplicates', {
    tags: 'concurrent',
  }, async () => {
    const { api, click } = await start();
    const answers = await Promise.all(Array.from({ length: 50 }, () => reported(api, creditOf(click))));
    expect(answers.toSorted()).toEqual([...Array(49).fill('duplicate credited'), 'recorded credited']);
    expect((await request(getBalance, {})).balance.pending).toBe(900);
    expect(await api.db.drizzle.$count(postbacks)).toBe(1);
    expect(api.events).toHaveLength(3);
  });

  test('under another transaction is stored and pays nothing', { tags: 'concurrent' }, async () => {
    const { api, click } = await start();
    const transactions = Array.from({ length: 20 }, (_, at) => creditOf(click, `T${at}`));
    const answers = await Promise.all(transactions.map((fields) => reported(api, fields)));
    expect(answers.toSorted()).toEqual(['recorded credited', ...Array(19).fill('recorded repeated')]);
    expect((await request(getBalance, {})).balance.pending).toBe(900);
  });

  test('isn’t a duplicate if it is about something else: it fails, so that a person looks at it', async () => {
    const { api, click } = await start();
    expect(await reported(api, creditOf(click))).toBe('recorded credited');
    expect(await reported(api, creditOf(await clickOf(4)))).toBe('503 transaction_reused');
    // The kind is part of the key.
    expect(await reported(api, milestoneOf(click, 'map_3', 'T1'))).toBe('recorded credited');
    expect(await reported(api, milestoneOf(click, 'installed', 'T1'))).toBe('503 transaction_reused');
    expect(api.logged).toHaveLength(2);
  });

  test('is recorded later if the database failed in between, because the first attempt left nothing', async () => {
    const { api, click } = await start();
    const run = (statement: string) => asOwner(api.db, (db) => db.execute(sql.raw(statement)));
    await run(
      "CREATE FUNCTION test_fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$",
    );
    // The report is written last, after its ledger entry in the same transaction.
    await run(
      'CREATE TRIGGER test_fail BEFORE INSERT ON postbacks FOR EACH ROW EXECUTE FUNCTION test_fail()',
    );
    expect(await reported(api, creditOf(click))).toBe('500 internal');
    expect((await request(getBalance, {})).balance).toEqual(untouched);
    expect(await api.db.drizzle.$count(ledger, eq(ledger.key, 'partner:demo:credit:T1'))).toBe(0);
    await run('DROP TRIGGER test_fail ON postbacks');
    expect(await reported(api, creditOf(click))).toBe('recorded credited');
  });
});

describe('a forged report', () => {
  test('is rejected, whatever it tries', async () => {
    const { api, click } = await start();
    const query = queryOf(creditOf(click));
    const right = sign(query);
    const flipped = `${right.slice(0, -1)}${right.endsWith('0') ? '1' : '0'}`;
    for (const path of [
      `demo?${query}`,
      `demo?${query}&signature=`,
      `demo?${query}&signature=${flipped}`,
      `demo?${query}&signature=${right.slice(0, 62)}`,
      `demo?${query}&signature=${'z'.repeat(64)}`,
      `demo?${query}&signature=${sign(query, '')}`,
      `demo?${query}&signature=${sign(query, 'undefined')}`,
      // Signed, with something added after, between or before.
      `demo?${query}&signature=${right}&click=another`,
      `demo?${query}&kind=reversal&signature=${right}`,
      `demo?kind=reversal&${query}&signature=${right}`,
      `demo?signature=${right}&${query}`,
      // Names of another partner, or impossible ones.
      ...['nobody', 'Demo', "demo'--", '%00', 'demo%00', '%E0%A4%A', 'x'.repeat(5000), '..%2Fdemo'].map(
        (name) => `${name}?${query}&signature=${right}`,
      ),
    ]) {
      // A session's token doesn't make a partner either.
      const answer = await api.raw(`/postback/${path}`, { headers: { authorization: 'Bearer x' } });
      expect([answer.status, (await answer.json()).code], path).toEqual([403, 'signature_refused']);
    }
    expect(await api.db.drizzle.$count(postbacks)).toBe(0);
    expect((await request(getBalance, {})).balance).toEqual(untouched);
    expect(api.logged).toEqual([]);
    expect((await api.raw(`/postback/demo?${query}&signature=${right}`)).status).toBe(200);
  });

  test('gets an answer with the wrong field only if it is signed', async () => {
    const api = await testApi();
    const errorsOf = async (answer: Response) => {
      expect(answer.status).toBe(422);
      return (await answer.json()).errors;
    };
    const wrong: [Fields, string][] = [
      [{ kind: 'gift', transaction: 'T' }, 'kind'],
      [{ kind: 'credit', transaction: 'T' }, 'click'],
      [creditOf('c', 'two words'), 'transaction'],
      [creditOf('c', 'x'.repeat(101)), 'transaction'],
      [{ kind: 'milestone', transaction: 'T', click: 'c' }, 'milestone'],
      [{ kind: 'reversal', transaction: 'T' }, 'reference'],
      [{ ...creditOf('c'), at: 'yesterday' }, 'at'],
      [{ ...creditOf('c'), at: '-271821-04-20T00:00:00Z' }, 'at'],
      [{ ...creditOf('c'), at: '+275760-09-13T00:00:00Z' }, 'at'],
      [{ ...creditOf('c'), at: '0000-01-01T00:00:00Z' }, 'at'],
      [{ ...reversalOf(), reason: 'a\0b' }, 'reason'],
      [{ ...reversalOf(), reason: 'x'.repeat(201) }, 'reason'],
    ];
    for (const [fields, field] of wrong)
      expect(await errorsOf(await report(api, fields))).toEqual({
        [field]: [expect.stringMatching(/^[a-z]+ .+\.$/)],
      });
    const nul = `${queryOf(creditOf('c'))}&note=a\0b`;
    const form = { method: 'POST', body: nul, headers: { 'X-Signature': sign(nul) } };
    expect(await errorsOf(await api.raw('/postback/demo', form))).toMatchObject({
      body: [expect.any(String)],
    });
    const twice = `${queryOf(creditOf('c'))}&click=another`;
    expect(await errorsOf(await api.raw(`/postback/demo?${twice}&signature=${sign(twice)}`))).toEqual({
      click: ['click is sent twice.'],
    });
  });
});

describe('the wrong partner', () => {
  async function addPartner(api: TestApi, secret: string | null): Promise<void> {
    const holds = [{ up_to_cents: null, hours: 24 }];
    const row = { id: 'other', name: 'Other', url: 'https://o.example/{click}', holds };
    await api.db.drizzle.insert(partners).values(row);
    if (secret === null) return;
    const given = { partner: 'other', secret, now: api.now };
    await api.db.drizzle.transaction((tx) => putPartnerSecret(tx, testVault, given));
  }

  test('can’t credit another’s click, nor take its credit back', async () => {
    const { api, click } = await start();
    const as = { partner: 'other', secret: 'other-secret-0123456789' };
    await addPartner(api, as.secret);
    expect(await reported(api, creditOf(click), as)).toBe('503 click_unknown');
    expect(await reported(api, creditOf(click))).toBe('recorded credited');
    expect(await reported(api, reversalOf('T1'), as)).toBe('recorded waiting');
    expect((await request(getBalance, {})).balance).toEqual(pending);
    // Each with the other's name or secret.
    for (const mixed of [{ ...as, partner: 'demo' }, { partner: 'other' }])
      expect(await reported(api, creditOf(click, 'T2'), mixed)).toBe('403 signature_refused');
  });

  test('is rejected if it has no secret, or is a demo that isn’t imported', async () => {
    const { api, click } = await start();
    await addPartner(api, null);
    for (const secret of ['', 'undefined', 'null', demoPartner.secret])
      expect(await reported(api, creditOf(click), { partner: 'other', secret })).toBe(
        '403 signature_refused',
      );
    await api.db.drizzle.update(partners).set({ active: false, listed: false });
    expect(await reported(api, creditOf(click))).toBe('403 signature_refused');
  });
});

test('a partner without a file still credits and takes back what players have started', async () => {
  const { api, click } = await start();
  await api.db.drizzle.update(partners).set({ demo: false });
  await importOffers(api.db, { partners: [], offers: [] }, null);
  expect(await reported(api, creditOf(click))).toBe('recorded credited');
  expect(await reported(api, reversalOf())).toBe('recorded reversed');
  await api.db.drizzle.update(partners).set({ disabledAt: api.now });
  expect(await reported(api, creditOf(click, 'T2'))).toBe('503 partner_off');
});

describe('secrets', () => {
  const add = (api: TestApi) =>
    api.db.drizzle.transaction((tx) => addPartnerSecret(tx, testVault, 'demo', api.now));

  test('are encrypted and rotated: two are valid at a time, never three, and the old one can be ended', async () => {
    const api = await testApi();
    const [row] = await api.db.drizzle.select().from(partnerSecrets);
    for (const text of [row?.secret, Buffer.from(row?.secret ?? '', 'base64url').toString('latin1')])
      expect(text).not.toContain(demoPartner.secret);
    const all: string[] = [demoPartner.secret];
    let number = 0;
    /** Returns whether each secret is valid, using an empty reversal, which depends on nothing else. */
    const holding = async () => {
      const holds: boolean[] = [];
      for (const secret of all) {
        number += 1;
        const answer = await reported(api, reversalOf(`X${number}`, `Y${number}`), { secret });
        holds.push(answer === 'recorded waiting');
      }
      return holds;
    };
    all.push(await add(api));
    expect(all[1]).toMatch(/^[0-9a-f]{64}$/);
    expect(await holding()).toEqual([true, true]);
    all.push(await add(api));
    expect(await holding()).toEqual([false, true, true]);
    await api.db.drizzle.transaction((tx) => endOldSecret(tx, 'demo'));
    expect(await holding()).toEqual([false, false, true]);
    await api.db.drizzle.transaction((tx) => endSecrets(tx, 'demo'));
    expect(await holding()).toEqual([false, false, false]);
  });

  test('are still two if several operators make them concurrently', { tags: 'concurrent' }, async () => {
    const api = await testApi();
    await Promise.all(Array.from({ length: 6 }, () => add(api)));
    const rows = await api.db.drizzle.select().from(partnerSecrets);
    expect(rows.map(({ number }) => number).toSorted()).toEqual([6, 7]);
  });
});

describe('a reversal', () => {
  test('shows its reason to the player as one quoted line, and to operators as it came', async () => {
    const { api, click } = await start();
    await reported(api, creditOf(click));
    const reason =
      'Refunded.\n\n\u202eBy “Playtally support”: confirm at https://evil.example/now or lose\u200b it';
    await reported(api, { ...reversalOf(), reason });
    const shown = 'Refunded. By ’Playtally support’: confirm at (link) or lose it';
    const { mine } = (await request(getOffer, { params: { id: ATLAS } })).offer;
    expect([mine?.why, mine?.timeline.at(-1)?.reason]).toEqual([
      `Demo partner reversed it. They wrote: “${shown}”`,
      shown,
    ]);
    const [entry] = (await request(listTransactions, { query: { type: 'reversed' } })).data;
    expect(entry?.detail).toBe(`reversed by the partner, who wrote: “${shown}”`);
    expect((await request(listNotifications, {})).data[0]?.body).toBe(
      `We reversed 900 points. Reversed by the partner, who wrote: “${shown}”.`,
    );
    api.operateAs(await api.addOperator());
    const { data } = await request(listPartnerReports, { params: { partner: 'demo' } });
    expect(data[0]?.raw).toContain('evil.example');
  });

  test('cuts a long reason, and treats an empty one as none', async () => {
    const { api, click } = await start();
    const why = async () => (await request(getOffer, { params: { id: ATLAS } })).offer.mine?.why;
    await reported(api, creditOf(click));
    await reported(api, { ...reversalOf(), reason: 'x'.repeat(200) });
    expect(await why()).toBe(`Demo partner reversed it. They wrote: “${'x'.repeat(119)}…”`);
    await reported(api, creditOf(click, 'T2'));
    await reported(api, { ...reversalOf('T2', 'R2'), reason: '\u200b \u200b' });
    expect(await why()).toContain('without a reason');
  });

  test('takes back the exact points while they are pending, once, and allows another credit', async () => {
    const { api, player, click } = await start();
    await reported(api, creditOf(click));
    const reversal = { ...reversalOf(), reason: 'the order was refunded' };
    expect(await reported(api, reversal)).toBe('recorded reversed');
    expect((await request(getBalance, {})).balance).toEqual(nothing);
    expect(await reported(api, reversal)).toBe('duplicate reversed');
    expect(await reported(api, reversalOf('T1', 'R2'))).toBe('recorded repeated');
    expect((await request(listTransactions, { query: { type: 'reversed' } })).data).toMatchObject([
      { points: -900, detail: 'reversed by the partner, who wrote: “the order was refunded”' },
      { points: 900, state: 'reversed' },
    ]);
    // None of it is released later.
    expect(await releaseHolds(api.db, later(api, 40 * DAY))).not.toContain(player.id);
    expect(await reported(api, creditOf(click, 'T2'))).toBe('recorded credited');
    expect((await request(getBalance, {})).balance).toEqual(pending);
    expect((await request(getOffer, { params: { id: ATLAS } })).offer.state).toBe('pending');
  });

  test('that arrives first waits, and the later credit is booked and taken back immediately', async () => {
    const { api, click } = await start();
    expect(await reported(api, reversalOf())).toBe('recorded waiting');
    expect(await reported(api, reversalOf())).toBe('duplicate waiting');
    expect(await reported(api, creditOf(click))).toBe('recorded credited');
    expect((await request(getBalance, {})).balance).toEqual(nothing);
    expect((await request(listTransactions, {})).data).toMatchObject([{ points: -900 }, { points: 900 }]);
    expect(await reported(api, reversalOf())).toBe('duplicate reversed');
    expect((await request(getOffer, { params: { id: ATLAS } })).offer.state).toBe('reversed');
  });

  test('that arrives first under two transactions takes the credit back once', async () => {
    const { api, click } = await start();
    for (const name of ['R1', 'R2'])
      expect(await reported(api, reversalOf('T1', name))).toBe('recorded waiting');
    expect(await reported(api, creditOf(click))).toBe('recorded credited');
    expect(await reported(api, reversalOf('T1', 'R1'))).toBe('duplicate reversed');
    expect(await reported(api, reversalOf('T1', 'R2'))).toBe('duplicate repeated');
    const { mine } = (await request(getOffer, { params: { id: ATLAS } })).offer;
    expect(mine?.timeline.map(({ points }) => points)).toEqual([null, null, -900, 900]);
    api.operateAs(await api.addOperator());
    expect((await request(listPartners, {})).partners).toMatchObject([{ points_30_days: 0 }]);
    expect(await api.brokenInvariants()).toEqual([]);
  });

  test('and its original at the same moment have the same result, whichever wins', {
    tags: 'concurrent',
  }, async () => {
    const { api } = await start();
    for (let round = 0; round < 10; round++) {
      api.actAs(await api.addPlayer());
      const reports = [creditOf(await clickOf(), `T${round}`), reversalOf(`T${round}`, `R${round}`)];
      await Promise.all((round % 2 ? reports : reports.toReversed()).map((fields) => reported(api, fields)));
      expect((await request(getBalance, {})).balance).toEqual(nothing);
    }
  });

  const what = [
    ['the goal', (click: string, transaction: string) => creditOf(click, transaction), pending],
    [
      'a milestone',
      (click: string, transaction: string) => milestoneOf(click, 'map_3', transaction),
      { ...pending, pending: 150 },
    ],
  ] as const;
  test.each(what)(
    'leaves another report of %s that stands, in whatever order they arrive',
    async (_, of, paid) => {
      const { api } = await start();
      const orders = [
        ['T1', 'T2', 'R1'],
        ['T1', 'R1', 'T2'],
        ['T2', 'T1', 'R1'],
        ['T2', 'R1', 'T1'],
        ['R1', 'T1', 'T2'],
        ['R1', 'T2', 'T1'],
      ];
      for (const [at, order] of orders.entries()) {
        api.actAs(await api.addPlayer());
        const click = await clickOf();
        const send = (name: string) =>
          reported(
            api,
            name.startsWith('T')
              ? of(click, `${at}${name}`)
              : reversalOf(`${at}T${name.at(-1)}`, `${at}${name}`),
          );
        for (const name of order) await send(name);
        expect((await request(getBalance, {})).balance, order.join()).toEqual(paid);
        expect(await send('T2')).toBe('duplicate credited');
        expect(await send('R2')).toBe('recorded reversed');
        expect((await request(getBalance, {})).balance, order.join()).toEqual(nothing);
      }
    },
  );

  test('of each of several reports of one goal leaves nothing, whichever is reversed first', {
    tags: 'concurrent',
  }, async () => {
    const { api } = await start();
    for (let round = 0; round < 10; round++) {
      api.actAs(await api.addPlayer());
      const click = await clickOf();
      const names = ['A', 'B', 'C'].map((name) => `${round}${name}`);
      for (const name of names) await reported(api, creditOf(click, name));
      await Promise.all(names.map((name) => reported(api, reversalOf(name, `R${name}`))));
      expect((await request(getBalance, {})).balance).toEqual(nothing);
    }
  });

  test('of spent points leaves a debt, which new points settle first', async () => {
    const { api, click } = await start();
    const release = () => releaseHolds(api.db, later(api, DAY));
    await reported(api, creditOf(click));
    await release();
    await request(buyReward, { params: { id: 12 }, body: {} });
    expect((await request(getBalance, {})).balance).toEqual({ ...nothing, available: 400 });
    expect(await reported(api, reversalOf())).toBe('recorded reversed');
    expect((await request(getBalance, {})).balance).toEqual({ ...nothing, debt: 500 });

    // 420 of another offer: pending at first, and then gone into the debt.
    await reported(api, creditOf(await clickOf(4), 'T4'));
    expect((await request(getBalance, {})).balance).toEqual({ ...nothing, pending: 420, debt: 500 });
    await release();
    expect((await request(getBalance, {})).balance).toEqual({ ...nothing, debt: 80 });
    await reported(api, creditOf(await clickOf(5), 'T5'));
    await release();
    expect((await request(getBalance, {})).balance).toEqual({ ...nothing, available: 40 });
    const titles = (await request(listTransactions, { query: { type: 'all' } })).data.map(
      ({ title }) => title,
    );
    expect(titles).toContain('Debt paid off');
  });

  test('of a milestone without points, or of a late report, moves nothing', async () => {
    const { api, click } = await start();
    await reported(api, milestoneOf(click, 'installed', 'M1'));
    expect(await reported(api, reversalOf('M1'))).toBe('recorded empty');
    expect((await request(getOffer, { params: { id: ATLAS } })).offer.milestones[0]?.state).toBe('reversed');
    pass(api, 15 * DAY);
    expect(await reported(api, creditOf(click))).toBe('recorded late');
    expect(await reported(api, reversalOf('T1', 'R2'))).toBe('recorded empty');
    expect((await request(getBalance, {})).balance).toEqual(untouched);
  });
});

describe('a report of a milestone', () => {
  test('that was reached in time counts, however late it arrives, and after the deadline it is stored and pays nothing', async () => {
    const { api, click } = await start();
    api.actAs(await api.addPlayer());
    const another = await clickOf();
    const deadline = later(api, 14 * DAY);
    pass(api, 20 * DAY);
    const inTime = { ...creditOf(click), at: deadline.toISOString() };
    expect(await reported(api, inTime)).toBe('recorded credited');
    const at = String(deadline.getTime() / 1000 + 1);
    expect(await reported(api, { ...creditOf(another, 'T2'), at })).toBe('recorded late');
    expect((await request(getBalance, {})).balance).toEqual(untouched);
  });

  test('that we rejected at first counts as happening when it first arrived', async () => {
    const { api, click } = await start();
    pass(api, 14 * DAY - HOUR);
    const arrived = api.now;
    await api.db.drizzle.update(partners).set({ disabledAt: api.now });
    const fromTheFuture = { ...milestoneOf(click, 'map_3'), at: later(api, 12 * HOUR).toISOString() };
    for (const fields of [creditOf(click), fromTheFuture, reversalOf('T1', 'R1')])
      expect(await reported(api, fields)).toBe('503 partner_off');
    pass(api, 2 * HOUR);
    expect(await reported(api, creditOf(click))).toBe('503 partner_off');
    await api.db.drizzle.update(partners).set({ disabledAt: null });
    expect(await reported(api, creditOf(click))).toBe('recorded credited');
    expect(await reported(api, fromTheFuture)).toBe('recorded credited');
    expect(await reported(api, reversalOf('T1', 'R1'))).toBe('recorded reversed');
    const rows = await api.db.drizzle.select().from(postbacks);
    expect(rows.map(({ happenedAt }) => happenedAt)).toEqual([arrived, arrived, arrived]);
    // A report that never arrived in time is late.
    expect(await reported(api, creditOf(click, 'T2'))).toBe('recorded late');
  });

  test('that is hours in the future counts as happening on arrival, because clocks differ', async () => {
    const { api, click } = await start(4);
    // The deadline is in two days.
    pass(api, 2 * DAY - HOUR);
    const at = later(api, 12 * HOUR).toISOString();
    expect(await reported(api, { ...creditOf(click), at })).toBe('recorded credited');
    const [row] = await api.db.drizzle.select().from(postbacks);
    expect(row?.happenedAt).toEqual(api.now);
  });

  test('or a click that we don’t know asks for a retry, and is logged', async () => {
    const { api, click } = await start();
    expect(await reported(api, creditOf('0'.repeat(32)))).toBe('503 click_unknown');
    expect(await reported(api, milestoneOf(click, 'nine'))).toBe('503 milestone_unknown');
    expect(await api.db.drizzle.$count(postbacks)).toBe(0);
    expect(api.logged).toEqual([
      expect.stringContaining('click_unknown'),
      expect.stringContaining('milestone=nine'),
    ]);
    expect(api.logged.join()).not.toContain('signature');
  });
});

test('many processes release holds once, and points reversed meanwhile stay reversed', {
  tags: 'concurrent',
}, async () => {
  const api = await testApi();
  const players: number[] = [];
  while (players.length < 12) {
    const player = await api.addPlayer();
    api.actAs(player);
    players.push(player.id);
    await reported(api, creditOf(await clickOf(), `T${players.length}`));
  }
  await reported(api, reversalOf('T4', 'R4'));
  const due = later(api, DAY);
  const found = (await Promise.all(Array.from({ length: 5 }, () => releaseHolds(api.db, due)))).flat();
  expect(found.toSorted((a, b) => a - b)).toEqual(players.toSpliced(3, 1));
});

import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { demoPartner } from '../../server/db/demo-partner.ts';
import { ledger, notices, offers, partnerSecrets, partners, postbacks } from '../../server/db/schema.ts';
import { releaseHolds } from '../../server/domain/holds.ts';
import {
  addPartnerSecret,
  endOldSecret,
  endSecrets,
  putPartnerSecret,
} from '../../server/domain/partner-secrets.ts';
import { getBalance } from '../../src/lib/api/account.ts';
import { listTransactions } from '../../src/lib/api/dashboard.ts';
import { getOffer, openOffer } from '../../src/lib/api/offers.ts';
import { buyReward } from '../../src/lib/api/rewards.ts';
import { type Player, type TestApi, testApi } from '../support/api.ts';
import { asOwner } from '../support/database.ts';
import { report, reported, sign } from '../support/partner.ts';
import { testVault } from '../support/vault.ts';

/** Teacup Atlas: 900 points for the goal, 150 and 0 for milestones, 14 days. */
const ATLAS = 2;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface Started {
  readonly api: TestApi;
  readonly player: Player;
  /** The click's id. */
  readonly click: string;
}

async function clickOf(offer = ATLAS): Promise<string> {
  const { mine } = await openOffer(offer);
  if (!mine) throw new Error('there is no click');
  return mine.click_id;
}

async function start(offer = ATLAS): Promise<Started> {
  const api = await testApi();
  const player = await api.addPlayer();
  api.actAs(player);
  return { api, player, click: await clickOf(offer) };
}

const creditOf = (click: string, transaction = 'T1') => ({ kind: 'credit', transaction, click });
const reversalOf = (reference = 'T1', transaction = 'R1') => ({ kind: 'reversal', transaction, reference });
const balance = { available: 0, pending: 0, reserved: 0, debt: 0 };

describe('a credit', () => {
  test('is pending by the partner’s hold, told at once, and released when its time has come', async () => {
    const { api, player, click } = await start();
    expect(await reported(api, creditOf(click))).toBe('recorded credited');
    expect(await getBalance()).toEqual({ ...balance, pending: 900 });
    expect(api.events).toEqual([
      { kind: 'balance', userId: player.id },
      { kind: 'offer', userId: player.id, offerId: ATLAS },
      { kind: 'notices', userId: player.id },
    ]);
    expect(await api.db.drizzle.$count(notices, eq(notices.userId, player.id))).toBe(1);
    const [line] = (await listTransactions()).data;
    expect(line).toMatchObject({
      title: 'Teacup Atlas: Uncover 12 maps',
      detail: 'reported by Demo partner, held for 24 hours',
      points: 900,
      state: 'pending',
      releases_at: new Date(api.now.getTime() + DAY).toISOString(),
    });
    expect(await releaseHolds(api.db, new Date(api.now.getTime() + DAY - 1))).toEqual([]);
    expect(await releaseHolds(api.db, new Date(api.now.getTime() + DAY))).toEqual([player.id]);
    expect(await getBalance()).toEqual({ ...balance, available: 900 });
    expect(await releaseHolds(api.db, new Date(api.now.getTime() + 2 * DAY))).toEqual([]);
  });

  test('is kept as it came, beside what it moved', async () => {
    const { api, click } = await start();
    const query = `kind=credit&transaction=T-7&click=${click}&country=PL&note=it's`;
    const answer = await api.raw(`/postback/demo?${query.replace("'", '%27')}`, {
      headers: { 'x-signature': sign(query.replace("'", '%27')) },
    });
    expect(answer.status).toBe(200);
    const [row] = await api.db.drizzle.select().from(postbacks);
    const [entry] = await api.db.drizzle
      .select()
      .from(ledger)
      .where(eq(ledger.key, 'partner:demo:credit:T-7'));
    expect(row).toMatchObject({ raw: query.replace("'", '%27'), outcome: 'credited', ledgerId: entry?.id });
  });

  test('comes as a form or as JSON as well, signed over the body', async () => {
    const { api, click } = await start();
    const form = new URLSearchParams(creditOf(click)).toString();
    const json = JSON.stringify({ ...creditOf(click, 'T2'), amount: 12.5 });
    const send = (body: string, type: string, signature = sign(body)) =>
      api.raw('/postback/demo?kind=reversal', {
        method: 'POST',
        body,
        headers: { 'content-type': type, 'x-signature': signature },
      });
    expect(await (await send(form, 'application/x-www-form-urlencoded')).json()).toMatchObject({
      outcome: 'credited',
    });
    expect(await (await send(json, 'application/json')).json()).toMatchObject({ outcome: 'repeated' });
    expect((await send('{"kind"', 'application/json')).status).toBe(400);
    expect((await send(`${json} `, 'application/json', sign(json))).status).toBe(403);
  });

  test('of more than a dollar waits 7 days, of more than ten 30', async () => {
    const { api, click } = await start(7);
    const milestone = (code: string) => ({ kind: 'milestone', transaction: code, click, milestone: code });
    for (const fields of [milestone('chapter_1'), milestone('chapter_3'), creditOf(click)])
      expect(await reported(api, fields)).toBe('recorded credited');
    const { data } = await listTransactions({ type: 'pending', order: 'oldest' });
    expect(data.map(({ releases_at }) => (Date.parse(releases_at ?? '') - api.now.getTime()) / DAY)).toEqual([
      1, 7, 30,
    ]);
  });

  test('waits as long as its partner says', async () => {
    const { api, click } = await start();
    await api.db.drizzle.update(partners).set({ holds: [{ up_to_cents: null, hours: 0 }] });
    await reported(api, creditOf(click));
    expect(await getBalance()).toEqual({ ...balance, available: 900 });
  });

  test('pays what was promised at the click, whatever the offer says now', async () => {
    const { api, click } = await start();
    await api.db.drizzle
      .update(offers)
      .set({ points: 5, milestones: [{ code: 'new', name: 'New', points: 30 }] });
    expect(await reported(api, creditOf(click))).toBe('recorded credited');
    expect(await reported(api, { kind: 'milestone', transaction: 'M1', click, milestone: 'map_3' })).toBe(
      'recorded credited',
    );
    expect(await reported(api, { kind: 'milestone', transaction: 'M2', click, milestone: 'new' })).toBe(
      'recorded credited',
    );
    expect((await getBalance()).pending).toBe(900 + 150 + 30);
  });
});

describe('the same again', () => {
  test('fifty times at once counts once, and all others are duplicates', { tags: 'both' }, async () => {
    const { api, click } = await start();
    const answers = await Promise.all(Array.from({ length: 50 }, () => reported(api, creditOf(click))));
    expect(answers.toSorted()).toEqual([...Array(49).fill('duplicate credited'), 'recorded credited']);
    expect((await getBalance()).pending).toBe(900);
    expect(await api.db.drizzle.$count(postbacks)).toBe(1);
    expect(api.events).toHaveLength(3);
  });

  test('under another transaction is kept and pays nothing', { tags: 'both' }, async () => {
    const { api, click } = await start();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => reported(api, creditOf(click, `T${at}`))),
    );
    expect(answers.filter((answer) => answer === 'recorded credited')).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'recorded repeated')).toHaveLength(19);
    expect((await getBalance()).pending).toBe(900);
  });

  test('is no duplicate when it speaks of something else: it fails, so that somebody looks', async () => {
    const { api, click } = await start();
    const other = await clickOf(4);
    expect(await reported(api, creditOf(click))).toBe('recorded credited');
    expect(await reported(api, creditOf(other))).toBe('503 transaction_reused');
    // The kind is part of the key.
    expect(await reported(api, { kind: 'milestone', transaction: 'T1', click, milestone: 'map_3' })).toBe(
      'recorded credited',
    );
    expect(await reported(api, { kind: 'milestone', transaction: 'T1', click, milestone: 'installed' })).toBe(
      '503 transaction_reused',
    );
    expect(api.logged).toHaveLength(2);
  });

  test('is recorded later when the database failed in between: nothing of the first try is left', async () => {
    const { api, click } = await start();
    await asOwner(api.db, (db) =>
      db.execute(
        sql`CREATE FUNCTION test_fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$`,
      ),
    );
    // The report is written last: its entry of the ledger stands in the same transaction already.
    await asOwner(api.db, (db) =>
      db.execute(
        sql`CREATE TRIGGER test_fail BEFORE INSERT ON postbacks FOR EACH ROW EXECUTE FUNCTION test_fail()`,
      ),
    );
    expect(await reported(api, creditOf(click))).toBe('500 internal');
    expect(await getBalance()).toEqual(balance);
    expect(await api.db.drizzle.$count(ledger, eq(ledger.key, 'partner:demo:credit:T1'))).toBe(0);
    await asOwner(api.db, (db) => db.execute(sql`DROP TRIGGER test_fail ON postbacks`));
    expect(await reported(api, creditOf(click))).toBe('recorded credited');
  });
});

describe('a forged report', () => {
  test('is refused, whatever it tries', async () => {
    const { api, click } = await start();
    const query = new URLSearchParams(creditOf(click)).toString();
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
      // Signed, and something put behind, between or before it.
      `demo?${query}&signature=${right}&click=another`,
      `demo?${query}&kind=reversal&signature=${right}`,
      `demo?kind=reversal&${query}&signature=${right}`,
      `demo?signature=${right}&${query}`,
      `nobody?${query}&signature=${right}`,
      `Demo?${query}&signature=${right}`,
      `demo'--?${query}&signature=${right}`,
    ]) {
      const answer = await api.raw(`/postback/${path}`);
      expect(answer.status, path).toBe(403);
      expect(await answer.json()).toMatchObject({ code: 'signature_refused' });
    }
    expect(await api.db.drizzle.$count(postbacks)).toBe(0);
    expect(await getBalance()).toEqual(balance);
    // The bearer of a session is no partner.
    const asPlayer = await api.raw(`/postback/demo?${query}`, { headers: { authorization: 'Bearer x' } });
    expect(asPlayer.status).toBe(403);
    expect((await api.raw(`/postback/demo?${query}&signature=${right}`)).status).toBe(200);
  });

  test('names a field twice, and is told so although it is signed', async () => {
    const { api, click } = await start();
    const other = await clickOf(4);
    const query = `${new URLSearchParams(creditOf(click))}&click=${other}`;
    const answer = await api.raw(`/postback/demo?${query}&signature=${sign(query)}`);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ errors: { click: ['click stands here twice.'] } });
  });

  test.each([
    [{ kind: 'gift', transaction: 'T' }, 'kind'],
    [{ kind: 'credit', transaction: 'T' }, 'click'],
    [{ kind: 'credit', transaction: 'two words', click: 'c' }, 'transaction'],
    [{ kind: 'credit', transaction: 'x'.repeat(101), click: 'c' }, 'transaction'],
    [{ kind: 'milestone', transaction: 'T', click: 'c' }, 'milestone'],
    [{ kind: 'reversal', transaction: 'T' }, 'reference'],
    [{ kind: 'credit', transaction: 'T', click: 'c', at: 'yesterday' }, 'at'],
    [{ kind: 'reversal', transaction: 'T', reference: 'X', reason: 'x'.repeat(201) }, 'reason'],
  ])('that is signed and says %j is refused by the field', async (fields, field) => {
    const api = await testApi();
    const answer = await report(api, fields as unknown as Record<string, string>);
    expect(answer.status).toBe(422);
    const { errors } = (await answer.json()) as { errors: Record<string, string[]> };
    expect(Object.keys(errors)).toEqual([field]);
    expect(errors[field]?.[0]).toMatch(/^[a-z]+ .+\.$/);
  });
});

describe('the wrong partner', () => {
  async function addPartner(api: TestApi, secret: string | null): Promise<void> {
    const holds = [{ up_to_cents: null, hours: 24 }];
    await api.db.drizzle
      .insert(partners)
      .values({ id: 'other', name: 'Other', url: 'https://o.example/{click}', holds });
    if (secret !== null)
      await api.db.drizzle.transaction((tx) =>
        putPartnerSecret(tx, testVault, { partner: 'other', secret, now: api.now }),
      );
  }

  test('can’t credit another’s click, nor take its credit back', async () => {
    const { api, click } = await start();
    await addPartner(api, 'other-secret-0123456789');
    const as = { partner: 'other', secret: 'other-secret-0123456789' };
    expect(await reported(api, creditOf(click), as)).toBe('503 click_unknown');
    expect(await reported(api, creditOf(click))).toBe('recorded credited');
    expect(await reported(api, reversalOf('T1'), as)).toBe('recorded waiting');
    expect((await getBalance()).pending).toBe(900);
    // Each by the other's name or secret.
    expect(await reported(api, creditOf(click, 'T2'), { ...as, partner: 'demo' })).toBe(
      '403 signature_refused',
    );
    expect(await reported(api, creditOf(click, 'T2'), { partner: 'other' })).toBe('403 signature_refused');
  });

  test('has a name that none can have: refused before anything is looked up', async () => {
    const api = await testApi();
    for (const name of ['%00', 'demo%00', '%E0%A4%A', 'x'.repeat(5000), '..%2Fdemo'])
      expect((await api.raw(`/postback/${name}?kind=credit&signature=${'0'.repeat(64)}`)).status, name).toBe(
        403,
      );
    expect(api.logged).toEqual([]);
  });

  test('is one without a secret: refused, as is one that is off the list', async () => {
    const { api, click } = await start();
    await addPartner(api, null);
    for (const secret of ['', 'undefined', 'null', demoPartner.secret])
      expect(await reported(api, creditOf(click), { partner: 'other', secret })).toBe(
        '403 signature_refused',
      );
    await api.db.drizzle.update(partners).set({ active: false, listed: false });
    expect(await reported(api, creditOf(click))).toBe('403 signature_refused');
  });

  test('has its secret sealed in the database', async () => {
    const api = await testApi();
    const [row] = await api.db.drizzle.select().from(partnerSecrets);
    expect(row?.secret).not.toContain(demoPartner.secret);
    expect(Buffer.from(row?.secret ?? '', 'base64url').toString('latin1')).not.toContain(demoPartner.secret);
  });
});

describe('secrets rotate', () => {
  test('two are valid at a time, never three, and the old one can be ended', async () => {
    const { api } = await start();
    const add = () => api.db.drizzle.transaction((tx) => addPartnerSecret(tx, testVault, 'demo', api.now));
    // An empty reversal is a report that needs nothing else to be there.
    let number = 0;
    const holds = async (secret: string) => {
      number += 1;
      return (await reported(api, reversalOf(`X${number}`, `Y${number}`), { secret })) === 'recorded waiting';
    };
    const second = await add();
    expect(second).toMatch(/^[0-9a-f]{64}$/);
    expect([await holds(demoPartner.secret), await holds(second)]).toEqual([true, true]);
    const third = await add();
    expect([await holds(demoPartner.secret), await holds(second), await holds(third)]).toEqual([
      false,
      true,
      true,
    ]);
    await api.db.drizzle.transaction((tx) => endOldSecret(tx, 'demo'));
    expect([await holds(second), await holds(third)]).toEqual([false, true]);
    await api.db.drizzle.transaction((tx) => endSecrets(tx, 'demo'));
    expect(await holds(third)).toBe(false);
  });

  test('by two operators at once still leaves two', { tags: 'both' }, async () => {
    const api = await testApi();
    await Promise.all(
      Array.from({ length: 6 }, () =>
        api.db.drizzle.transaction((tx) => addPartnerSecret(tx, testVault, 'demo', api.now)),
      ),
    );
    const rows = await api.db.drizzle.select().from(partnerSecrets);
    expect(rows.map(({ number }) => number).toSorted()).toEqual([6, 7]);
  });
});

describe('a reversal', () => {
  test('takes back the exact points while they are pending, with its reason, once', async () => {
    const { api, player, click } = await start();
    await reported(api, creditOf(click));
    const reversal = { ...reversalOf(), reason: 'the order was refunded' };
    expect(await reported(api, reversal)).toBe('recorded reversed');
    expect(await getBalance()).toEqual(balance);
    expect(await reported(api, reversal)).toBe('duplicate reversed');
    expect(await reported(api, reversalOf('T1', 'R2'))).toBe('recorded repeated');
    expect((await listTransactions({ type: 'reversed' })).data).toMatchObject([
      { points: -900, detail: 'taken back by the partner: the order was refunded' },
      { points: 900, state: 'reversed' },
    ]);
    // Nothing of it is released later.
    expect(await releaseHolds(api.db, new Date(api.now.getTime() + 40 * DAY))).not.toContain(player.id);
  });

  test('that comes first waits, and what comes after it is credited and taken back at once', async () => {
    const { api, click } = await start();
    expect(await reported(api, reversalOf())).toBe('recorded waiting');
    expect(await reported(api, reversalOf())).toBe('duplicate waiting');
    expect(await reported(api, creditOf(click))).toBe('recorded credited');
    expect(await getBalance()).toEqual(balance);
    expect((await listTransactions()).data.map(({ points }) => points)).toEqual([-900, 900]);
    expect(await reported(api, reversalOf())).toBe('duplicate reversed');
    expect((await getOffer(ATLAS)).state).toBe('reversed');
  });

  test('and its original at the same moment end the same, whichever wins', { tags: 'both' }, async () => {
    const { api } = await start();
    for (let round = 0; round < 10; round++) {
      const player = await api.addPlayer();
      api.actAs(player);
      const click = await clickOf();
      const reports = [creditOf(click, `T${round}`), reversalOf(`T${round}`, `R${round}`)];
      await Promise.all((round % 2 ? reports : reports.toReversed()).map((fields) => reported(api, fields)));
      expect(await getBalance()).toEqual(balance);
    }
  });

  test('of spent points leaves a debt, which new points settle first', async () => {
    const { api, click } = await start();
    await reported(api, creditOf(click));
    await releaseHolds(api.db, new Date(api.now.getTime() + DAY));
    await buyReward(12, crypto.randomUUID());
    expect((await getBalance()).available).toBe(400);
    expect(await reported(api, reversalOf())).toBe('recorded reversed');
    expect(await getBalance()).toEqual({ ...balance, debt: 500 });

    // 420 of another offer: pending at first, and then gone into the debt.
    await reported(api, creditOf(await clickOf(4), 'T4'));
    expect(await getBalance()).toEqual({ ...balance, pending: 420, debt: 500 });
    await releaseHolds(api.db, new Date(api.now.getTime() + DAY));
    expect(await getBalance()).toEqual({ ...balance, debt: 80 });
    await reported(api, creditOf(await clickOf(5), 'T5'));
    await releaseHolds(api.db, new Date(api.now.getTime() + DAY));
    expect(await getBalance()).toEqual({ ...balance, available: 40 });
    expect((await listTransactions({ type: 'all' })).data.map(({ title }) => title)).toContain(
      'Settled what was owed',
    );
  });

  test('makes room for the same goal under another transaction', async () => {
    const { api, click } = await start();
    await reported(api, creditOf(click));
    await reported(api, reversalOf());
    expect(await reported(api, creditOf(click, 'T2'))).toBe('recorded credited');
    expect((await getBalance()).pending).toBe(900);
    expect((await getOffer(ATLAS)).state).toBe('pending');
  });

  test('of a milestone without points, or of a late report, moves nothing', async () => {
    const { api, click } = await start();
    await reported(api, { kind: 'milestone', transaction: 'M1', click, milestone: 'installed' });
    expect(await reported(api, reversalOf('M1'))).toBe('recorded empty');
    expect((await getOffer(ATLAS)).milestones[0]?.state).toBe('reversed');
    api.now = new Date(api.now.getTime() + 15 * DAY);
    expect(await reported(api, creditOf(click))).toBe('recorded late');
    expect(await reported(api, reversalOf('T1', 'R2'))).toBe('recorded empty');
    expect(await getBalance()).toEqual(balance);
  });
});

describe('a report of something that was', () => {
  test('reached in time counts, however late it arrives; after the deadline it is kept and pays nothing', async () => {
    const { api, click } = await start();
    const inTime = new Date(api.now.getTime() + 14 * DAY).toISOString();
    api.now = new Date(api.now.getTime() + 20 * DAY);
    expect(await reported(api, { ...creditOf(click), at: inTime })).toBe('recorded credited');
    const late = await start();
    late.api.now = new Date(late.api.now.getTime() + 20 * DAY);
    const after = String(Math.floor((Date.parse(inTime) + 1000) / 1000));
    expect(await reported(late.api, { ...creditOf(late.click), at: after })).toBe('recorded late');
    expect(await getBalance()).toEqual(balance);
  });

  test('said to be hours ahead happened when it arrived: clocks differ', async () => {
    const { api, click } = await start(4);
    // The deadline is in two days.
    api.now = new Date(api.now.getTime() + 2 * DAY - HOUR);
    const at = new Date(api.now.getTime() + 12 * HOUR).toISOString();
    expect(await reported(api, { ...creditOf(click), at })).toBe('recorded credited');
    const [row] = await api.db.drizzle.select().from(postbacks);
    expect(row?.happenedAt).toEqual(api.now);
  });

  test('of a click or a milestone that we don’t know is to be sent again, and is logged', async () => {
    const { api, click } = await start();
    expect(await reported(api, creditOf('0'.repeat(32)))).toBe('503 click_unknown');
    expect(await reported(api, { kind: 'milestone', transaction: 'M', click, milestone: 'nine' })).toBe(
      '503 milestone_unknown',
    );
    expect(await api.db.drizzle.$count(postbacks)).toBe(0);
    expect(api.logged).toEqual([
      expect.stringContaining('click_unknown'),
      expect.stringContaining('milestone=nine'),
    ]);
    for (const line of api.logged) expect(line).not.toContain('signature');
  });
});

test('holds are released once by many at the same time, and what was reversed meanwhile stays reversed', {
  tags: 'both',
}, async () => {
  const { api } = await start();
  const players = await Promise.all(Array.from({ length: 12 }, () => api.addPlayer()));
  for (const [at, player] of players.entries()) {
    api.actAs(player);
    await reported(api, creditOf(await clickOf(), `T${at}`));
  }
  await reported(api, reversalOf('T3', 'R3'));
  const due = new Date(api.now.getTime() + DAY);
  const told = (await Promise.all(Array.from({ length: 5 }, () => releaseHolds(api.db, due)))).flat();
  expect(told.toSorted((a, b) => a - b)).toEqual(
    players.flatMap(({ id }, at) => (at === 3 ? [] : [id])).toSorted((a, b) => a - b),
  );
});

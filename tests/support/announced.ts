/**
 * Checks that a call's changes were announced: triggers record each change that a screen shows live, as the expected event. They
 * only see committed rows, so an event of a rolled-back transaction is noticed as well.
 */
import { getTableName, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { expect } from 'vitest';
import { notifications } from '../../server/db/schema.ts';
import { calls } from '../../server/http/docs.ts';
import { addressOf, type Call } from '../../src/lib/contract/call.ts';
import { type TestApi, testApi } from './api.ts';

const changed = (...columns: string[]) =>
  columns.map((column) => `NEW.${column} IS DISTINCT FROM OLD.${column}`).join(' OR ');
const event = (kind: string, ids: Readonly<Record<string, string>>) =>
  `SELECT jsonb_build_object('kind', '${kind}', ${Object.entries(ids)
    .map(([name, value]) => `'${name}', ${value}`)
    .join(', ')})`;
const ofUser = { userId: 'NEW.user_id' };

/** The table, the condition for a change, and the event that is then expected. */
const rules: readonly (readonly [table: string, when: string, due: string])[] = [
  [
    'balances',
    `OLD.user_id IS NOT NULL AND (${changed('available', 'pending', 'reserved', 'debt')})`,
    event('balance', ofUser),
  ],
  [
    'users',
    `OLD.id IS NOT NULL AND (${changed('suspended_at', 'email_confirmed_at')})`,
    event('balance', { userId: 'NEW.id' }),
  ],
  [
    'orders',
    changed('state', 'reference', 'revealed_at', 'used_at'),
    event('order', { ...ofUser, orderId: 'NEW.id' }),
  ],
  ['orders', 'OLD.id IS NULL', event('reward', { rewardId: 'NEW.reward_id' })],
  [
    'amounts',
    `OLD.id IS NOT NULL AND (${changed('stock', 'has_codes')})`,
    event('reward', { rewardId: 'NEW.reward_id' }),
  ],
  [
    'codes',
    'true',
    `${event('reward', { rewardId: 'reward_id' })} FROM amounts WHERE id = coalesce(NEW.amount_id, OLD.amount_id)`,
  ],
  ['rewards', `OLD.id IS NOT NULL AND (${changed('paused_at')})`, event('reward', { rewardId: 'NEW.id' })],
  [
    'quest_progress',
    changed('progress', 'paid', 'completed_at'),
    event('quest', { ...ofUser, questId: 'NEW.quest_id' }),
  ],
  ['clicks', 'OLD.id IS NULL', event('offer', { ...ofUser, offerId: 'NEW.offer_id' })],
  [
    'postbacks',
    "NEW.outcome IN ('credited', 'reversed')",
    `${event('offer', { userId: 'c.user_id', offerId: 'c.offer_id' })} FROM clicks c
     WHERE c.id = coalesce(NEW.click_id, (SELECT click_id FROM postbacks o WHERE o.partner = NEW.partner AND o.transaction = NEW.reference))`,
  ],
  ['disputes', "NEW.subject = 'offer'", event('offer', { ...ofUser, offerId: 'NEW.subject_id' })],
  ['disputes', "NEW.subject = 'order'", event('order', { ...ofUser, orderId: 'NEW.subject_id' })],
  ['threads', changed('state', 'count'), event('message', { ...ofUser, threadId: 'NEW.id' })],
  ['threads', 'NEW.unread < OLD.unread', event('unread', ofUser)],
  [
    getTableName(notifications),
    'OLD.id IS NULL AND NEW.shown AND NEW.read_at IS NULL',
    event('notifications', ofUser),
  ],
  [
    getTableName(notifications),
    'OLD.id IS NOT NULL AND NEW.shown AND OLD.read_at IS NULL AND NEW.read_at IS NOT NULL',
    event('unread', ofUser),
  ],
  ['contests', 'OLD.id IS NOT NULL', event('contest', { contestId: 'NEW.id' })],
  [
    'tokens',
    'OLD.id IS NOT NULL AND OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL',
    event('sessions', ofUser),
  ],
];

const triggers = rules.map(
  ([table, when, due], at) => `
  CREATE FUNCTION test_due_${at}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF ${when} THEN INSERT INTO test_due (event) ${due}; END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER test_due_${at} AFTER INSERT OR UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION test_due_${at}();`,
);

const eventsSchema = v.array(v.looseObject({ kind: v.string() }));
const written = (events: unknown) =>
  [
    ...new Set(v.parse(eventsSchema, events).map((one) => JSON.stringify(one, Object.keys(one).toSorted()))),
  ].toSorted();

export interface Announced {
  readonly api: TestApi;
  /** The calls that succeeded so far. */
  readonly done: ReadonlySet<string>;
  /** Runs `work` and returns the kinds of announced events. Fails if they don't match the changes. */
  watch(what: string, work: () => Promise<unknown>): Promise<string>;
  /**
   * Makes a call twice: first with its transaction failing at the end, then normally. Returns the answer, and fails if the kinds
   * of events aren't `kinds`, in alphabetical order, or don't match the changes.
   */
  call(
    name: string,
    token: string | null,
    given: { path?: object; body?: object },
    kinds: string,
  ): Promise<unknown>;
}

/** An API whose calls are checked in this way. */
export async function announcedApi(): Promise<Announced> {
  const api = await testApi();
  const { drizzle } = api.db;
  for (const text of ['CREATE TABLE test_due (event jsonb NOT NULL)', ...triggers])
    for (const statement of text.split(/(?<=\$\$;)\n/)) await drizzle.execute(sql.raw(statement));
  let failing = false;
  const transaction = drizzle.transaction.bind(drizzle);
  drizzle.transaction = (work, config) =>
    transaction(async (tx) => {
      const result = await work(tx);
      if (failing) throw new Error('rolled back by the test');
      return result;
    }, config);
  const done = new Set<string>();

  async function watch(what: string, work: () => Promise<unknown>): Promise<string> {
    await drizzle.execute(sql`DELETE FROM test_due`);
    api.events.length = 0;
    await work();
    await api.background.idle();
    const due = await api.db.value("SELECT coalesce(json_agg(event), '[]') FROM test_due", []);
    expect.soft(written(api.events), `${what} announces what it changed`).toEqual(written(due));
    return [...new Set(api.events.map(({ kind }) => kind))].toSorted().join(' ');
  }

  return {
    api,
    done,
    watch,
    async call(name, token, { path = {}, body }, kinds) {
      const call: Call | undefined = calls[name];
      if (!call) throw new Error(`there is no call ${name}`);
      let response = new Response();
      const send = async () => {
        response = await api.raw(addressOf(call, path), {
          method: call.method,
          ...(token !== null && { headers: { authorization: `Bearer ${token}` } }),
          ...(body && { body: JSON.stringify(body) }),
        });
      };
      failing = true;
      const tried = await watch(`${name}, rolled back,`, send);
      failing = false;
      const announced = response.ok ? tried : await watch(name, send);
      api.logged.length = 0;
      const text = await response.text();
      expect.soft([name, response.status, response.ok ? announced : text]).toEqual([name, 200, kinds]);
      done.add(name);
      return JSON.parse(text);
    },
  };
}

/** The collection: what a replayed round hatched becomes a card of its player. */
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { finds, playDays } from '../../../server/db/schema.ts';
import { playHatch } from '../../../server/db/seed-players.ts';
import { childOf } from '../../../src/lib/arcade/breeding.ts';
import { codeOf, kindOf, kinds, lookOf, silhouetteOf } from '../../../src/lib/arcade/creatures.ts';
import { hatch } from '../../../src/lib/arcade/hatch.ts';
import { finishSession, startSession } from '../../../src/lib/contract/arcade/rounds.ts';
import { breedCreatures } from '../../../src/lib/contract/milestones/collection.ts';
import { listNotifications } from '../../../src/lib/contract/notifications/notifications.ts';
import { getProfile } from '../../../src/lib/contract/profile/profiles.ts';
import { getAccountStats } from '../../../src/lib/contract/progress/account-stats.ts';
import { saveProfile } from '../../../src/lib/contract/settings/settings.ts';
import { type Player, playerApi, request, type TestApi } from '../../support/api.ts';
import { endOf } from '../../support/ends.ts';
import { DAY, pass } from '../../support/time.ts';

const HATCH = 4;

/** A round with `hatched` creatures; `send` ends it. */
async function playRound(api: TestApi, hatched: number) {
  const { id, seed } = await request(startSession, { params: { id: HATCH }, body: { daily: false } });
  const { inputs, score, lasted } = playHatch(seed, (state) => state.hatched.length >= hatched);
  pass(api, lasted);
  const idempotencyKey = crypto.randomUUID();
  const send = (claimed = score) =>
    request(finishSession, { params: { id }, body: { inputs, score: claimed }, idempotencyKey });
  return { send, codes: hatch.finds?.(seed, { hatched }) ?? [], score };
}

/** Besides those of the demo account. */
const findsIn = ({ api, me }: { api: TestApi; me: Player }) =>
  api.db.drizzle.select().from(finds).where(eq(finds.userId, me.id));

const kindIn = (code: string) => kindOf(lookOf(code))?.id;
const total = (rows: readonly { count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0);

describe('a counted round', () => {
  test('adds what it hatched to the collection, once however often it is sent', async () => {
    const { api, player: me } = await playerApi();
    const { send, codes } = await playRound(api, 4);
    const answer = await send();
    expect(await send()).toEqual(answer);
    const mine = (await request(getProfile, { params: { id: me.id } })).creatures ?? [];
    expect(new Set(mine.map(({ kind }) => kind))).toEqual(new Set(codes.map(kindIn)));
    expect(total(mine)).toBe(4);
    for (const { kind, creature, found_at } of mine) {
      expect(creature).toBe(codes.find((code) => kindIn(code) === kind));
      expect(found_at).toBe(api.now.toISOString());
    }
    const [find] = answer.milestones?.filter(({ kind }) => kind === 'find') ?? [];
    expect(find).toMatchObject({
      href: '/user/profile?show=collection',
      creatures: expect.arrayContaining(mine.map(({ creature }) => creature)),
    });
    const [found, ...others] = (await request(listNotifications, {})).data;
    expect(found?.body).toContain(find?.title);
    expect(others).toEqual([]);
  });

  test('keeps the first creature of a known kind and counts it again', async () => {
    const { api, player: me } = await playerApi();
    const first = await playRound(api, 2);
    await first.send();
    const before = await findsIn({ api, me });
    // Of two more rounds each kind is new once.
    const second = await playRound(api, 3);
    const { milestones } = await second.send();
    const known = new Set(first.codes.map(kindIn));
    const fresh = [...new Set(second.codes.map(kindIn))].filter((kind) => !known.has(kind));
    expect(milestones?.find(({ kind }) => kind === 'find')?.creatures ?? []).toHaveLength(fresh.length);
    const after = (await request(getProfile, { params: { id: me.id } })).creatures ?? [];
    expect(total(after)).toBe(5);
    for (const { kind, creature } of before)
      expect(after.find((one) => one.kind === kind)?.creature).toBe(creature);
  });
});

describe('the seventh day in a row', () => {
  const inRounds = kinds.filter(({ size }) => size < 10);
  /** From the seventh creature of a round. */
  const hydra = inRounds.find(({ name }) => name === 'Hydra');

  /** Finishes the day's round, after six days of play and with these kinds found. */
  async function seventhDay(found: readonly (typeof kinds)[number][]) {
    const { api, player: me } = await playerApi();
    await api.db.drizzle.insert(finds).values(
      found.map((kind) => ({
        userId: me.id,
        kind: kind.id,
        creature: codeOf(silhouetteOf(kind)),
        foundAt: api.now,
        count: 1,
      })),
    );
    await api.db.drizzle.insert(playDays).values(
      [1, 2, 3, 4, 5, 6].map((ago) => ({
        userId: me.id,
        day: new Date(api.now.getTime() - ago * DAY).toISOString().slice(0, 10),
      })),
    );
    const gifts = async () => {
      const { milestones = [] } = await (await playRound(api, 4)).send();
      return milestones.filter(({ kind, title }) => kind === 'find' && title.startsWith('Day'));
    };
    return { gifts, giftDay: async () => (await request(getAccountStats, {})).streak.gift_day };
  }

  test('brings a creature that the player hasn’t found, once, and is announced beforehand', async () => {
    const { gifts, giftDay } = await seventhDay(inRounds.filter((kind) => kind !== hydra));
    expect(await giftDay()).toBe(7);
    const [gift, ...others] = await gifts();
    expect(others).toEqual([]);
    expect(gift).toMatchObject({ title: 'Day 7: Hydra', href: '/user/profile?show=collection' });
    expect(gift?.creatures?.map(kindIn)).toEqual([hydra?.id]);
    expect(await gifts()).toEqual([]);
    expect(await giftDay(), 'the giants aren’t given').toBeNull();
  });

  test('brings nothing if all of them are found', async () => {
    const { gifts, giftDay } = await seventhDay(inRounds);
    expect(await giftDay()).toBeNull();
    expect(await gifts()).toEqual([]);
  });
});

test('a rejected round finds nothing', async () => {
  const { api, player: me } = await playerApi();
  const { send, score } = await playRound(api, 3);
  expect(await endOf(send(score + 10))).toBe('round_refused');
  expect(await findsIn({ api, me })).toEqual([]);
});

test('other players see a collection, unless the profile is private', async () => {
  const { api, player: me } = await playerApi();
  await (await playRound(api, 2)).send();
  const seenBy = async (player: Player) => {
    api.actAs(player);
    return (await request(getProfile, { params: { id: me.id } })).creatures;
  };
  const other = await api.addPlayer();
  const mine = await seenBy(me);
  expect(mine).not.toEqual([]);
  expect(await seenBy(other)).toEqual(mine);
  api.actAs(me);
  await request(saveProfile, { body: { name: 'Mira K', country: 'NL', avatar: null, private: true } });
  expect(await seenBy(me)).toEqual(mine);
  expect(await seenBy(other)).toEqual([]);
});

describe('breeding', () => {
  const lookOfKind = (id: number) => {
    const kind = kinds.find((one) => one.id === id);
    if (!kind) throw new Error(`no kind ${id}`);
    return silhouetteOf(kind);
  };
  /** Gives the player one of each of these kinds. */
  async function withKinds(...ids: readonly number[]) {
    const { api, player: me } = await playerApi();
    await api.db.drizzle.insert(finds).values(
      ids.map((kind) => ({
        userId: me.id,
        kind,
        creature: codeOf(lookOfKind(kind)),
        foundAt: api.now,
        count: 1,
      })),
    );
    return { api, me };
  }
  const breed = (one: number, other: number, idempotencyKey = crypto.randomUUID()) =>
    request(breedCreatures, { body: { one, other }, idempotencyKey });
  const [ROUND_ONE_FOOT, EARS_TWO_FEET, LARGER] = [1, 5, 10];

  test('gives what the rules say, once per key and once a day', async () => {
    const { api, me } = await withKinds(ROUND_ONE_FOOT, EARS_TWO_FEET);
    const child = childOf(lookOfKind(ROUND_ONE_FOOT), lookOfKind(EARS_TWO_FEET));
    const key = crypto.randomUUID();
    const bred = await breed(ROUND_ONE_FOOT, EARS_TWO_FEET, key);
    expect(bred).toMatchObject({
      is_new: true,
      find: { creature: codeOf(child), kind: kindOf(child)?.id, count: 1, parents: [1, 5] },
    });
    expect(await breed(ROUND_ONE_FOOT, EARS_TWO_FEET, key)).toEqual(bred);
    expect(await endOf(breed(ROUND_ONE_FOOT, EARS_TWO_FEET))).toBe('limit_reached');
    const face = () => request(getProfile, { params: { id: me.id } });
    expect(await face()).toMatchObject({ breeds_at: bred.next_at });
    expect((await face()).creatures).toContainEqual(bred.find);

    pass(api, DAY);
    expect((await face()).breeds_at).toBeNull();
    expect(await breed(EARS_TWO_FEET, ROUND_ONE_FOOT)).toMatchObject({
      is_new: false,
      find: { kind: bred.find.kind, count: 2, found_at: bred.find.found_at },
    });
  });

  test.each([
    ['what isn’t found', ROUND_ONE_FOOT, 36],
    ['what is no kind', ROUND_ONE_FOOT, 0],
    ['one with itself', ROUND_ONE_FOOT, ROUND_ONE_FOOT],
    ['two sizes', ROUND_ONE_FOOT, LARGER],
  ])('rejects %s', async (_, one, other) => {
    const scene = await withKinds(ROUND_ONE_FOOT, EARS_TWO_FEET, LARGER);
    expect(await endOf(breed(one, other))).toBe('invalid: other');
    expect(await findsIn(scene)).toHaveLength(3);
  });
});

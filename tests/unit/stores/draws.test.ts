/** What the stores of contests and cases hold together that no screen shows. */
import { beforeEach, describe, expect, test } from 'vitest';
import { abortPending, connectApi } from '../../../src/lib/api/client.ts';
import { $case, $turn, closeTurn, loadCase, openCase, refreshCase } from '../../../src/lib/stores/case.ts';
import { $contest, $entering, enterContest, loadContest } from '../../../src/lib/stores/contest.ts';
import { shown } from '../../../src/lib/stores/load.ts';
import { aCase, aContest, anOpening } from '../../support/draw-host.ts';
import { brokenLine, type Host, refusal, rewardHost } from '../../support/reward-host.ts';

const OPEN = 'POST /api/user/cases/1/open';
const ENTER = 'POST /api/user/contests/7/enter';
let host: Host;

beforeEach(() => {
  host = rewardHost();
  connectApi({ fetch: host.fetch });
});

describe('opening a case', () => {
  const bodies = () => host.calls(OPEN).map(({ body }) => body);
  const balance = { available: 1, pending: 0, reserved: 0, debt: 0 };

  beforeEach(async () => {
    const one = await aCase();
    host.on('GET /api/user/cases/1', () => ({ case: one }));
    host.on(OPEN, async () => ({
      opening: await anOpening(1, 'first', one),
      balance,
      case: await aCase({}, 2),
    }));
    await loadCase(1);
  });

  test('until the end is known it is the same draw with the same seed, whatever is given or shown by then', async () => {
    const one = shown($case.get());
    const answer = host.on;
    answer(OPEN, brokenLine);
    await openCase('first');
    const next = await aCase({}, 2);
    host.on('GET /api/user/cases/1', () => ({ case: next }));
    await refreshCase(1);
    closeTurn();
    expect($turn.get()).toMatchObject({ state: 'refused', unknown: true });
    await openCase('second');
    const same = { commitment_id: one?.commitment?.id, player_seed: 'first' };
    expect(bodies()).toEqual([same, same]);
  });

  test('once it is known, the next one is another', async () => {
    host.on(OPEN, () => refusal(409, 'not_enough_points', 'Not enough.'));
    await openCase('first');
    await openCase('second');
    expect(bodies()).toMatchObject([{ player_seed: 'first' }, { player_seed: 'second' }]);
    closeTurn();
    expect($turn.get()).toEqual({ state: 'none' });
  });

  test('a second call while one is under way does nothing', async () => {
    await Promise.all([openCase('first'), openCase('first')]);
    expect(bodies()).toHaveLength(1);
    expect($turn.get().state).toBe('opened');
  });

  test('another case gone to meanwhile stays as it is', async () => {
    const { promise, resolve } = Promise.withResolvers<object>();
    host.on(OPEN, () => promise);
    const opening = openCase('first');
    const other = await aCase({ id: 2, name: 'Another' });
    host.on('GET /api/user/cases/2', () => ({ case: other }));
    await loadCase(2);
    resolve({ opening: await anOpening(1, 'first', await aCase()), balance, case: await aCase({}, 2) });
    await opening;
    expect(shown($case.get())?.name).toBe('Another');
    expect($turn.get()).toEqual({ state: 'none' });
  });
});

describe('entering a contest', () => {
  beforeEach(async () => {
    const contest = await aContest();
    host.on('GET /api/user/contests/7', () => ({ contest }));
    host.on(ENTER, () => ({ contest: { ...contest, entered: true, entry: { number: 1, seed: 'mine' } } }));
    await loadContest(7);
  });

  test('a second call while one is under way does nothing', async () => {
    await Promise.all([enterContest(7, 'mine'), enterContest(7, 'mine')]);
    expect(host.calls(ENTER)).toHaveLength(1);
    expect(shown($contest.get())?.entry?.number).toBe(1);
  });

  test('leaving the page while it is under way leaves it to be done', async () => {
    const { promise, resolve } = Promise.withResolvers<object>();
    host.on(ENTER, () => promise);
    const entering = enterContest(7, 'mine');
    abortPending();
    resolve({ contest: { ...(await aContest()), entered: true, entry: { number: 1, seed: 'mine' } } });
    await entering;
    expect($entering.get()).toEqual({ state: 'none' });
    expect(shown($contest.get())?.entry?.number).toBe(1);
  });
});

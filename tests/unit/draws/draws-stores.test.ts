/** Rules of the stores of contests and cases that no screen shows. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  $case,
  $turn,
  closeTurn,
  loadCase,
  refreshCase,
} from '../../../src/islands/draws/cases/case-store.ts';
import { openCase } from '../../../src/islands/draws/cases/opening-store.ts';
import {
  $contest,
  $entering,
  enterContest,
  loadContest,
} from '../../../src/islands/draws/contests/contest-store.ts';
import { shown } from '../../../src/islands/shared/stores/load.ts';
import { abortPending } from '../../../src/lib/client/client.ts';
import { getCase, openCase as openCall } from '../../../src/lib/contract/draws/cases.ts';
import { enterContest as enterCall, getContest } from '../../../src/lib/contract/draws/contests.ts';
import { aCase, aContest, anOpening } from '../../support/draw-fixtures.ts';
import { balance } from '../../support/fixtures.ts';
import { brokenLine, hostOfEachTest, refusal } from '../../support/host.ts';

const host = hostOfEachTest();
vi.stubGlobal('matchMedia', () => ({ matches: true }));

describe('opening a case', () => {
  const bodies = () => host.bodies(openCall);
  const opened = async () => ({
    opening: await anOpening(1, 'first', await aCase()),
    balance: balance({ available: 1 }),
    case: await aCase({}, 2),
  });

  beforeEach(async () => {
    host.on(getCase, async ({ params }) => ({ case: await aCase({ id: Number(params.id) }) }));
    host.on(openCall, opened);
    await loadCase(1);
  });

  test('repeats the same draw with the same seed until its result is known, whatever is entered or shown', async () => {
    const one = shown($case.get());
    host.on(openCall, brokenLine);
    await openCase(1, 'first');
    host.on(getCase, async () => ({ case: await aCase({}, 2) }));
    await refreshCase(1);
    closeTurn();
    expect($turn.get()).toMatchObject({ state: 'refused', again: { promised: { player_seed: 'first' } } });
    await openCase(1, 'second');
    const same = { commitment_id: one?.commitment?.id, player_seed: 'first' };
    expect(bodies()).toEqual([same, same]);
  });

  test('makes a new draw once the result is known', async () => {
    host.on(openCall, () => refusal(409, 'not_enough_points', 'Not enough.'));
    await openCase(1, 'first');
    await openCase(1, 'second');
    expect(bodies()).toMatchObject([{ player_seed: 'first' }, { player_seed: 'second' }]);
    closeTurn();
    expect($turn.get()).toEqual({ state: 'none' });
  });

  test('leaves another case unchanged that was opened in the meantime', async () => {
    const give = host.hold(openCall);
    const opening = openCase(1, 'first');
    await loadCase(2);
    give(await opened());
    await opening;
    expect(shown($case.get())?.id).toBe(2);
    expect($turn.get()).toEqual({ state: 'none' });
  });
});

describe('entering a contest', () => {
  const entered = async () => ({
    contest: await aContest({ entered: true, entry: { number: 1, seed: 'mine' } }),
  });
  beforeEach(async () => {
    host.on(getContest, async () => ({ contest: await aContest() }));
    host.on(enterCall, entered);
    await loadContest(7);
  });

  test('continues if the page is left', async () => {
    const give = host.hold(enterCall);
    const entering = enterContest(7, 'mine');
    abortPending();
    give(await entered());
    await entering;
    expect($entering.get()).toEqual({ state: 'none' });
    expect(shown($contest.get())?.entry?.number).toBe(1);
  });
});

import { readFileSync } from 'node:fs';
import { fireEvent, render, screen, act as settle, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Counter } from '../../../src/islands/arcade/Counter.tsx';
import { GuestResult } from '../../../src/islands/arcade/GuestResult.tsx';
import type { OwnGame } from '../../../src/islands/arcade/own-game.ts';
import { PlayIsland } from '../../../src/islands/arcade/PlayIsland.tsx';
import type { PartnerGame } from '../../../src/islands/arcade/partner-game.ts';
import { $play, playTime, running } from '../../../src/islands/arcade/play-store.ts';
import { payable, reachedNow } from '../../../src/islands/arcade/quest-progress.ts';
import { startRound } from '../../../src/islands/arcade/start-store.ts';
import { finishRound, ROUND_MINUTES } from '../../../src/islands/arcade/store.ts';
import { type Direction, directions } from '../../../src/lib/arcade/directions.ts';
import { gridOf, type MergeState, move, start } from '../../../src/lib/arcade/merge.ts';
import { merge } from '../../../src/lib/arcade/merge-variants.ts';
import { connectApi } from '../../../src/lib/client/client.ts';
import { formatPoints } from '../../../src/lib/format/points.ts';
import { forgetGuestRound, storeGuestRound } from '../../../src/lib/session/guest-round.ts';
import { storedRound } from '../../../src/lib/session/kept-round.ts';
import { $user, patchUser } from '../../../src/lib/session/session.ts';
import { aUser, balance, signIn } from '../../support/fixtures.ts';
import { holdFrames } from '../../support/held-frames.ts';
import { budgetOf, playServer, quests } from '../../support/play-server.ts';
import {
  button,
  endRound,
  findButton,
  findLinkTo,
  lateDrawn,
  linkTo,
  press,
  pressFound,
  visit,
} from '../../support/screen.ts';

const game: OwnGame = {
  arcade: 'merge',
  id: 1,
  name: 'Merge',
  summary: 'Slide and add up',
  controls: 'Arrow keys or swipe.',
  quests,
};
const keys = ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'] as const;
const names = ['up', 'right', 'down', 'left'] as const;

let server = playServer(7);
beforeEach(() => {
  // With this seed up, left, down and right each change the board when made in that order.
  server = playServer(7);
  connectApi({ fetch: server.fetch });
  visit('/games/merge/play/desktop');
});
/** The store outlives the page, so this replaces the test's round with an empty one, and discards that. */
function putAway() {
  void startRound({ id: 1, rules: merge }, { practice: true });
  finishRound();
}
afterEach(() => {
  putAway();
  signIn(null);
});

const board = () => screen.getByRole('region', { name: 'Board' });
const surface = () => within(board()).getByRole('application');
const grid = () => board().getAttribute('data-grid');
const gridIs = (state: MergeState) => waitFor(() => expect(grid()).toBe(gridOf(state).join()));
const said = () => screen.getByRole('status', { name: 'Score' }).textContent;
const heading = (name: string) => screen.findByRole('heading', { name });
const key = (name: string, more = {}) => fireEvent.keyDown(document.body, { key: name, ...more });

function show(signedIn = true) {
  const shown = render(<PlayIsland games={[game]} />);
  settle(() => signIn(signedIn ? undefined : null));
  return shown;
}
async function begin(signedIn = true) {
  const shown = show(signedIn);
  await pressFound('Play');
  await findButton('Pause');
  return shown;
}

const possibleMove = (state: MergeState) => directions.find((each) => move(state, each) !== state);
/** A direction that is possible twice, so that a repeated move would be noticed. */
const wayTwice = (state: MergeState) =>
  directions.find((each) => {
    const once = move(state, each);
    return once !== state && move(once, each) !== once;
  });

/** Presses a key, and compares the board with the test's own run of the rules. */
async function go(state: MergeState, direction: Direction): Promise<MergeState> {
  const next = move(state, direction);
  key(keys[direction]);
  await gridIs(next);
  await lateDrawn();
  return next;
}
async function playOn(moves: number): Promise<MergeState> {
  let state = start(server.seed);
  for (let turn = 0; turn < moves; turn++) {
    const direction = possibleMove(state);
    if (direction !== undefined) state = await go(state, direction);
  }
  return state;
}

describe('the address', () => {
  test('names the tab after its game, and without a name lists our games', async () => {
    const { unmount } = show(false);
    expect(document.title).toMatch(/^Merge/);
    unmount();
    visit('/games/play');
    show(false);
    expect(await findLinkTo(/Merge/)).toMatch(/^\/games\/merge\/play\//);
  });

  test('without a name says what each game is and pays, and how much of it the player has done', async () => {
    server.budget = budgetOf({ today: 40, welcome: 0 });
    visit('/games/play');
    show(false);
    const text = () => screen.getByRole('link', { name: /Merge/ }).textContent;
    await screen.findByRole('link', { name: /Merge/ });
    const points = formatPoints(quests.reduce((sum, quest) => sum + quest.points, 0));
    expect(text()).toContain('Slide and add up');
    expect(text()).toContain(`${points} pts`);
    expect(text()).not.toContain('keys');
    expect(text()).not.toContain('done');
    expect(await screen.findByText(/^Earn up to 600 pts from one-time quests/)).toBeTruthy();
    settle(() => signIn());
    expect(text()).toContain(`${quests.length} quests`);
    await waitFor(() => expect(text()).toContain('1 of 4 quests done'));
    expect(await screen.findByText(/^40 of 80 pts left/)).toBeTruthy();
  });

  test('without a name lists partners’ games too, folded below our own, and says that they pay nothing', async () => {
    visit('/games/play');
    const { arcade: _, ...kites } = { ...game, slug: 'kites', name: 'Kites', frame: '/kites' };
    const partner: PartnerGame = { ...kites, devices: ['desktop'] };
    const { container, rerender } = render(<PlayIsland games={[game]} partners={[partner]} />);
    const link = await screen.findByText('Kites');
    expect(link.closest('details')?.open).toBe(false);
    expect(link.closest('a')?.textContent).toContain('No points');
    rerender(<PlayIsland games={[]} partners={[partner]} />);
    expect(screen.getByText('Kites').closest('details')).toBeNull();
    // What our games pay is neither shown nor fetched.
    expect(container.querySelector('.budget')).toBeNull();
  });

  test.each([
    ['chess', 'chess'],
    ['constructor', 'constructor'],
    ['%E0%A4%A', '%E0%A4%A'],
    ['my%20game', 'my game'],
  ])('lists our games and says so if no game has the name (%s)', async (name, read) => {
    visit(`/games/${name}/play`);
    show(false);
    await heading('We couldn’t find that game');
    expect(document.title).toMatch(/^Game not found/);
    expect(screen.getByText(new RegExp(`“${read}”`))).toBeTruthy();
    expect(screen.getByRole('link', { name: /Merge/ })).toBeTruthy();
  });
});

describe('the instructions', () => {
  test.each([
    [false, /Arrow keys or swipe/, /Swipe on the board/],
    [true, /Swipe on the board/, /keys/],
  ])('are for the device (touch: %s)', async (touch, named, unnamed) => {
    vi.stubGlobal('matchMedia', (media: string) => ({ media, matches: touch && media.includes('coarse') }));
    onTestFinished(() => void vi.unstubAllGlobals());
    show();
    const help = (await heading('How to play Merge')).parentElement?.querySelector('p')?.textContent;
    expect(help).toMatch(named);
    expect(help).not.toMatch(unnamed);
  });
});

describe('playing', () => {
  test('arrow keys move the tiles, which can be read as a table; merges and the score are read out, other moves not', async () => {
    await begin();
    await gridIs(start(server.seed));
    expect(said()).toBe('Round started. Score 0.');
    let state = start(server.seed);
    let heard = said();
    for (let turn = 0; turn < 14; turn++) {
      const direction = possibleMove(state);
      if (direction === undefined) break;
      state = await go(state, direction);
      if (state.change.merged.length === 0) expect(said()).toBe(heard);
      else await waitFor(() => expect(said()).toMatch(new RegExp(`^Made .*\\. Score ${state.score}\\.$`)));
      heard = said();
    }
    expect(state.score).toBeGreaterThan(0);
    await lateDrawn();
    const cells = within(within(board()).getByRole('table')).getAllByRole('cell');
    expect(cells.map((cell) => Number(cell.textContent) || 0)).toEqual(gridOf(state));
  });

  test('W, A, S and D move the tiles too, by their place on the keyboard', async () => {
    await begin();
    let state = start(server.seed);
    for (const [code, direction] of [
      ['KeyW', 0],
      ['KeyA', 3],
      ['KeyS', 2],
      ['KeyD', 1],
    ] as const) {
      state = move(state, direction);
      key('z', { code });
      await gridIs(state);
    }
  });

  test('letters do nothing once turned off; arrow keys and Escape still do', async () => {
    await begin();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Use letter keys' }));
    const before = grid();
    for (const code of ['KeyW', 'KeyA', 'KeyS', 'KeyD', 'KeyP']) key('z', { code });
    key('p');
    expect([grid(), board().getAttribute('data-state')]).toEqual([before, 'playing']);
    await go(start(server.seed), possibleMove(start(server.seed)) ?? 0);
    key('Escape');
    expect(board().getAttribute('data-state')).toBe('paused');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Use letter keys' }));
    key('p');
    expect(board().getAttribute('data-state')).toBe('playing');
  });

  test('a key in a field, with Ctrl, or held down moves nothing', async () => {
    await begin();
    const before = grid();
    const input = document.body.appendChild(document.createElement('input'));
    fireEvent.keyDown(input, { key: 'ArrowLeft', bubbles: true });
    input.remove();
    for (const more of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }, { repeat: true }])
      for (const name of keys) key(name, more);
    expect(grid()).toBe(before);
  });

  describe('by a finger', () => {
    /** Begins a round whose first move could be made twice, with the timers held. */
    async function beginTwice() {
      while (wayTwice(start(server.seed)) === undefined) server.seed += 1;
      await begin();
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const state = start(server.seed);
      return { state, direction: wayTwice(state) ?? 0 };
    }
    const gridAfter = (state: MergeState) => {
      settle(() => vi.advanceTimersByTime(500));
      expect(grid()).toBe(gridOf(state).join());
    };

    test('a swipe is one move, as soon as its direction is clear and however far it goes; a tap is none', async () => {
      const { state, direction } = await beginTwice();
      const ways = [
        [0, -60],
        [60, 0],
        [0, 60],
        [-60, 0],
      ];
      const [dx = 0, dy = 0] = ways[direction] ?? [];
      const at = { pointerId: 3, isPrimary: true, button: 0, pointerType: 'touch' };
      const down = () => fireEvent.pointerDown(surface(), { ...at, clientX: 100, clientY: 100 });
      const drag = (step: number) =>
        fireEvent.pointerMove(surface(), { ...at, clientX: 100 + step * dx, clientY: 100 + step * dy });
      down();
      drag(0.1);
      fireEvent.pointerUp(surface(), at);
      drag(1);
      gridAfter(state);
      down();
      for (const step of [0.2, 1, 2, 3]) drag(step);
      gridAfter(move(state, direction));
    });

    test('a direction button is one move: the click after the finger is not another one', async () => {
      const { state, direction } = await beginTwice();
      const pad = button(`Move ${names[direction]}`);
      fireEvent.pointerDown(pad, { button: 0 });
      fireEvent.click(pad);
      gridAfter(move(state, direction));
    });

    test('scrolls the page over a board on which no round runs', () => {
      const styles = readFileSync('src/islands/arcade/board.css', 'utf8').replace(/\/\*.*?\*\//gs, '');
      const rules = styles.matchAll(/([^{};]+)\{[^{}]*touch-action: none/g);
      expect([...rules].map(([, selector]) => selector?.trim())).toEqual([
        '.board[data-state="playing"] .surface',
      ]);
    });
  });

  test('a direction button works by the keyboard as well', async () => {
    visit('/games/merge/play/mobile');
    await begin();
    const direction = possibleMove(start(server.seed)) ?? 0;
    press(`Move ${names[direction]}`);
    await gridIs(move(start(server.seed), direction));
  });

  test("quests grow with the round, on top of the server's figures", async () => {
    await begin();
    await screen.findByText('1 quest completed');
    const line = () => screen.getByText('Play 10 rounds').closest('li')?.textContent;
    expect(line()).toContain('7 of 10');
    await playOn(20);
    await waitFor(() => expect(line()).toContain('8 of 10'));
  });
});

describe('pausing', () => {
  test.each([
    ['p', ''],
    ['P', ''],
    // In a Cyrillic layout, by its place.
    ['з', 'KeyP'],
    ['Escape', ''],
  ])('%s stops the moves, and a second time resumes them', async (name, code) => {
    await begin();
    key(name, { code });
    const before = grid();
    for (const arrow of keys) key(arrow);
    expect(screen.getByRole('heading', { name: 'Game paused' })).toBeTruthy();
    expect(document.activeElement).toBe(button('Resume'));
    expect(grid()).toBe(before);
    key(name, { code });
    expect(screen.queryByRole('heading', { name: 'Game paused' })).toBeNull();
    await playOn(2);
  });

  test('says how the round stands, what is kept, and that the round is saved', async () => {
    await begin();
    press('Pause');
    const sheet = () => heading('Game paused').then((title) => title.parentElement?.textContent);
    expect(await sheet()).not.toMatch(/best tile|You keep/);
    expect(await sheet()).toContain('Your round is saved');
    press('Resume');
    const { score } = await playOn(14);
    expect(score).toBeGreaterThan(0);
    press('Pause');
    expect(await sheet()).toMatch(/best tile \d+, 14 moves/);
    expect(await sheet()).toMatch(/You keep .* Your round is saved, even if you close the page\./);
  });

  test('doesn’t say that a round is saved which the browser can’t store', async () => {
    await begin(false);
    await playOn(2);
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem() {
        throw new DOMException('no', 'QuotaExceededError');
      },
      removeItem: () => {},
      clear: () => {},
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    press('Pause');
    await heading('Game paused');
    expect(screen.queryByText(/Your round is saved/)).toBeNull();
    expect(screen.getByText(/Your browser can’t store your round, so keep this page open\./)).toBeTruthy();
  });

  test('a hidden tab pauses', async () => {
    await begin();
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    fireEvent(document, new Event('visibilitychange'));
    Reflect.deleteProperty(document, 'visibilityState');
    expect(button('Resume')).toBeTruthy();
  });

  test('a player who leaves the page, in the round or before it has started, comes back to a pause', async () => {
    const { unmount } = show();
    await pressFound('Play');
    unmount();
    const { unmount: leave } = show();
    await pressFound('Resume');
    const state = await playOn(3);
    leave();
    show();
    await findButton('Resume');
    await gridIs(state);
  });

  test.each([
    ['pageshow', () => window],
    ['visibilitychange', () => document],
  ] as const)(
    'after the computer slept past its time, %s ends the round and has it counted',
    async (event, target) => {
      await begin();
      await playOn(1);
      press('Pause');
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ROUND_MINUTES * 60_000 });
      fireEvent(target(), new Event(event));
      await heading('Round complete');
    },
  );
});

describe('the end', () => {
  test('before the first move it can be discarded right away; one move is announced as one', async () => {
    await begin();
    press('End round');
    expect(button('Play')).toBeTruthy();
    expect(server.arrived).toEqual([]);
    await pressFound('Play');
    await findButton('Pause');
    await playOn(1);
    endRound();
    await screen.findByText(/, 1 move$/);
  });

  test('asks first and says what is kept, continues if the player declines, and isn’t reached by a double click', async () => {
    await begin();
    let state = await playOn(1);
    press('End round');
    expect(screen.getByRole('heading', { name: 'End this round?' })).toBeTruthy();
    expect(screen.getByText('You haven’t scored yet.')).toBeTruthy();
    expect(document.activeElement).toBe(button('Keep playing'));
    press('Keep playing');
    while (state.score === 0) state = await go(state, possibleMove(state) ?? 0);
    press('End round');
    expect(screen.getByText(`You keep your score of ${state.score}.`)).toBeTruthy();
    press('Keep playing');
    while (state.score < 60) state = await go(state, possibleMove(state) ?? 0);
    press('Pause');
    const [first, second] = screen.getAllByRole('button', { name: /^(?:Resume|End round)$/ });
    expect(first).toBe(button('Resume'));
    fireEvent.click(second ?? document.body);
    expect(screen.getByText('You keep 150 points.')).toBeTruthy();
    // What is in its place now.
    expect(screen.getAllByRole('button', { name: /^(?:Keep playing|End round)$/ })[1]).toBe(
      button('Keep playing'),
    );
    expect(server.arrived).toEqual([]);
  });

  test('says what was counted and credited, which quest is next, and where to go on', async () => {
    await begin();
    let state = await playOn(1);
    while (state.score < 60) state = await go(state, possibleMove(state) ?? 0);
    endRound();
    const result = within(await screen.findByRole('region', { name: 'Result' }));
    await result.findByRole('heading', { name: 'Round complete' });
    for (const words of ['Score 60 in one round', '+150', '+150 pts', '1,150 pts', 'Next: Play 10 rounds'])
      expect(result.getByText(words)).toBeTruthy();
    expect(linkTo('See rewards', result)).toBe('/user/rewards');
    expect(said()).toBe(`Round over. Score ${state.score}.`);
    press('Play again');
    await findButton('Pause');
    await gridIs(start(server.seed));
  });

  test('of a round that was ended too late shows the score that was counted', async () => {
    await begin();
    const saved = await playOn(20);
    press('Pause');
    await waitFor(() => expect(server.open?.inputs).toHaveLength(20));
    press('Resume');
    let state = saved;
    while (state.score === saved.score) state = await go(state, possibleMove(state) ?? 0);
    [server.late, server.keepFails] = [true, true];
    endRound();
    const result = within(await screen.findByRole('region', { name: 'Result' }));
    await result.findByRole('heading', { name: 'Round complete' });
    expect(result.getByText(String(saved.score), { selector: '.end-score *' })).toBeTruthy();
  });

  test('marks a round that won something, and says that its score is the best so far', async () => {
    server.best = 4;
    await begin();
    await playOn(1);
    endRound();
    const result = await screen.findByRole('region', { name: 'Result' });
    const announced = () => within(result).getByRole('status', { name: 'Result' }).textContent;
    await waitFor(() => expect(announced()).toBe('Round complete. Points earned: 0.'));
    expect(result.hasAttribute('data-won')).toBe(false);

    press('Play again');
    await findButton('Pause');
    let state = await playOn(1);
    while (state.score <= 4) state = await go(state, possibleMove(state) ?? 0);
    endRound();
    await screen.findByText('New best');
    const next = screen.getByRole('region', { name: 'Result' });
    expect(next.hasAttribute('data-won')).toBe(true);
    expect(within(next).getByRole('status', { name: 'Result' }).textContent).toBe(
      'Round complete. New best score. Points earned: 0.',
    );
  });

  test('shows a card for each thing that the round reached, with the creatures that are new', async () => {
    server.best = 10_000;
    server.milestones = [
      { kind: 'level', title: 'Level 3', text: 'Two more to a frame.', href: null },
      { kind: 'badge', title: 'Quest regular', text: 'Completed 10 quests', href: '/user/profile' },
      {
        kind: 'find',
        title: '2 new creatures',
        text: 'Bean and Bunlet',
        href: '/user/profile?show=collection',
        creatures: ['e4v4e-210', 'vahav-30'],
      },
    ];
    await begin();
    await playOn(3);
    endRound();
    const list = within(await screen.findByRole('list', { name: 'Unlocked this round' }));
    const cards = list.getAllByRole('listitem');
    const finds = () => [...(cards[2]?.querySelectorAll('.finds svg') ?? [])];
    await waitFor(() => expect(finds()).toHaveLength(2));
    expect(finds().map((find) => find.querySelector('rect')?.getAttribute('fill'))).toEqual([
      'oklch(0.42 0.11 210)',
      'oklch(0.42 0.11 30)',
    ]);
    expect(cards.map(({ textContent }) => textContent)).toEqual([
      'Level 3Two more to a frame.',
      'Quest regularCompleted 10 quests',
      '2 new creaturesBean and Bunlet',
    ]);
    expect(cards.map((card) => card.querySelectorAll('.finds').length)).toEqual([0, 0, 1]);
    expect(new Set(cards.map((card) => card.querySelector('.icon path')?.getAttribute('d'))).size).toBe(3);
    expect(list.queryByRole('link', { name: 'Level 3' })).toBeNull();
    expect(linkTo('2 new creatures', list)).toBe('/user/profile?show=collection');
    const result = screen.getByRole('region', { name: 'Result' });
    expect(result.hasAttribute('data-won')).toBe(true);
    expect(within(result).getByRole('status', { name: 'Result' }).textContent).toBe(
      'Round complete. Points earned: 0. Level 3. Quest regular. 2 new creatures.',
    );
  });

  test('is played again by Enter at the title, but not by the key that ended it or skips its celebration', async () => {
    await begin();
    await playOn(1);
    const now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now);
    onTestFinished(() => clock.mockRestore());
    endRound();
    const title = await heading('Round complete');
    await waitFor(() => expect(screen.getByRole('status', { name: 'Result' }).textContent).not.toBe(''));
    expect(document.activeElement).toBe(title);
    const press = (name: string, more = {}) => fireEvent.keyDown(title, { key: name, ...more });
    press('Enter');
    clock.mockReturnValue(now + 1_500);
    press('Enter', { repeat: true });
    press(' ');
    expect(server.starts).toBe(1);
    press('Enter');
    await findButton('Pause');
    expect(server.starts).toBe(2);
  });

  test('isn’t discarded by Enter at the title while it isn’t saved', async () => {
    await begin();
    await playOn(1);
    server.mishaps = ['down'];
    endRound();
    const title = await heading('Not saved yet');
    const now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 1_500);
    onTestFinished(() => clock.mockRestore());
    fireEvent.keyDown(title, { key: 'Enter' });
    expect([server.starts, $play.get().state]).toEqual([1, 'finished']);
  });

  test.each([
    { reached: 'level', quiet: [false, true] },
    { reached: 'goal', quiet: [true, false] },
  ] as const)(
    'leads to the next round first, or to the reward once there are points for it: $reached',
    async ({ reached, quiet }) => {
      server.milestones = [{ kind: reached, title: 'You did it', text: '', href: null }];
      await begin();
      await playOn(3);
      endRound();
      await screen.findByText('You did it');
      const isQuiet = (name: string) => screen.getByText(name).classList.contains('quiet');
      expect(['Play again', 'See rewards'].map(isQuiet)).toEqual(quiet);
    },
  );

  test('shows a new player no zeros until a round has earned points', async () => {
    server.available = 0;
    await begin();
    patchUser({ balance: balance({ available: 0, is_new: true }) });
    let state = await playOn(1);
    endRound();
    const result = within(await screen.findByRole('region', { name: 'Result' }));
    await result.findByText(/^Next:/);
    expect(result.queryByText('You can spend')).toBeNull();
    expect($user.get()?.balance?.is_new).toBe(true);

    press('Play again');
    await findButton('Pause');
    state = await playOn(1);
    while (state.score < 60) state = await go(state, possibleMove(state) ?? 0);
    endRound();
    await screen.findByText('You can spend');
    expect($user.get()?.balance?.is_new).toBeUndefined();
  });

  test('offers the score to share', async () => {
    await begin();
    const { score } = await playOn(14);
    endRound();
    await heading('Round complete');
    press('Share score');
    // This DOM can't draw, so the words are shown in place of the picture.
    const words = await screen.findByText(/^My score in Merge: /);
    expect(words.textContent).toMatch(
      new RegExp(`: ${formatPoints(score)} \\(.*14 moves\\)\\. .* on Playtally\\nhttp.*/games/merge$`),
    );
  });

  test('counts a figure up from zero, while its text says the figure from the start', () => {
    const nextFrame = holdFrames();
    const { container } = render(
      <>
        <Counter text="+1,250 pts" rolls />
        <Counter text="1,250" />
      </>,
    );
    const [rolling, still] = container.querySelectorAll('.counter');
    const digits = (counter: Element | undefined) =>
      [...(counter?.querySelectorAll<HTMLElement>('[data-digit]') ?? [])]
        .map((one) => one.dataset.digit)
        .join('');
    const text = () => rolling?.querySelector('.unseen')?.textContent;
    expect([digits(rolling), digits(still), text()]).toEqual(['0000', '1250', '+1,250 pts']);
    settle(nextFrame);
    expect([digits(rolling), digits(still), text()]).toEqual(['1250', '1250', '+1,250 pts']);
  });

  test('shows the daily limit before, during and after a round', async () => {
    server.capped = true;
    server.budget = budgetOf({ welcome: 100, today: 40 });
    show();
    const message = /40 of 80 pts left in games today, 100 of 600 in one-time quests/;
    const shown = () =>
      screen.queryAllByText(
        (_, element) => element?.className === 'budget' && message.test(element.textContent ?? ''),
      );
    await waitFor(() => expect(shown()).toHaveLength(1));
    await pressFound('Play');
    await findButton('Pause');
    expect(shown().length).toBeGreaterThan(0);
    await playOn(3);
    server.budget = budgetOf({ welcome: 100, today: 0 });
    endRound();
    await screen.findByText(/You’ve hit today’s limit of 80 pts/);
    expect(screen.getByText('0 of 80 pts left')).toBeTruthy();
  });

  test('says plainly when all of what it earned comes on another day', async () => {
    server.budget = budgetOf({ welcome: 0, today: 0 });
    await begin();
    let state = await playOn(1);
    while (state.score < 60) state = await go(state, possibleMove(state) ?? 0);
    const yours = 'Yours when you play on another day: 150 pts';
    await waitFor(() => expect(screen.getAllByText(/^Yours/)[0]?.textContent).toBe(yours));
    press('End round');
    expect(screen.getByText('You get 150 points when you play on another day.')).toBeTruthy();
  });

  test('loses nothing if the answer is lost: trying again counts the round once, keeps the focus and is announced', async () => {
    await begin();
    await playOn(3);
    server.mishaps = ['lost'];
    endRound();
    await heading('Not saved yet');
    const again = await findButton('Try again');
    const heard = screen.getByRole('status', { name: 'Result' });
    expect(heard.textContent).toBe('');
    again.focus();
    fireEvent.click(again);
    const title = await heading('Round complete');
    expect(document.activeElement).toBe(title);
    expect(heard.textContent).toBe('Round complete. Points earned: 0.');
    expect(server.counted).toBe(1);
  });

  test('shows a rejection in the server’s words', async () => {
    await begin();
    await playOn(3);
    server.mishaps = ['refused'];
    endRound();
    expect((await screen.findByRole('alert')).textContent).toContain("This round can't be counted.");
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(button('Play again')).toBeTruthy();
  });

  test('says that a round which another device ended has been counted', async () => {
    await begin();
    await playOn(3);
    server.mishaps = ['elsewhere'];
    endRound();
    await heading('Already counted');
    const result = screen.getByRole('region', { name: 'Result' }).textContent;
    expect(result).toContain('We already counted this round.');
    expect(result).not.toMatch(/didn’t earn|medal/);
    expect(button('Play again')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Share/ })).toBeNull();
    expect(storedRound(aUser().id)).toBeNull();
  });

  test.each(['that is running', 'that has ended'])(
    'a round %s stays its player’s if they log out in another tab: the next player doesn’t get it',
    async (what) => {
      await begin();
      await playOn(3);
      settle(() => signIn(null));
      const { length: heard } = server.kept;
      if (what === 'that has ended') {
        server.mishaps = ['down'];
        endRound();
        await findButton('Try again');
      } else press('Pause');
      const { id } = aUser();
      expect(storedRound(id)).toMatchObject({ user: id, gameId: 1 });
      expect([storedRound(id + 1), storedRound(null)]).toEqual([null, null]);
      // Nobody else's account hears of its moves.
      expect(server.kept).toHaveLength(heard);
    },
  );

  test('is sent with a time that no move is after, even if one that was too fast is logged later than it was made', async () => {
    await begin();
    await playOn(1);
    vi.useFakeTimers({ toFake: ['performance'] });
    for (const name of keys) key(name);
    await waitFor(() => expect(running.log.at(-1)?.[0]).toBeGreaterThan(playTime()));
    press('Pause');
    await waitFor(() => expect(server.kept.length).toBeGreaterThan(0));
    for (const { inputs, at } of server.kept) expect(at).toBeGreaterThanOrEqual(inputs.at(-1)?.[0] ?? 0);
  });

  test('says why a round can’t start, and offers it for practice', async () => {
    server.startFails = true;
    show();
    await pressFound('Play');
    expect((await screen.findByRole('alert')).textContent).toContain('connection');
    press('Play without points');
    await findButton('End round');
  });
});

describe('a guest', () => {
  const paying: OwnGame = {
    ...game,
    quests: quests.filter(({ id }) => id === 101).map((quest) => ({ ...quest, metric: 'moves', goal: 2 })),
  };
  beforeEach(() => {
    server.budget = budgetOf();
  });
  afterEach(forgetGuestRound);
  async function beginAsGuest(page = paying) {
    const shown = render(<PlayIsland games={[page]} />);
    await screen.findByText('Play now, keep your points when you sign up.');
    await pressFound('Play');
    await findButton('Pause');
    return shown;
  }

  async function signInAfterRound(mishap: (typeof server.mishaps)[number]) {
    const { unmount } = await beginAsGuest();
    await playOn(3);
    endRound();
    await heading('Round complete');
    unmount();
    putAway();
    server.mishaps = [mishap];
    show();
  }

  test('is offered the points that the round earns before anything else; after signing in they are added on this page, once', async () => {
    const { unmount } = await beginAsGuest();
    await playOn(3);
    expect(screen.getAllByText(/^Yours when you sign up/)[0]?.textContent).toContain('100 pts');
    endRound();
    await heading('Round complete');
    const keep = await screen.findByRole('link', { name: 'Keep these 100 points' });
    expect(keep.getAttribute('href')).toBe('/login?from=%2Fgames%2Fmerge%2Fplay%2Fdesktop#sign-up');
    expect([keep, button('Play again')].map(({ className }) => className)).toEqual([
      'button',
      'button quiet',
    ]);
    expect(server.arrived).toEqual([]);
    unmount();
    putAway();
    const { unmount: reload } = show(false);
    expect((await screen.findByRole('link', { name: 'Keep these 100 points' })).getAttribute('href')).toBe(
      keep.getAttribute('href'),
    );
    expect(screen.getByText(/^Expires/).textContent).toMatch(/^Expires in \d+ /);
    reload();
    const { unmount: leave } = show();
    await heading('Round complete');
    expect(server.counted).toBe(1);
    leave();
    putAway();
    show();
    await findButton('Play');
  });

  test.each([
    ['the site can pay less by then', { ...budgetOf(), left: 40 }, 'Keep these 40 points'],
    ['nothing is left by then', budgetOf({ used_up: true }), 'Keep this score'],
  ])('is promised no more than can be kept: %s', async (_, budget, name) => {
    await beginAsGuest();
    await playOn(3);
    server.budget = budget;
    endRound();
    await screen.findByRole('link', { name });
  });

  test('is promised no points while it isn’t known what is left, and reads it if an earlier round is better', () => {
    const round = {
      id: 'a',
      key: 'k',
      gameId: 1,
      seed: 7,
      daily: false,
      startedAt: Date.now(),
      inputs: [],
      path: '/games',
    };
    storeGuestRound({ ...round, reached: { once: 100, again: 0 } });
    storeGuestRound({ ...round, id: 'b', reached: { once: 0, again: 10 } });
    const { rerender } = render(<GuestResult session="b" budget={undefined} onStart={finishRound} />);
    expect(linkTo('Keep this round')).toBe('/login?from=%2Fgames#sign-up');
    rerender(<GuestResult session="b" budget={budgetOf()} onStart={finishRound} />);
    expect(screen.getByText(/^From your best round so far/)).toBeTruthy();
    expect(linkTo('Keep these 100 points')).toBe('/login?from=%2Fgames#sign-up');
  });

  test('reads why fewer points were added', async () => {
    await signInAfterRound('refused');
    expect((await screen.findByRole('alert')).textContent).toContain("This round can't be counted.");
  });

  test('keeps the round while the account still lacks a second factor that this site requires', async () => {
    await signInAfterRound('no factor');
    await pressFound('Try again');
    await heading('Round complete');
    expect(server.counted).toBe(1);
  });

  test('a player without a ticket from the server can still play, and sees that the round earns nothing', async () => {
    server.guestsFail = true;
    await beginAsGuest();
    expect(screen.getByText(/^We couldn’t set up points for this round/)).toBeTruthy();
    for (const name of keys) key(name);
    endRound();
    await heading('Round over');
    expect(linkTo('See rewards')).toBe('/guest/rewards');
  });
});

test.each([
  ['all of it', budgetOf({ welcome: 600, today: 80 }), 130],
  ['the welcome’s rest and the day’s', budgetOf({ welcome: 60, today: 80 }), 130],
  ['no more than both have', budgetOf({ welcome: 20, today: 50 }), 70],
  ['the day’s alone', budgetOf({ welcome: 0, today: 80 }), 80],
  ['nothing once the site’s day is spent', budgetOf({ welcome: 600, today: 80, used_up: true }), 0],
  ['all of it where nothing is known', undefined, 130],
])('a running round says what it pays today: %s', (_, left, points) => {
  const of = (id: number, pays: number, period: 'once' | 'daily') =>
    ({ id, name: 'A quest', points: pays, metric: 'rounds', mode: 'sum', goal: 1, period }) as const;
  const reached = reachedNow([of(1, 100, 'once'), of(2, 30, 'daily')], { rounds: 1, moves: 20 }, null);
  expect(payable(reached, left)).toBe(points);
});

import { readFileSync } from 'node:fs';
import { fireEvent, render, screen, act as settle, waitFor, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OwnGame } from '../../src/islands/play/own-game.ts';
import { PlayIsland } from '../../src/islands/play/PlayIsland.tsx';
import { connectApi } from '../../src/lib/api/client.ts';
import { type Direction, directions } from '../../src/lib/arcade/directions.ts';
import { gridOf, type MergeState, merge, move, start } from '../../src/lib/arcade/merge.ts';
import { finishRound, ROUND_MINUTES, startRound } from '../../src/lib/stores/play.ts';
import { playServer, quests, storeSession } from '../support/play-server.ts';

const game: OwnGame = { arcade: 'merge', id: 1, name: 'Merge', controls: 'Arrow keys or swipe.', quests };
const keys = ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'] as const;

let server = playServer(1);

beforeEach(() => {
  // With this seed up, left, down and right each change the board when made in that order.
  server = playServer(7);
  connectApi({ fetch: server.fetch });
  history.replaceState(null, '', '/games/merge/play/desktop');
});

afterEach(() => {
  // The store outlives the page: give up the test's round for one without a move, and put that away.
  void startRound({ id: 1, rules: merge }, { practice: true });
  finishRound();
  storeSession(false);
});

const board = () => screen.getByRole('region', { name: 'Board' });
const grid = () => board().getAttribute('data-grid');
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const findButton = (name: string) => screen.findByRole('button', { name });
const said = () => screen.getByRole('status', { name: 'Score' }).textContent;

function show(signedIn: boolean) {
  const shown = render(<PlayIsland games={[game]} />);
  settle(() => storeSession(signedIn));
  return shown;
}

async function begin(signedIn = true) {
  const shown = show(signedIn);
  fireEvent.click(await findButton('Start round'));
  await findButton('Pause');
  return shown;
}

/** Presses a key, and the test's own copy of the rules says what the board must be then. */
async function press(state: MergeState, direction: Direction): Promise<MergeState> {
  const next = move(state, direction);
  fireEvent.keyDown(document.body, { key: keys[direction] });
  await waitFor(() => expect(grid()).toBe(gridOf(next).join()));
  return next;
}

async function playOn(moves: number): Promise<MergeState> {
  let state = start(server.seed);
  for (let turn = 0; turn < moves; turn++) {
    const direction = directions.find((each) => move(state, each) !== state);
    if (direction !== undefined) state = await press(state, direction);
  }
  return state;
}

describe('the address', () => {
  test('the page that is built knows none: it holds an empty board, and no inline styles', () => {
    const html = renderToString(<PlayIsland games={[game]} />);
    expect(html).toContain('class="surface"');
    expect(html).not.toMatch(/\sstyle=/);
    expect(html).not.toContain('Merge');
  });

  test('without a name: the list of our games', () => {
    history.replaceState(null, '', '/games/play');
    show(false);
    expect(screen.getByRole('heading', { name: 'Pick a game' })).toBeTruthy();
    expect(screen.getByRole('link', { name: /Merge/ }).getAttribute('href')).toMatch(
      /^\/games\/merge\/play\//,
    );
  });

  test.each([
    ['chess', 'chess'],
    ['constructor', 'constructor'],
    ['%E0%A4%A', '%E0%A4%A'],
    ['my%20game', 'my game'],
  ])('a name that none of them has (%s): says so, and lists them', (name, read) => {
    history.replaceState(null, '', `/games/${name}/play`);
    show(false);
    expect(screen.getByRole('heading', { name: 'There is no game of that name here' })).toBeTruthy();
    expect(screen.getByText(new RegExp(`“${read}”`))).toBeTruthy();
    expect(screen.getByRole('link', { name: /Merge/ })).toBeTruthy();
  });

  test('the tab is named after the game', () => {
    show(false);
    expect(document.title).toMatch(/^Merge/);
  });
});

describe('playing', () => {
  test('arrow keys move the tiles', async () => {
    await begin();
    expect(grid()).toBe(gridOf(start(server.seed)).join());
    await playOn(8);
  });

  test('W, A, S and D do too, by their place on the keyboard', async () => {
    await begin();
    let state = start(server.seed);
    for (const [code, direction] of [
      ['KeyW', 0],
      ['KeyA', 3],
      ['KeyS', 2],
      ['KeyD', 1],
    ] as const) {
      state = move(state, direction);
      fireEvent.keyDown(document.body, { key: 'z', code });
      await waitFor(() => expect(grid()).toBe(gridOf(state).join()));
    }
  });

  test('a key in a field, with Ctrl, or held down moves nothing', async () => {
    const { container } = await begin();
    const before = grid();
    const field = container.ownerDocument.body.appendChild(document.createElement('input'));
    fireEvent.keyDown(field, { key: 'ArrowLeft', bubbles: true });
    field.remove();
    for (const more of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }, { repeat: true }]) {
      for (const key of keys) fireEvent.keyDown(document.body, { key, ...more });
    }
    expect(grid()).toBe(before);
  });

  test('a swipe is one move, as soon as its direction is clear and however far it goes; a tap is none', async () => {
    // A board on which the same move twice would be seen.
    const twice = (state: MergeState) =>
      directions.find(
        (each) => move(state, each) !== state && move(move(state, each), each) !== move(state, each),
      );
    while (twice(start(server.seed)) === undefined) server.seed += 1;
    await begin();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const surface = within(board()).getByRole('application');
    const state = start(server.seed);
    const direction = twice(state) ?? 0;
    const ways = [
      [0, -60],
      [60, 0],
      [0, 60],
      [-60, 0],
    ];
    const [dx = 0, dy = 0] = ways[direction] ?? [];
    const at = { pointerId: 3, isPrimary: true, button: 0, pointerType: 'touch' };
    const drag = (step: number) =>
      fireEvent.pointerMove(surface, { ...at, clientX: 100 + step * dx, clientY: 100 + step * dy });

    fireEvent.pointerDown(surface, { ...at, clientX: 100, clientY: 100 });
    drag(0.1);
    fireEvent.pointerUp(surface, at);
    drag(1);
    settle(() => vi.advanceTimersByTime(500));
    expect(grid()).toBe(gridOf(state).join());

    fireEvent.pointerDown(surface, { ...at, clientX: 100, clientY: 100 });
    for (const step of [0.2, 1, 2, 3]) drag(step);
    settle(() => vi.advanceTimersByTime(500));
    expect(grid()).toBe(gridOf(move(state, direction)).join());
  });

  test('the direction buttons are named, and move', async () => {
    history.replaceState(null, '', '/games/merge/play/mobile');
    await begin();
    const state = start(server.seed);
    const direction = directions.find((each) => move(state, each) !== state) ?? 0;
    fireEvent.click(button(`Move ${['up', 'right', 'down', 'left'][direction]}`));
    await waitFor(() => expect(grid()).toBe(gridOf(move(state, direction)).join()));
  });

  test('a thumb on a direction button is one move: its click is not another one', async () => {
    const twice = (state: MergeState) =>
      directions.find(
        (each) => move(state, each) !== state && move(move(state, each), each) !== move(state, each),
      );
    while (twice(start(server.seed)) === undefined) server.seed += 1;
    await begin();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const state = start(server.seed);
    const direction = twice(state) ?? 0;
    const pad = button(`Move ${['up', 'right', 'down', 'left'][direction]}`);
    fireEvent.pointerDown(pad, { button: 0 });
    fireEvent.click(pad);
    settle(() => vi.advanceTimersByTime(500));
    expect(grid()).toBe(gridOf(move(state, direction)).join());
  });

  test('the board can be read as a table of numbers', async () => {
    await begin();
    const state = await playOn(6);
    const cells = within(within(board()).getByRole('table')).getAllByRole('cell');
    expect(cells.map((cell) => Number(cell.textContent) || 0)).toEqual(gridOf(state));
  });

  test('merges and the score are read out, other moves are not', async () => {
    await begin();
    expect(said()).toBe('Round started. Score 0.');
    let state = start(server.seed);
    let heard = said();
    for (let turn = 0; turn < 14; turn++) {
      const direction = directions.find((each) => move(state, each) !== state);
      if (direction === undefined) break;
      state = await press(state, direction);
      if (state.change.merged.length === 0) expect(said()).toBe(heard);
      else expect(said()).toMatch(new RegExp(`made\\. Score ${state.score}\\.$`));
      heard = said();
    }
    expect(state.score).toBeGreaterThan(0);
  });

  test("quests grow with the round, on top of the server's figures", async () => {
    await begin();
    await screen.findByText('1 quest reached before');
    const line = () => screen.getByText('Play 10 rounds').closest('li')?.textContent;
    expect(line()).toContain('7 of 10');
    await playOn(20);
    expect(line()).toContain('8 of 10');
  });
});

describe('pausing', () => {
  test.each([
    ['p', ''],
    ['P', ''],
    // In a Cyrillic layout, by its place.
    ['з', 'KeyP'],
    ['Escape', ''],
  ])('%s stops the moves, and again lets them go on', async (key, code) => {
    await begin();
    fireEvent.keyDown(document.body, { key, code });
    const before = grid();
    for (const arrow of keys) fireEvent.keyDown(document.body, { key: arrow });
    expect(screen.getByRole('heading', { name: 'Paused' })).toBeTruthy();
    expect(document.activeElement).toBe(button('Resume'));
    expect(grid()).toBe(before);
    fireEvent.keyDown(document.body, { key, code });
    expect(screen.queryByRole('heading', { name: 'Paused' })).toBeNull();
    await playOn(2);
  });

  test('a hidden tab pauses', async () => {
    await begin();
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    fireEvent(document, new Event('visibilitychange'));
    Reflect.deleteProperty(document, 'visibilityState');
    expect(button('Resume')).toBeTruthy();
  });

  test('who leaves the page and comes back finds the round paused', async () => {
    const { unmount } = await begin();
    const state = await playOn(3);
    unmount();
    show(true);
    expect(await findButton('Resume')).toBeTruthy();
    expect(grid()).toBe(gridOf(state).join());
  });

  test('who leaves the page before the round has started finds it paused too', async () => {
    const { unmount } = show(true);
    fireEvent.click(await findButton('Start round'));
    unmount();
    show(true);
    expect(await findButton('Resume')).toBeTruthy();
  });

  test.each([
    ['pageshow', () => window],
    ['visibilitychange', () => document],
  ] as const)('after a sleep past its time, %s ends the round and has it counted', async (event, target) => {
    await begin();
    await playOn(1);
    fireEvent.click(button('Pause'));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ROUND_MINUTES * 60_000 });
    fireEvent(target(), new Event(event));
    expect(await screen.findByRole('heading', { name: 'Counted' })).toBeTruthy();
  });
});

test('a finger scrolls the page over a board on which no round runs', () => {
  const styles = readFileSync('src/islands/play/play.css', 'utf8').replace(/\/\*.*?\*\//gs, '');
  const rules = styles.matchAll(/([^{};]+)\{[^{}]*touch-action: none/g);
  expect([...rules].map(([, selector]) => selector?.trim())).toEqual([
    '.board[data-state="playing"] .surface',
  ]);
});

describe('the end', () => {
  test('nothing to finish before the first move', async () => {
    await begin();
    fireEvent.click(button('Finish and count it'));
    expect(button('Finish and count it').getAttribute('aria-disabled')).toBe('true');
    expect(server.arrived).toEqual([]);
  });

  test('says what was counted and credited, which quest is next, and where to go on', async () => {
    await begin();
    let state = await playOn(1);
    while (state.score < 60) {
      const direction = directions.find((each) => move(state, each) !== state) ?? 0;
      state = await press(state, direction);
    }
    fireEvent.click(button('Finish and count it'));
    const result = within(await screen.findByRole('region', { name: 'Result' }));
    await result.findByRole('heading', { name: 'Counted' });
    expect(result.getByText('Score 60 in one round')).toBeTruthy();
    expect(result.getByText('+150')).toBeTruthy();
    expect(result.getByText('+150 pts')).toBeTruthy();
    expect(result.getByText('1,150 pts')).toBeTruthy();
    expect(result.getByRole('heading', { name: 'Next: Play 10 rounds' })).toBeTruthy();
    expect(result.getByRole('link', { name: 'See rewards' }).getAttribute('href')).toBe('/user/rewards');
    expect(said()).toBe(`Round over. Score ${state.score}.`);
    fireEvent.click(button('Play again'));
    await screen.findByRole('button', { name: 'Pause' });
    expect(grid()).toBe(gridOf(start(server.seed)).join());
  });

  test('the daily limit is told before a round, in it and after it', async () => {
    const part = (left: number, points: number) => ({ left, points });
    server.capped = true;
    server.budget = {
      welcome: part(100, 600),
      today: part(40, 80),
      used_up: false,
      resets_at: new Date(Date.now() + 3_600_000).toISOString(),
    };
    show(true);
    const told = /Games today: 40 of 80 pts left · One-time quests: 100 of 600 pts left/;
    const shown = () =>
      screen.queryAllByText(
        (_, element) => element?.className === 'budget' && told.test(element.textContent ?? ''),
      );
    await waitFor(() => expect(shown()).toHaveLength(1));
    fireEvent.click(await findButton('Start round'));
    await findButton('Pause');
    expect(shown().length).toBeGreaterThan(0);
    await playOn(3);
    server.budget = { ...server.budget, today: part(0, 80) };
    fireEvent.click(button('Finish and count it'));
    expect(await screen.findByText(/You’ve reached today’s limit of 80 pts/)).toBeTruthy();
    expect(screen.getByText('0 of 80 pts')).toBeTruthy();
  });

  test('a lost answer loses nothing: try again counts the round once', async () => {
    await begin();
    await playOn(3);
    server.mishaps = ['lost'];
    fireEvent.click(button('Finish and count it'));
    expect(await screen.findByRole('heading', { name: 'Not counted yet' })).toBeTruthy();
    fireEvent.click(button('Try again'));
    expect(await screen.findByRole('heading', { name: 'Counted' })).toBeTruthy();
    expect(server.counted).toBe(1);
  });

  test('who tries again keeps the focus, and hears what was credited', async () => {
    await begin();
    await playOn(3);
    server.mishaps = ['lost'];
    fireEvent.click(button('Finish and count it'));
    const again = await findButton('Try again');
    const heard = screen.getByRole('status', { name: 'Result' });
    expect(heard.textContent).toBe('');
    again.focus();
    fireEvent.click(again);
    const title = await screen.findByRole('heading', { name: 'Counted' });
    expect(document.activeElement).toBe(title);
    expect(heard.textContent).toBe('Counted. Points credited: 0.');
  });

  test('one move is told as one', async () => {
    await begin();
    await playOn(1);
    fireEvent.click(button('Finish and count it'));
    expect(await screen.findByText(/, 1 move$/)).toBeTruthy();
  });

  test("a refusal is told in the server's words", async () => {
    await begin();
    await playOn(3);
    server.mishaps = ['refused'];
    fireEvent.click(button('Finish and count it'));
    expect((await screen.findByRole('alert')).textContent).toContain("This round can't be counted.");
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(button('Play again')).toBeTruthy();
  });

  test('a round that cannot start says why, and may be played for practice', async () => {
    server.startFails = true;
    show(true);
    fireEvent.click(await findButton('Start round'));
    expect((await screen.findByRole('alert')).textContent).toContain('connection');
    fireEvent.click(button('Play for practice'));
    expect(await screen.findByRole('button', { name: 'Finish practice' })).toBeTruthy();
  });
});

describe('practice', () => {
  test('signed out: says that it is, leads to sign-up and back here, and shows guests their rewards', async () => {
    await begin(false);
    expect(screen.getByText('Practice')).toBeTruthy();
    expect(screen.getByRole('link', { name: /sign up/i }).getAttribute('href')).toBe(
      '/login?from=%2Fgames%2Fmerge%2Fplay%2Fdesktop#sign-up',
    );
    for (const key of keys) fireEvent.keyDown(document.body, { key });
    fireEvent.click(button('Finish practice'));
    expect(await screen.findByRole('heading', { name: 'Round over' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See rewards' }).getAttribute('href')).toBe('/guest/rewards');
    expect(server.starts).toBe(0);
  });

  test('the next round is told as one that has started', async () => {
    await begin(false);
    for (const key of keys) fireEvent.keyDown(document.body, { key });
    fireEvent.click(button('Finish practice'));
    fireEvent.click(await findButton('Play again'));
    await findButton('Pause');
    expect(said()).toBe('Round started. Score 0.');
  });
});

test('quests are asked for again when their day or week ends on screen', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const soon = Date.now() + 90_000;
  // The weekly one: done, and open again from then on.
  const standing = (quest: (typeof quests)[number]) =>
    quest.period === 'weekly'
      ? {
          ...quest,
          progress: Date.now() < soon ? quest.goal : 0,
          ends_at: new Date(Date.now() < soon ? soon : soon + 604_800_000).toISOString(),
        }
      : quest;
  connectApi({
    fetch: async (...request) => {
      const answer = await server.fetch(...request);
      const body = await answer.json();
      return Response.json('game' in body ? { ...body, quests: quests.map(standing) } : body, answer);
    },
  });
  show(true);
  await screen.findByText('2 quests reached before');
  await vi.advanceTimersByTimeAsync(85_000);
  expect(screen.getByText('2 quests reached before')).toBeTruthy();
  await vi.advanceTimersByTimeAsync(15_000);
  await screen.findByText('1 quest reached before');
});

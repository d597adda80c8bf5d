/** The stage with each of the other games of our own, and what all of them share: loading, sound, the round of the day. */
import { cleanup, fireEvent, render, screen, act as settle, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Boards, boards } from '../../src/islands/play/boards.ts';
import { HatchBoard } from '../../src/islands/play/hatch/HatchBoard.tsx';
import type { OwnGame } from '../../src/islands/play/own-game.ts';
import { PlayIsland } from '../../src/islands/play/PlayIsland.tsx';
import { connectApi } from '../../src/lib/api/client.ts';
import type { GameState } from '../../src/lib/arcade/arcade.ts';
import { DOWN, LEFT, RIGHT, UP } from '../../src/lib/arcade/directions.ts';
import { type HatchState, start as startHatch } from '../../src/lib/arcade/hatch.ts';
import { pictureOf } from '../../src/lib/arcade/hatch-pictures.ts';
import { merge } from '../../src/lib/arcade/merge.ts';
import { type ParcelsState, parcels } from '../../src/lib/arcade/parcels.ts';
import { beyond, CELLS, SIZE } from '../../src/lib/arcade/parcels-town.ts';
import { MIN_SLIDE_MS, placeOf, type TowerState, topOf } from '../../src/lib/arcade/tower.ts';
import { $play, finishRound, playTime, startRound } from '../../src/lib/stores/play.ts';
import { leaderboard, playServer, quests, storeSession } from '../support/play-server.ts';

const games: readonly OwnGame[] = ['Merge', 'Parcels', 'Tower', 'Hatch'].map((name, index) => ({
  arcade: name.toLowerCase(),
  id: index + 1,
  name,
  controls: 'Keys or taps.',
  quests: quests.filter(({ metric }) => metric !== 'best_tile'),
}));

let server = playServer(7);

beforeEach(() => {
  server = playServer(7);
  connectApi({ fetch: server.fetch });
});

afterEach(() => {
  // The store outlives the page: give up the test's round for one without a move, and put that away.
  void startRound({ id: 1, rules: merge }, { practice: true });
  finishRound();
  storeSession(false);
});

const board = () => screen.getByRole('region', { name: 'Board' });
const fact = (name: string) => board().getAttribute(`data-${name}`);
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const findButton = (name: string) => screen.findByRole('button', { name });
const said = () => screen.getByRole('status', { name: 'Score' }).textContent;
const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;
const press = (key: string, more = {}) => fireEvent.keyDown(document.body, { key, ...more });

function show(game: string, signedIn = true, load: Boards = boards, query = '') {
  history.replaceState(null, '', `/games/${game}/play/mobile${query}`);
  const shown = render(<PlayIsland games={games} boards={load} />);
  settle(() => storeSession(signedIn));
  return shown;
}

async function begin(game: string, signedIn = true) {
  show(game, signedIn);
  fireEvent.click(await findButton('Start round'));
  await findButton('Pause');
}

/** As `begin`, but the round's clock stands: it goes on by `pass` alone, however long the test takes. Timers are the machine's. */
function beginStanding(game: string) {
  vi.useFakeTimers({ toFake: ['performance'] });
  return begin(game);
}
/** Milliseconds of the round. */
const pass = (ms: number) => vi.advanceTimersByTime(ms);

/** The state of the running round. */
function roundState(): GameState {
  const play = $play.get();
  if (!('round' in play)) throw new Error('Nothing is played');
  return play.round.game;
}

async function finish() {
  fireEvent.click(button('Finish and count it'));
  const result = within(await screen.findByRole('region', { name: 'Result' }));
  await result.findByRole('heading', { name: 'Counted' });
  return result;
}

describe('Parcels', () => {
  const courier = () => Number(fact('row')?.split(',')[0]);

  /** A direction in which the courier can drive off, its key, and how far away the next cell is. */
  function wayOff() {
    const from = courier();
    const ways = [
      [LEFT, 'ArrowLeft', 'left', -1],
      [RIGHT, 'ArrowRight', 'right', 1],
      [UP, 'ArrowUp', 'up', -SIZE],
      [DOWN, 'ArrowDown', 'down', SIZE],
    ] as const;
    const [, key = 'ArrowLeft', name = 'left', by = -1] =
      ways.find(([way]) => beyond(from, way) !== undefined) ?? [];
    return { from, key, name, by };
  }

  const isParcels = (game: GameState): game is ParcelsState => 'houses' in game;

  /** Lets the time go by in which the courier drives one cell, and waits until it has; answers where it is then. */
  async function drive(): Promise<number> {
    const before = courier();
    const game = roundState();
    const next = isParcels(game) ? parcels.nextAt(game) : null;
    if (next === null) throw new Error('Nobody drives');
    pass(next - playTime());
    await waitFor(() => expect(courier()).not.toBe(before));
    return courier();
  }

  test('waits for a direction, says so, and then drives by itself', async () => {
    await beginStanding('parcels');
    expect(screen.getByText('Pick a direction to drive off')).toBeTruthy();
    expect(figure('Time left')).toBe('2:00');
    const { from, key, by } = wayOff();
    press(key);
    expect(await drive()).toBe(from + by);
    expect(await drive()).toBe(from + 2 * by);
    expect(screen.queryByText('Pick a direction to drive off')).toBeNull();
  });

  test('is steered by a finger that stays down, by buttons, and by W, A, S and D', async () => {
    await beginStanding('parcels');
    const { from, name, by } = wayOff();
    const pad = button(`Move ${name}`);
    // A finger's click comes after it moved already: that is one turn, not two.
    fireEvent.pointerDown(pad, { button: 0 });
    fireEvent.click(pad);
    expect(await drive()).toBe(from + by);
    const surface = within(board()).getByRole('application');
    const at = { pointerId: 3, isPrimary: true, button: 0, pointerType: 'touch' };
    fireEvent.pointerDown(surface, { ...at, clientX: 100, clientY: 100 });
    fireEvent.pointerMove(surface, { ...at, clientX: 100, clientY: 60 });
    expect(await drive()).toBe(from + by - SIZE);
    // A turn waits for the next street.
    const column = () => courier() % SIZE;
    const before = column();
    fireEvent.pointerMove(surface, { ...at, clientX: 60, clientY: 62 });
    while (column() === before) await drive();
    expect(column()).toBe(before - 1);
    press('z', { code: 'KeyS' });
    while (courier() < CELLS - SIZE) await drive();
  });

  test('tells where everything is in words, and what is carried', async () => {
    await begin('parcels');
    const text = within(board()).getByText(/^You: row 13, column 7, standing, carrying 0\. Parcels: row/);
    expect(text.textContent).toMatch(/Door: row \d+, column \d+\.$/);
    expect(figure('Carrying')).toBe('0');
  });

  test('stands still in a pause, behind a cover', async () => {
    await begin('parcels');
    press(wayOff().key);
    press('p');
    const before = fact('row');
    expect(board().getAttribute('data-state')).toBe('paused');
    expect(screen.getByRole('heading', { name: 'Paused' })).toBeTruthy();
    press('Escape');
    expect(screen.getByText('Pick a direction to drive off')).toBeTruthy();
    expect(fact('row')).toBe(before);
  });
});

describe('Tower', () => {
  const isTower = (game: GameState): game is TowerState => 'slide' in game;

  /** Lets the ticket slide until it lies over the tower, where a drop stays. */
  function slideOver() {
    for (;;) {
      const game = roundState();
      if (!isTower(game)) throw new Error('No tower is built');
      const at = playTime();
      const off = Math.abs(placeOf(game.slide, at) - topOf(game).x);
      if (at - game.slide.since >= MIN_SLIDE_MS && off < 6) return;
      pass(1);
    }
  }

  async function dropBy(drop: () => void) {
    const rows = Number(fact('rows'));
    slideOver();
    drop();
    await waitFor(() => expect(fact('rows')).toBe(String(rows + 1)));
  }

  test('space drops the ticket, and so do a tap and the button', async () => {
    await beginStanding('tower');
    await dropBy(() => press(' '));
    expect(fact('rows')).toBe('1');
    expect(said()).toMatch(/^(Fits|Torn, \d+ wide now)\. Score \d+\.$/);
    expect(figure('Tickets')).toBe('1');
    const surface = within(board()).getByRole('application');
    await dropBy(() => fireEvent.pointerDown(surface, { isPrimary: true, button: 0 }));
    expect(fact('rows')).toBe('2');
    await dropBy(() => {
      fireEvent.pointerDown(button('Drop'), { button: 0 });
      fireEvent.click(button('Drop'));
    });
    expect(fact('rows')).toBe('3');
    const result = await finish();
    expect(result.getByText(/^3 tickets high, \d in a row fitted$/)).toBeTruthy();
  });

  test('a held key, another key, and a tap of the mouse’s second button drop nothing', async () => {
    await beginStanding('tower');
    slideOver();
    press(' ', { repeat: true });
    press('x');
    fireEvent.pointerDown(within(board()).getByRole('application'), { isPrimary: true, button: 2 });
    expect(fact('rows')).toBe('0');
    expect(board().getAttribute('data-state')).toBe('playing');
  });

  test('space on a button is the button’s, not the game’s', async () => {
    await beginStanding('tower');
    slideOver();
    fireEvent.keyDown(button('Pause'), { key: ' ', bubbles: true });
    expect(fact('rows')).toBe('0');
  });
});

describe('Hatch', () => {
  const table = () => within(board()).getByRole('table');
  const cells = () => within(table()).getAllByRole('cell').slice(1);
  const cellText = (x: number, y: number) => cells()[y * 5 + x]?.textContent;
  const { picture } = startHatch(7);

  test('the numbers and the grid can be read as a table', async () => {
    await beginStanding('hatch');
    expect(
      within(table())
        .getAllByRole('rowheader')
        .map((head) => head.textContent),
    ).toEqual(picture.rows.map((runs) => runs.join(' ')));
    expect(
      within(table())
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual(picture.columns.map((runs) => runs.join(' ')));
    expect(cells()).toHaveLength(25);
    expect(figure('Time left')).toBe('3:00');
  });

  test('the arrow keys move a cursor, space shades both sides, X notes', async () => {
    await begin('hatch');
    const at = picture.cells.indexOf(true);
    const [x, y] = [at % 5, Math.floor(at / 5)];
    press('ArrowRight');
    for (let step = 0; step < x; step++) press('ArrowRight');
    for (let step = 0; step < y; step++) press('ArrowDown');
    expect(screen.getByText(new RegExp(`^Row ${y + 1}, column ${x + 1}: open\\.`))).toBeTruthy();
    press('x');
    expect(cellText(x, y)).toBe('noted as empty');
    press(' ');
    expect(cellText(x, y), 'what is noted is not shaded by mistake').toBe('noted as empty');
    press('x');
    press(' ');
    expect(cellText(x, y)).toBe('shaded');
    expect(cellText(4 - x, y)).toBe('shaded');
    expect(said()).toMatch(/^\d pixels? shaded\. Score \d+\.$/);
  });

  test('a wrong pixel is told, and its five seconds are taken off', async () => {
    await beginStanding('hatch');
    const at = picture.cells.indexOf(false);
    press('ArrowDown');
    for (let step = 0; step < at % 5; step++) press('ArrowRight');
    for (let step = 0; step < Math.floor(at / 5); step++) press('ArrowDown');
    press('Enter');
    expect(cellText(at % 5, Math.floor(at / 5))).toBe('empty');
    expect(said()).toBe('Wrong, five seconds lost. Score 0.');
    expect(figure('Time left')).toBe('2:55');
  });

  test('a line that is drawn is shaded at its end; with the note tool, or the second button, it is noted', async () => {
    await begin('hatch');
    const svg = board().querySelector('svg.grid');
    if (!svg) throw new Error('there is no grid');
    svg.getBoundingClientRect = () => new DOMRect(0, 0, 1000, 1000);
    const surface = within(board()).getByRole('application');
    // The numbers take 19 of 100 units, and each of five cells 16.
    const spot = (x: number, y: number) => ({
      clientX: 190 + (x + 0.5) * 160,
      clientY: 190 + (y + 0.5) * 160,
    });
    const draw = (from: [number, number], to: [number, number], more = {}) => {
      const pointer = { pointerId: 5, isPrimary: true, button: 0, ...more };
      fireEvent.pointerDown(surface, { ...pointer, ...spot(...from) });
      fireEvent.pointerMove(surface, { ...pointer, ...spot(...to) });
      fireEvent.pointerUp(surface, { ...pointer, ...spot(...to) });
    };
    const y = picture.rows.findIndex(([run]) => run === 5);
    expect(y, 'this seed’s first creature has a row of five').toBeGreaterThanOrEqual(0);
    draw([0, y], [4, y]);
    expect([0, 1, 2, 3, 4].map((x) => cellText(x, y))).toEqual(new Array(5).fill('shaded'));
    const other = y === 0 ? 1 : 0;
    draw([0, other], [1, other], { button: 2 });
    expect([0, 1, 2].map((x) => cellText(x, other))).toEqual(['noted as empty', 'noted as empty', 'open']);
    fireEvent.click(button('Note as empty'));
    draw([0, other], [0, other]);
    expect(cellText(0, other)).toBe('open');
    // Beside the grid nothing is touched.
    fireEvent.pointerDown(surface, { pointerId: 5, isPrimary: true, button: 0, clientX: 20, clientY: 20 });
    fireEvent.pointerUp(surface, { pointerId: 5, isPrimary: true, button: 0, clientX: 20, clientY: 20 });
    expect(server.arrived).toEqual([]);
  });

  test('a creature that is out is told, and stands on the shelf', async () => {
    await begin('hatch');
    expect(within(board()).getByRole('img', { name: '0 of 10 hatched' })).toBeTruthy();
    press('ArrowUp');
    let at = { x: 0, y: 0 };
    for (let cell = 0; cell < 25; cell++) {
      const [x, y] = [cell % 5, Math.floor(cell / 5)];
      if (!picture.cells[cell] || x > 2) continue;
      for (; at.x !== x; at = { ...at, x: (at.x + 1) % 5 }) press('ArrowRight');
      for (; at.y !== y; at = { ...at, y: at.y + 1 }) press('ArrowDown');
      const score = said();
      press(' ');
      // The pace of hands: one stroke after the other.
      await waitFor(() => expect(said()).not.toBe(score));
    }
    expect(within(board()).getByRole('img', { name: '1 of 10 hatched' })).toBeTruthy();
    expect(said()).toMatch(/^Hatched 1 creature\. The next grid is 5 wide\. Score \d+\.$/);
    const result = await finish();
    expect(result.getByText('1 creature hatched, 1 without a wrong pixel')).toBeTruthy();
  });

  test('a cursor that a larger grid has left outside this one is none', () => {
    const small = startHatch(7);
    const big = { ...small, picture: pictureOf(7, 9) };
    const board = (game: HatchState) => (
      <HatchBoard game={game} phase="playing">
        {null}
      </HatchBoard>
    );
    const { rerender } = render(board(big));
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowLeft']) press(key);
    expect(screen.getByText(/^Row 8, column 8: open\./)).toBeTruthy();
    rerender(board(small));
    expect(screen.queryByText(/^Row /)).toBeNull();
    press('ArrowUp');
    expect(screen.getByText(/^Row 1, column 1: open\. Row has \d/)).toBeTruthy();
    // X by its place, in a Cyrillic layout.
    press('ч', { code: 'KeyX' });
    expect(cellText(0, 0)).toBe('noted as empty');
  });
});

describe('a board', () => {
  test('that does not arrive says so, and can be tried again', async () => {
    let fail = true;
    const load = vi.fn(() =>
      fail
        ? Promise.reject(new TypeError('no connection'))
        : import('../../src/islands/play/tower/board.tsx'),
    );
    show('tower', true, { ...boards, tower: load });
    expect(await screen.findByRole('heading', { name: 'Tower could not be loaded' })).toBeTruthy();
    fail = false;
    fireEvent.click(button('Retry'));
    expect(await findButton('Start round')).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('is fetched for the game that is shown, and for no other', async () => {
    const asked: string[] = [];
    const load: Boards = Object.fromEntries(
      Object.entries(boards).map(([name, fetch]) => [
        name,
        () => {
          asked.push(name);
          return fetch();
        },
      ]),
    );
    show('hatch', true, load);
    await findButton('Start round');
    expect(asked).toEqual(['hatch']);
  });

  test.each(['parcels', 'tower', 'hatch'])('%s is covered before the round and in a pause', async (game) => {
    show(game);
    expect(await screen.findByRole('button', { name: 'Start round' })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 2, name: /^(Carry more|Drop it|Shade it)/ })).toBeTruthy();
    fireEvent.click(button('Start round'));
    await findButton('Pause');
    press('p');
    expect(document.activeElement).toBe(button('Resume'));
  });

  test('of another game doesn’t show a round that was left behind', async () => {
    await begin('merge');
    cleanup();
    show('tower');
    expect(await findButton('Start round')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull();
    press('p');
    expect($play.get().state).toBe('paused');
  });

  test('of another game shows neither a start that is under way nor one that failed', async () => {
    show('merge');
    const start = await findButton('Start round');
    let fail = () => {};
    connectApi({
      fetch: () =>
        new Promise((_, reject) => {
          fail = () => reject(new TypeError('no connection'));
        }),
    });
    fireEvent.click(start);
    const { state } = $play.get();
    const broken = fail;
    cleanup();
    show('tower');
    expect(state).toBe('starting');
    expect(await findButton('Start round')).toBeTruthy();
    broken();
    await waitFor(() => expect($play.get().state).toBe('failed'));
    expect(button('Start round')).toBeTruthy();
  });
});

describe('sound', () => {
  test('is off at first, and remembered when it is switched on', async () => {
    show('tower');
    const sound = await findButton('Sound');
    expect(sound.getAttribute('aria-pressed')).toBe('false');
    fireEvent.click(sound);
    expect(sound.getAttribute('aria-pressed')).toBe('true');
    expect(localStorage.getItem('sound')).toBe('on');
    fireEvent.click(sound);
    expect(localStorage.getItem('sound')).toBe('off');
  });

  test('is made for what happens while it is on, and for nothing while it is off', async () => {
    const tones: number[] = [];
    const node = {
      connect: () => node,
      start() {},
      stop() {},
      gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} },
    };
    vi.stubGlobal(
      'AudioContext',
      class {
        currentTime = 0;
        resume = () => Promise.resolve();
      },
    );
    vi.stubGlobal(
      'OscillatorNode',
      class {
        constructor(_: unknown, { frequency }: { frequency: number }) {
          tones.push(frequency);
          Object.assign(this, node);
        }
      },
    );
    vi.stubGlobal(
      'GainNode',
      class {
        constructor() {
          Object.assign(this, node);
        }
      },
    );
    await begin('hatch');
    const { picture } = startHatch(7);
    const at = picture.cells.indexOf(true);
    press('ArrowDown');
    for (let step = 0; step < at % 5; step++) press('ArrowRight');
    for (let step = 0; step < Math.floor(at / 5); step++) press('ArrowDown');
    press(' ');
    await settle(() => new Promise((done) => setTimeout(done, 50)));
    expect(tones).toEqual([]);
    fireEvent.click(button('Sound'));
    fireEvent.click(button('Finish and count it'));
    await waitFor(() => expect(tones).toEqual([392, 330, 262]));
    fireEvent.click(button('Sound'));
    vi.unstubAllGlobals();
  });
});

describe("today's round", () => {
  test('is chosen beside one’s own, stands in the address, and is what the start begins', async () => {
    show('hatch');
    const mine = await findButton('Your own round');
    expect(mine.getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(button('Today’s round'));
    expect(location.search).toBe('?round=today');
    expect(button('Today’s round').getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(button('Start round'));
    await findButton('Pause');
    expect(server.daily).toBe(true);
    expect(screen.getByRole('heading', { name: 'Today’s round' })).toBeTruthy();
  });

  test('a link leads to it', async () => {
    show('hatch', true, boards, '?round=today');
    expect((await findButton('Today’s round')).getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(button('Your own round'));
    expect(location.search).toBe('');
    expect(screen.queryByRole('heading', { name: 'Today’s round' })).toBeNull();
  });

  test('says that nobody has played it, until somebody has', async () => {
    show('tower', true, boards, '?round=today');
    expect(await screen.findByRole('heading', { name: 'Nobody is ranked yet' })).toBeTruthy();
    expect(
      screen.getByText(
        /your best counted round is\s+the one that ranks unless you left the leaderboard, and practising it is fair/,
      ),
    ).toBeTruthy();
  });

  test('shows who leads, marks samples and oneself, and a place beyond the list', async () => {
    server.leaderboard = leaderboard(30, 27);
    show('tower', true, boards, '?round=today');
    const table = await screen.findByRole('table', { name: /^30 players so far/ });
    const rows = () => within(table).getAllByRole('row').slice(1);
    expect(rows().map((row) => row.textContent)).toEqual([
      '1player 13,000',
      '2player 2sample2,900',
      '3player 32,800',
      '4player 42,700',
      '5player 52,600',
      '27You400',
    ]);
    expect(rows()[5]?.getAttribute('aria-current')).toBe('true');
    fireEvent.click(button('Show the first 20'));
    expect(rows()).toHaveLength(21);
    expect(rows()[20]?.textContent).toBe('27You400');
    expect(screen.queryByRole('button', { name: /^Show the first/ })).toBeNull();
  });

  test('names nobody who doesn’t want to be named', async () => {
    const { rows, ...board } = leaderboard(2);
    server.leaderboard = { ...board, rows: rows.map((row) => ({ ...row, user: null })) };
    show('tower', true, boards, '?round=today');
    const table = await screen.findByRole('table', { name: /^2 players so far/ });
    const listed = within(table).getAllByRole('row').slice(1);
    expect(listed.map((row) => row.textContent)).toEqual([
      '1A player without a name200',
      '2A player without a name100',
    ]);
  });

  test('gives way to tomorrow’s when the day ends on screen', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    server.leaderboard = { ...leaderboard(30), ends_at: new Date(Date.now() + 90_000).toISOString() };
    show('tower', true, boards, '?round=today');
    await screen.findByRole('table', { name: /^30 players so far/ });
    server.leaderboard = { ...leaderboard(0), ends_at: new Date(Date.now() + 86_400_000).toISOString() };
    await vi.advanceTimersByTimeAsync(85_000);
    expect(screen.getByRole('table', { name: /^30 players so far/ })).toBeTruthy();
    await vi.advanceTimersByTimeAsync(15_000);
    await screen.findByRole('heading', { name: 'Nobody is ranked yet' });
  });

  test('a place within the list is marked there', async () => {
    server.leaderboard = leaderboard(3, 2);
    show('tower', true, boards, '?round=today');
    const table = await screen.findByRole('table', { name: /^3 players so far/ });
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows).toHaveLength(3);
    expect(rows[1]?.textContent).toBe('2Yousample200');
  });

  test('that can’t be loaded says why, and can be tried again', async () => {
    server.leaderboard = null;
    show('tower', true, boards, '?round=today');
    expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong on our side.');
    server.leaderboard = leaderboard(2);
    fireEvent.click(button('Retry'));
    expect(await screen.findByRole('table', { name: /^2 players so far/ })).toBeTruthy();
  });

  test('asks a guest to sign up and leads back to it; the own round is practice as before', async () => {
    show('tower', false, boards, '?round=today');
    const way = await screen.findByRole('link', { name: 'Sign up for today’s round' });
    expect(way.getAttribute('href')).toBe(
      '/login?from=%2Fgames%2Ftower%2Fplay%2Fmobile%3Fround%3Dtoday#sign-up',
    );
    expect(screen.queryByRole('button', { name: 'Start round' })).toBeNull();
    fireEvent.click(button('Your own round'));
    fireEvent.click(button('Start round'));
    await findButton('Pause');
    expect(server.starts).toBe(0);
  });
});

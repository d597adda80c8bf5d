/** The page with each of our other games, and what all of them share: loading, sound, the round of the day. */
import { cleanup, fireEvent, render, screen, act as settle, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Boards, boardOf, boards } from '../../../src/islands/arcade/boards.ts';
import { EndPanel } from '../../../src/islands/arcade/EndPanel.tsx';
import { HeroRound } from '../../../src/islands/arcade/HeroRound.tsx';
import { HatchBoard } from '../../../src/islands/arcade/hatch/HatchBoard.tsx';
import type { OwnGame } from '../../../src/islands/arcade/own-game.ts';
import { PlayIsland } from '../../../src/islands/arcade/PlayIsland.tsx';
import { $play, $refusals, playTime } from '../../../src/islands/arcade/play-store.ts';
import { startRound } from '../../../src/islands/arcade/start-store.ts';
import { finishRound } from '../../../src/islands/arcade/store.ts';
import { $offersSound, $sound, setMusic, setSound } from '../../../src/islands/shared/feel/feel-store.ts';
import { $tournament } from '../../../src/islands/shared/stores/tournament.ts';
import type { GameState } from '../../../src/lib/arcade/arcade.ts';
import { DOWN, LEFT, RIGHT, UP } from '../../../src/lib/arcade/directions.ts';
import { arcadeGame } from '../../../src/lib/arcade/games.ts';
import { type HatchState, hatch, start as startHatch, UNTIMED } from '../../../src/lib/arcade/hatch.ts';
import { pictureOf } from '../../../src/lib/arcade/hatch-pictures.ts';
import { merge } from '../../../src/lib/arcade/merge-variants.ts';
import type { ParcelsState } from '../../../src/lib/arcade/parcels-state.ts';
import { beyond, CELLS, SIZE } from '../../../src/lib/arcade/parcels-town.ts';
import { parcels } from '../../../src/lib/arcade/parcels-variants.ts';
import { goalOf, type RungsState, waysFrom, wordOf } from '../../../src/lib/arcade/rungs.ts';
import { MIN_SLIDE_MS, placeOf, type TowerState, topOf } from '../../../src/lib/arcade/tower.ts';
import { connectApi } from '../../../src/lib/client/client.ts';
import type { Ghost, Milestone } from '../../../src/lib/contract/arcade/rounds.ts';
import { forgetGuestRound } from '../../../src/lib/session/guest-round.ts';
import { signIn } from '../../support/fixtures.ts';
import { refusal } from '../../support/host.ts';
import { budgetOf, leaderboard, playServer, quests } from '../../support/play-server.ts';
import {
  button,
  endRound,
  findButton,
  findLinkTo,
  lateDrawn,
  press,
  pressFound,
  textsOf,
  visit,
} from '../../support/screen.ts';
import { tournamentOf } from '../../support/tournaments.ts';

const games: readonly OwnGame[] = ['Merge', 'Parcels', 'Tower', 'Hatch', 'Rungs'].map((name, index) => ({
  arcade: name.toLowerCase(),
  id: index + 1,
  name,
  summary: 'A game.',
  controls: 'Keys or taps.',
  quests: quests.filter(({ metric }) => metric !== 'best_tile'),
}));

let server = playServer(7);
beforeEach(() => {
  server = playServer(7);
  connectApi({ fetch: server.fetch });
});
afterEach(() => {
  // The store outlives the page, so replace the test's round with an empty one, and discard that.
  void startRound({ id: 1, rules: merge }, { practice: true });
  finishRound();
  signIn(null);
});

const board = () => screen.getByRole('region', { name: 'Board' });
const surface = () => within(board()).getByRole('application');
const fact = (name: string) => board().getAttribute(`data-${name}`);
const said = () => screen.getByRole('status', { name: 'Score' }).textContent;
const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;
const key = (name: string, more = {}) => fireEvent.keyDown(document.body, { key: name, ...more });
const heading = (name: string | RegExp) => screen.findByRole('heading', { name });

interface Showing {
  readonly signedIn?: boolean;
  readonly load?: Boards;
  readonly query?: string;
}
function show(game: string, { signedIn = true, load = boards, query = '' }: Showing = {}) {
  cleanup();
  visit(`/games/${game}/play/mobile${query}`);
  render(<PlayIsland games={games} boards={load} />);
  settle(() => signIn(signedIn ? undefined : null));
}
/** Shows a game on a public page, to a guest whose click has begun a round. */
async function beginInHero(arcade: string) {
  const [game] = games.filter((each) => each.arcade === arcade);
  const given = await boardOf(arcade);
  if (!game || !given) throw new Error(`There is no ${arcade}`);
  visit(`/games/${arcade}`);
  render(<HeroRound game={game} href="/" board={given} />);
  await findButton('Pause');
}
/** Makes moves until one changes the board, and ends the round. */
async function finishByAct() {
  const grid = fact('grid');
  for (const name of ['ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight'])
    if (fact('grid') === grid) key(name);
  await waitFor(() => expect(fact('grid')).not.toBe(grid));
  await endRound();
  await findButton('Play again');
}
async function begin(game: string, query = '') {
  show(game, { query });
  await pressFound('Play');
  await findButton('Pause');
}
/** Like `begin`, but with the round's clock stopped: only `pass` advances it, however long the test takes. Timers are real. */
function beginStanding(game: string) {
  vi.useFakeTimers({ toFake: ['performance'] });
  return begin(game);
}
/** The milliseconds that the round has lasted. */
const pass = (ms: number) => vi.advanceTimersByTime(ms);

/** The state of the running round, for one of the games. */
function stateOf<State extends GameState>(isOne: (game: GameState) => game is State): State {
  const play = $play.get();
  if (!('round' in play) || !isOne(play.round.game)) throw new Error('That game isn’t played');
  return play.round.game;
}

/** Lets the ticket slide until it lies over the tower, where a drop stays. */
function slideOver() {
  for (;;) {
    const game = stateOf((each): each is TowerState => 'slide' in each);
    const at = playTime();
    const off = Math.abs(placeOf(game.slide, at) - topOf(game).x);
    if (at - game.slide.since >= MIN_SLIDE_MS && off < 6) return;
    pass(1);
  }
}

/** Drops one ticket, which scores 10, and ends the round. Time stands still but for `pass`. */
async function dropAndFinish(title = 'Round complete') {
  slideOver();
  key(' ');
  await waitFor(() => expect(fact('rows')).toBe('1'));
  endRound();
  const result = within(await screen.findByRole('region', { name: 'Result' }));
  await result.findByRole('heading', { name: title });
  return result;
}

async function finish() {
  endRound();
  const result = within(await screen.findByRole('region', { name: 'Result' }));
  await result.findByRole('heading', { name: 'Round complete' });
  return result;
}

describe('Parcels', () => {
  const courier = () => Number(fact('row')?.split(',')[0]);

  /** A direction in which the courier can start, its key, and the distance of the next cell. */
  function wayOff() {
    const from = courier();
    const ways = [
      [LEFT, 'ArrowLeft', 'left', -1],
      [RIGHT, 'ArrowRight', 'right', 1],
      [UP, 'ArrowUp', 'up', -SIZE],
      [DOWN, 'ArrowDown', 'down', SIZE],
    ] as const;
    const [, arrow = 'ArrowLeft', name = 'left', by = -1] =
      ways.find(([way]) => beyond(from, way) !== undefined) ?? [];
    return { from, arrow, name, by };
  }

  /** Lets the courier drive one cell, waits until it has, and returns its place. */
  async function drive(): Promise<number> {
    const before = courier();
    const next = parcels.nextAt(stateOf((game): game is ParcelsState => 'houses' in game));
    if (next === null) throw new Error('Nobody drives');
    pass(next - playTime());
    await waitFor(() => expect(courier()).not.toBe(before));
    return courier();
  }

  test('waits for a direction, describes where everything is, then drives by itself, and stops in a pause', async () => {
    await beginStanding('parcels');
    const text = await within(board()).findByText(
      /^You: row 13, column 7, stopped, carrying 0\. Parcels: row/,
    );
    expect(text.textContent).toMatch(/Door: row \d+, column \d+\.$/);
    expect(figure('Carrying')).toBe('0');
    expect(figure('Time left')).toBe('2:00');
    const pick = () => screen.queryByText('Pick a direction to start');
    expect(pick()).toBeTruthy();
    const { from, arrow, by } = wayOff();
    key(arrow);
    expect(await drive()).toBe(from + by);
    expect(await drive()).toBe(from + 2 * by);
    expect(pick()).toBeNull();
    key('p');
    const before = fact('row');
    expect(fact('state')).toBe('paused');
    expect(screen.getByRole('heading', { name: 'Game paused' })).toBeTruthy();
    key('Escape');
    expect(fact('row')).toBe(before);
  });

  test('is steered by a finger that stays down, by buttons, and by W, A, S and D', async () => {
    await beginStanding('parcels');
    const { from, name, by } = wayOff();
    const pad = button(`Move ${name}`);
    // A finger's click arrives after its move: that is one turn, not two.
    fireEvent.pointerDown(pad, { button: 0 });
    fireEvent.click(pad);
    expect(await drive()).toBe(from + by);
    const at = { pointerId: 3, isPrimary: true, button: 0, pointerType: 'touch' };
    fireEvent.pointerDown(surface(), { ...at, clientX: 100, clientY: 100 });
    fireEvent.pointerMove(surface(), { ...at, clientX: 100, clientY: 60 });
    expect(await drive()).toBe(from + by - SIZE);
    // A turn waits for the next street.
    const column = () => courier() % SIZE;
    const before = column();
    fireEvent.pointerMove(surface(), { ...at, clientX: 60, clientY: 62 });
    while (column() === before) await drive();
    expect(column()).toBe(before - 1);
    key('z', { code: 'KeyS' });
    while (courier() < CELLS - SIZE) await drive();
  });
});

describe('Tower', () => {
  const rows = () => Number(fact('rows'));

  async function dropBy(drop: () => void) {
    const before = rows();
    slideOver();
    drop();
    await waitFor(() => expect(rows()).toBe(before + 1));
  }

  test('space drops the ticket, and so do a tap and the button', async () => {
    await beginStanding('tower');
    await dropBy(() => key(' '));
    await lateDrawn();
    expect(said()).toMatch(/^(Perfect fit|Cut to \d+ wide)\. Score \d+\.$/);
    expect(figure('Tickets')).toBe('1');
    await dropBy(() => fireEvent.pointerDown(surface(), { isPrimary: true, button: 0 }));
    await dropBy(() => {
      fireEvent.pointerDown(button('Drop'), { button: 0 });
      fireEvent.click(button('Drop'));
    });
    expect(rows()).toBe(3);
    const result = await finish();
    expect(result.getByText(/^3 tickets high, best streak \d$/)).toBeTruthy();
  });

  test('a held key, another key, a tap of the mouse’s second button, and space on a button drop nothing', async () => {
    await beginStanding('tower');
    slideOver();
    key(' ', { repeat: true });
    key('x');
    fireEvent.pointerDown(surface(), { isPrimary: true, button: 2 });
    fireEvent.keyDown(button('Pause'), { key: ' ', bubbles: true });
    expect(rows()).toBe(0);
    expect(fact('state')).toBe('playing');
  });
});

describe('Hatch', () => {
  const table = () => within(within(board()).getByRole('table'));
  const cells = () => table().getAllByRole('cell').slice(1);
  const cellText = (x: number, y: number) => cells()[y * 5 + x]?.textContent;
  const { picture } = startHatch(7);
  const placeAt = (cell: number) => [cell % 5, Math.floor(cell / 5)] as const;
  /** Moves a new cursor from the first cell to this one. */
  function goTo(x: number, y: number) {
    key('ArrowRight');
    for (let step = 0; step < x; step++) key('ArrowRight');
    for (let step = 0; step < y; step++) key('ArrowDown');
  }

  test('the numbers and the grid can be read as a table, and a wrong pixel costs five seconds', async () => {
    await beginStanding('hatch');
    await within(board()).findByRole('table');
    const read = (role: string) => textsOf(table().getAllByRole(role));
    expect(read('rowheader')).toEqual(picture.rows.map((runs) => runs.join(' ')));
    expect(read('columnheader')).toEqual(picture.columns.map((runs) => runs.join(' ')));
    expect(cells()).toHaveLength(25);
    expect(figure('Time left')).toBe('3:00');
    const [x, y] = placeAt(picture.cells.indexOf(false));
    goTo(x, y);
    key('Enter');
    await lateDrawn();
    expect(cellText(x, y)).toBe('empty');
    expect(said()).toBe('Mistake. You lose 5 seconds. Score 0.');
    expect(figure('Time left')).toBe('2:55');
  });

  test('the arrow keys move a cursor, space shades both sides, X notes', async () => {
    await begin('hatch');
    const [x, y] = placeAt(picture.cells.indexOf(true));
    goTo(x, y);
    await lateDrawn();
    expect(screen.getByText(new RegExp(`^Row ${y + 1}, column ${x + 1}: open\\.`))).toBeTruthy();
    key('x');
    await lateDrawn();
    expect(cellText(x, y)).toBe('marked empty');
    key(' ');
    await lateDrawn();
    expect(cellText(x, y), 'what is noted is not shaded by mistake').toBe('marked empty');
    key('x');
    key(' ');
    await lateDrawn();
    expect([cellText(x, y), cellText(4 - x, y)]).toEqual(['shaded', 'shaded']);
    expect(said()).toMatch(/^\d pixels? shaded\. Score \d+\.$/);
  });

  test('a line that is drawn is shaded at its end; with the note tool, or the second button, it is noted', async () => {
    await begin('hatch');
    const svg = board().querySelector('svg.grid');
    if (!svg) throw new Error('there is no grid');
    svg.getBoundingClientRect = () => new DOMRect(0, 0, 1000, 1000);
    // The numbers take 19 of 100 units, and each of five cells 16.
    const spot = (x: number, y: number) => ({
      clientX: 190 + (x + 0.5) * 160,
      clientY: 190 + (y + 0.5) * 160,
    });
    const draw = async (from: [number, number], to: [number, number], more = {}) => {
      const pointer = { pointerId: 5, isPrimary: true, button: 0, ...more };
      fireEvent.pointerDown(surface(), { ...pointer, ...spot(...from) });
      fireEvent.pointerMove(surface(), { ...pointer, ...spot(...to) });
      fireEvent.pointerUp(surface(), { ...pointer, ...spot(...to) });
      await lateDrawn();
    };
    const y = picture.rows.findIndex(([run]) => run === 5);
    expect(y, 'this seed’s first creature has a row of five').toBeGreaterThanOrEqual(0);
    await draw([0, y], [4, y]);
    expect([0, 1, 2, 3, 4].map((x) => cellText(x, y))).toEqual(new Array(5).fill('shaded'));
    const other = y === 0 ? 1 : 0;
    await draw([0, other], [1, other], { button: 2 });
    expect([0, 1, 2].map((x) => cellText(x, other))).toEqual(['marked empty', 'marked empty', 'open']);
    press('Mark empty');
    await draw([0, other], [0, other]);
    expect(cellText(0, other)).toBe('open');
    // A touch outside the grid does nothing.
    await draw([-1, -1], [-1, -1]);
    expect(server.arrived).toEqual([]);
  });

  test('a hatched creature is announced and put on the shelf', async () => {
    await begin('hatch');
    const shelf = (name: string) => within(board()).getByRole('img', { name });
    expect(shelf('0 of 10 hatched')).toBeTruthy();
    await lateDrawn();
    key('ArrowUp');
    let at = { x: 0, y: 0 };
    for (const [cell, isFull] of picture.cells.entries()) {
      const [x, y] = placeAt(cell);
      if (!isFull || x > 2) continue;
      for (; at.x !== x; at = { ...at, x: (at.x + 1) % 5 }) key('ArrowRight');
      for (; at.y !== y; at = { ...at, y: at.y + 1 }) key('ArrowDown');
      const score = said();
      key(' ');
      // The pace of hands: one stroke after the other.
      await waitFor(() => expect(said()).not.toBe(score));
    }
    expect(shelf('1 of 10 hatched')).toBeTruthy();
    expect(said()).toMatch(/^Hatched 1 creature\. The next grid is 5 wide\. Score \d+\.$/);
    const result = await finish();
    expect(result.getByText('1 creature hatched, 1 with no mistakes')).toBeTruthy();
  });

  test('a cursor left outside by a larger grid is ignored', async () => {
    const small = startHatch(7);
    const boardOf = (game: HatchState) => (
      <HatchBoard game={game} rules={hatch} phase="playing">
        {null}
      </HatchBoard>
    );
    const { rerender } = render(boardOf({ ...small, picture: pictureOf(7, 9) }));
    for (const name of ['ArrowUp', 'ArrowUp', 'ArrowLeft']) key(name);
    await lateDrawn();
    expect(screen.getByText(/^Row 8, column 8: open\./)).toBeTruthy();
    rerender(boardOf(small));
    await lateDrawn();
    expect(screen.queryByText(/^Row /)).toBeNull();
    key('ArrowUp');
    await lateDrawn();
    expect(screen.getByText(/^Row 1, column 1: open\. Row has \d/)).toBeTruthy();
    // X by its place, in a Cyrillic layout.
    key('ч', { code: 'KeyX' });
    await lateDrawn();
    expect(cellText(0, 0)).toBe('marked empty');
  });
});

describe('Rungs', () => {
  const game = () => stateOf((state): state is RungsState => 'stops' in state);
  /** A neighbour of the word, and where they differ. */
  function nextOf(word: string, fits: (next: string) => boolean = () => true) {
    const next = waysFrom(word).find(fits) ?? '';
    return { next, place: [...next].findIndex((letter, at) => letter !== word[at]) };
  }
  const note = () => screen.getByRole('status', { name: 'Word' }).textContent;

  test('a letter is chosen with the arrow keys and typed, P among them; Backspace goes back', async () => {
    await begin('rungs');
    const word = wordOf(game());
    const { next, place } = nextOf(word);
    for (let at = 0; at < place; at++) key('ArrowRight');
    expect(button(`Letter ${place + 1}: ${word[place]}`).getAttribute('aria-pressed')).toBe('true');
    key(next[place] ?? '');
    expect(wordOf(game())).toBe(next);
    await lateDrawn();
    expect(said()).toMatch(new RegExp(`^${next}, (closer|no closer)\\. 1 step\\. Score 0\\.$`));
    key('p');
    expect($play.get().state).toBe('playing');
    await waitFor(() => {
      key('Backspace');
      expect(wordOf(game())).toBe(word);
    });
  });

  test('an unknown word is named and costs nothing, and the keys below the board type as well', async () => {
    await begin('rungs');
    const word = wordOf(game());
    fireEvent.click(button(`Letter 4: ${word[3]}`));
    const refusals = $refusals.get();
    fireEvent.click(button('q'));
    expect($refusals.get() - refusals, 'it is felt').toBe(1);
    expect(note()).toBe(`${word.slice(0, 3).toUpperCase()}Q isn’t in our word list.`);
    expect(game().moves).toBe(0);
    press(/^Hint/);
    expect(game().marks).toEqual(['hint']);
    expect(note()).toBe('');
    await lateDrawn();
    expect(figure('Steps')).toBe('3 / 2');
  });

  describe('the result', () => {
    const shared = `Rungs: 20\n🟦🟦🟦🟦🟦🟦 6 (par 2)\n1 of 5 ladders, 0 at par\n${location.origin}/games/rungs`;
    afterEach(() => void vi.unstubAllGlobals());

    /** Climbs one ladder by hints, and presses the result's one button. */
    async function share(navigator: object, { touch = false, query = '' } = {}) {
      vi.stubGlobal('navigator', navigator);
      await begin('rungs', query);
      const goal = goalOf(game());
      while (game().climbed.length === 0) {
        const before = game().moves;
        press(/^Hint/);
        await waitFor(() => expect(game().moves).toBe(before + 1));
      }
      const result = await finish();
      vi.stubGlobal('matchMedia', (query: string) => ({ matches: touch && query === '(pointer: coarse)' }));
      expect(result.queryByRole('button', { name: 'Share score' })).toBeNull();
      fireEvent.click(result.getByRole('button', { name: 'Share result' }));
      return { result, goal };
    }

    test('is squares that are copied on a computer without any of the words', async () => {
      const copied: string[] = [];
      const clipboard = { writeText: async (text: string) => void copied.push(text) };
      const { result, goal } = await share({ clipboard, share: () => copied.push('a dialog') });
      await result.findByText('Copied');
      expect(copied).toEqual([shared]);
      expect(copied[0]).not.toContain(goal);
      const rows = within(result.getByRole('list', { name: 'Ladders climbed' })).getAllByRole('listitem');
      expect(rows.map(({ textContent }) => textContent)).toEqual(['6 steps, par 2']);
      expect(rows[0]?.querySelectorAll('[data-as="hint"]')).toHaveLength(6);
    });

    test('leads to the challenge of the day of which it speaks', async () => {
      const copied: string[] = [];
      const clipboard = { writeText: async (text: string) => void copied.push(text) };
      await share({ clipboard }, { query: '?round=today' });
      expect(copied[0]).toMatch(/^Rungs daily challenge, /);
      expect(copied[0]?.split('\n').at(-1)).toBe(`${location.origin}/games/rungs/play/desktop?round=today`);
    });

    test('opens the share dialog of a phone, and nothing else if that is closed', async () => {
      const opened: ShareData[] = [];
      const closed = Object.assign(new Error('closed'), { name: 'AbortError' });
      const open = async (data: ShareData) => {
        opened.push(data);
        throw closed;
      };
      const { result } = await share({ share: open }, { touch: true });
      await waitFor(() => expect(opened).toEqual([{ text: shared }]));
      expect(result.queryByText(/^Copied|Select/)).toBeNull();
    });

    test('is shown as text where nothing may be copied', async () => {
      const refuse = async () => {
        throw new Error('not allowed');
      };
      const { result } = await share({ clipboard: { writeText: refuse } });
      expect((await result.findByText(/^Rungs: 20/)).textContent).toBe(shared);
    });
  });
});

describe('a board', () => {
  test('is fetched only for the game that is shown, and can be retried if it doesn’t arrive', async () => {
    const asked: string[] = [];
    let fails = true;
    const load: Boards = Object.fromEntries(
      Object.entries(boards).map(([name, fetch]) => [
        name,
        () => {
          asked.push(name);
          return fails ? Promise.reject(new TypeError('no connection')) : fetch();
        },
      ]),
    );
    show('tower', { load });
    await heading('We couldn’t load Tower');
    fails = false;
    press('Retry');
    await findButton('Play');
    expect(asked).toEqual(['tower', 'tower']);
  });

  test.each(['parcels', 'tower', 'hatch', 'rungs'])(
    '%s is covered before the round and in a pause',
    async (game) => {
      show(game);
      const start = await findButton('Play');
      expect(
        screen.getByRole('heading', { level: 2, name: /^(Bigger loads|Stack it|Solve the|Change one)/ }),
      ).toBeTruthy();
      fireEvent.click(start);
      await findButton('Pause');
      key('Escape');
      expect(document.activeElement).toBe(button('Resume'));
    },
  );

  test('of another game shows no round, pending start or failed start of the previous game', async () => {
    await begin('merge');
    show('tower');
    await findButton('Play');
    expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull();
    key('p');
    expect($play.get().state).toBe('paused');
    void startRound({ id: 1, rules: merge }, { practice: true });
    finishRound();

    const { promise, reject } = Promise.withResolvers<Response>();
    show('merge');
    const start = await findButton('Play');
    connectApi({ fetch: () => promise });
    fireEvent.click(start);
    expect($play.get().state).toBe('starting');
    show('tower');
    await findButton('Play');
    reject(new TypeError('no connection'));
    await waitFor(() => expect($play.get().state).toBe('failed'));
    expect(button('Play')).toBeTruthy();
  });

  test('that a suspended player can’t start leads to support, not to another try', async () => {
    show('merge');
    const start = await findButton('Play');
    connectApi({ fetch: async () => refusal(403, 'suspended') });
    fireEvent.click(start);
    expect(await findLinkTo('Contact support')).toBe('/user/contact');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(button('Play without points')).toBeTruthy();
  });
});

describe('sound', () => {
  test('is offered at the first start, remembered, and not offered again; it can be turned off at any moment and chosen in a pause', async () => {
    localStorage.removeItem('sound');
    $sound.set(null);
    $offersSound.set(true);
    show('tower');
    await findButton('Play');
    expect(button('Off').getAttribute('aria-pressed')).toBe('true');
    const music = () => button('Music');
    expect(music()).toHaveProperty('disabled', true);
    press('Low');
    expect(music().getAttribute('aria-pressed')).toBe('true');
    expect(screen.getAllByRole('group', { name: 'Sound' }), 'one offer').toHaveLength(1);
    expect(button('Low').getAttribute('aria-pressed')).toBe('true');
    press('Play');
    await findButton('Pause');
    expect(localStorage.getItem('sound')).toBe('low');
    press('Sound');
    expect(localStorage.getItem('sound')).toBe('off');
    press('Pause');
    press('High', within(document.querySelector('.stage > .volume') as HTMLElement));
    expect(localStorage.getItem('sound')).toBe('high');
    press('End round');
    await findButton('Play');
    expect(document.querySelector('.stage > .volume'), 'not offered again').toBeNull();
    expect(screen.getAllByRole('group', { name: 'Sound' }), 'beside the board from then on').toHaveLength(1);
  });

  test('is offered on a public page from its first round until the next one', async () => {
    localStorage.removeItem('sound');
    $sound.set(null);
    $offersSound.set(true);
    await beginInHero('merge');
    const offer = () => screen.queryByRole('group', { name: 'Sound' });
    press('Low');
    expect(localStorage.getItem('sound')).toBe('low');
    press('Pause');
    expect(screen.getAllByRole('group', { name: 'Sound' })).toHaveLength(1);
    press('Resume');
    expect(offer()).toBeTruthy();
    await finishByAct();
    expect(offer()).toBeTruthy();
    press('Play again');
    await findButton('Pause');
    expect(offer()).toBeNull();
    press('Pause');
    expect(offer()).toBeTruthy();
  });

  /** The tones that played, in hertz, and how often music started and stopped. */
  function listen() {
    const heard = { tones: [] as number[], began: 0, silenced: 0 };
    const gain = {
      setValueAtTime() {},
      exponentialRampToValueAtTime() {},
      setTargetAtTime() {
        heard.silenced += 1;
      },
    };
    const node = { connect: () => node, disconnect() {}, start() {}, stop() {}, gain };
    class Node {
      constructor(_: unknown, options: { frequency?: number; gain?: number }) {
        if (options.frequency !== undefined) heard.tones.push(options.frequency);
        // All that the music plays goes through one.
        if (options.gain === 1) heard.began += 1;
        Object.assign(this, node);
      }
    }
    vi.stubGlobal(
      'AudioContext',
      class {
        currentTime = 0;
        resume = () => Promise.resolve();
      },
    );
    vi.stubGlobal('OscillatorNode', Node);
    vi.stubGlobal('GainNode', Node);
    onTestFinished(() => {
      setSound('off');
      setMusic(true);
      vi.unstubAllGlobals();
    });
    return heard;
  }

  test('plays for events while it is on, and not while it is off', async () => {
    const { tones } = listen();
    show('hatch');
    await findButton('Play');
    setMusic(false);
    press('Play');
    await findButton('Pause');
    const at = startHatch(7).picture.cells.indexOf(true);
    key('ArrowDown');
    for (let step = 0; step < at % 5; step++) key('ArrowRight');
    for (let step = 0; step < Math.floor(at / 5); step++) key('ArrowDown');
    key(' ');
    await waitFor(() => expect(said()).toMatch(/shaded/));
    expect(tones).toEqual([]);
    press('Sound');
    await finish();
    await waitFor(() => expect(tones.slice(-3)).toEqual([392, 330, 262]));
  });

  test('plays music during a round, and none in a pause, in a hidden tab, after the end, or when it is turned off', async () => {
    const heard = listen();
    show('hatch');
    await findButton('Play');
    // Signing in clears what is stored.
    setSound('low');
    expect(heard.tones).toEqual([]);
    press('Play');
    await waitFor(() => expect(heard.began).toBe(1));
    expect(heard.tones.length).toBeGreaterThan(2);
    expect(heard.silenced).toBe(0);

    press('Pause');
    await waitFor(() => expect(heard.silenced).toBe(1));
    press('Resume');
    await waitFor(() => expect(heard.began).toBe(2));
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    fireEvent(document, new Event('visibilitychange'));
    await waitFor(() => expect(heard.silenced).toBe(2));
    hidden.mockRestore();
    press('Resume');
    await waitFor(() => expect(heard.began).toBe(3));

    press('Music');
    await waitFor(() => expect(heard.silenced).toBe(3));
    expect(localStorage.getItem('music')).toBe('off');
    press('Music');
    await waitFor(() => expect(heard.began).toBe(4));
    key('ArrowDown');
    key(' ');
    await waitFor(() => expect(said()).toMatch(/shaded|Mistake|mistake/));
    await finish();
    await waitFor(() => expect(heard.silenced).toBe(4));
    expect(heard.began).toBe(4);
  });
});

test('a round without a clock can be chosen if the rules allow it, its log says so, and it counts', async () => {
  for (const { arcade } of games) {
    show(arcade);
    await findButton('Play');
    const offered = screen.queryByRole('button', { name: 'No timer' }) !== null;
    expect(offered).toBe(arcadeGame(arcade)?.untimed !== undefined);
  }
  cleanup();
  show('hatch');
  await findButton('Play');
  const limit = () => screen.queryByText(/Rounds end automatically/);
  expect(limit()).toBeNull();
  await pressFound('No timer');
  expect(limit()).toBeTruthy();
  expect(location.search).toBe('?round=untimed');
  press('Play');
  await findButton('Pause');
  expect(screen.queryByText('Time left')).toBeNull();
  expect(limit()).toBeTruthy();
  const { cells, size } = startHatch(7).picture;
  const at = cells.indexOf(true);
  key('ArrowDown');
  for (let step = 0; step < at % size; step++) key('ArrowRight');
  for (let step = 0; step < Math.floor(at / size); step++) key('ArrowDown');
  key(' ');
  await waitFor(() => expect(said()).toMatch(/shaded/));
  await finish();
  expect(server.arrived.at(-1)?.body.inputs[0]).toEqual([0, UNTIMED]);
});

test('an act draws the board once, and what surrounds it after that frame; before it nothing is drawn again', async () => {
  const given = (await boardOf('merge')) ?? expect.fail('there is no Merge');
  const Board = vi.fn(given.Board);
  show('merge', { load: { merge: async () => ({ board: { ...given, Board } }) } });
  await findButton('Play');
  await lateDrawn();
  Board.mockClear();
  await lateDrawn();
  expect(Board).not.toHaveBeenCalled();
  press('Play');
  await findButton('Pause');
  await lateDrawn();
  Board.mockClear();
  const described = () => within(board()).getByRole('table').textContent;
  const [grid, before] = [fact('grid'), described()];
  for (const name of ['ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight'])
    if (fact('grid') === grid) key(name);
  expect(fact('grid')).not.toBe(grid);
  expect(described()).toBe(before);
  await lateDrawn();
  expect(described()).not.toBe(before);
  expect(Board).toHaveBeenCalledTimes(1);
});

test('another variant is chosen by a chip or a link, its rounds bring best scores and medals, and a guest’s isn’t kept', async () => {
  const note = 'For best scores and medals. Only Classic counts for quests.';
  show('merge');
  await screen.findByText('Bronze from 1,000');
  const level = () => within(board()).getByText(/^Difficulty: /).textContent;
  expect(level()).toBe('Difficulty: normal');
  await pressFound('5 × 5');
  expect(level()).toBe('Difficulty: easy');
  expect(location.search).toBe('?round=wide');
  expect(document.querySelector('.overlay .example'), 'its picture').not.toBeNull();
  expect(screen.getByText(note)).toBeTruthy();
  expect(screen.getByText('Bronze from 4,000, silver from 15,000, gold from 35,000.')).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Quests' })).toBeNull();
  press('Play');
  await findButton('Pause');
  expect(server.variant).toBe('wide');
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(5));
  const grids = new Set([fact('grid')]);
  for (const name of ['ArrowUp', 'ArrowLeft']) {
    key(name);
    await waitFor(() => expect(grids).not.toContain(fact('grid')));
    grids.add(fact('grid'));
  }
  const grid = fact('grid');
  key('Backspace');
  await waitFor(() => expect(fact('grid')).not.toBe(grid));
  await lateDrawn();
  expect(said()).toMatch(/^Undid a move\. Undos left: 2\. Score \d+\.$/);
  // Returning through the plain address restores it, with the choice.
  show('merge');
  await pressFound('Resume');
  await waitFor(() => expect(location.search).toBe('?round=wide'));
  const result = await finish();
  expect(result.getByText(note)).toBeTruthy();
  expect(result.getByText('Bronze from 4,000')).toBeTruthy();
  expect(result.getByText(/^5 × 5: best tile \d, \d moves?$/)).toBeTruthy();

  show('merge', { signedIn: false, query: '?round=wide' });
  await pressFound('Play again');
  await findButton('Pause');
  expect(server.tickets).toBe(0);
});

describe('the tournament', () => {
  test('is offered only in the game of the week, and Start then begins it', async () => {
    server.tournament = tournamentOf(6, 6);
    show('tower');
    await pressFound('Tournament');
    expect(location.search).toBe('?round=week');
    await screen.findByRole('table', { name: /^6 players so far\. You’re #6 and moving down\.$/ });
    press('Play');
    await findButton('Pause');
    expect(server.tournaments).toBe(1);
    cleanup();
    show('hatch');
    await findButton('No timer');
    await waitFor(() => expect($tournament.get().state).toBe('ready'));
    expect(screen.queryByRole('button', { name: 'Tournament' })).toBeNull();
  });

  test('leads to its game from another one, and a guest to signing up', async () => {
    server.tournament = tournamentOf(1);
    show('hatch', { query: '?round=week' });
    expect(await findLinkTo('This week it’s Tower')).toBe('/games/tower/play/desktop?round=week');
    cleanup();
    show('tower', { query: '?round=week', signedIn: false });
    expect(await findLinkTo('Sign up for the tournament')).toBe(
      '/login?from=%2Fgames%2Ftower%2Fplay%2Fmobile%3Fround%3Dweek#sign-up',
    );
    expect(await screen.findByRole('table', { name: '1 player so far.' })).toBeTruthy();
  });

  test('leads a guest who chooses it after a round to signing up, not into a round of Classic', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(forgetGuestRound);
    server.tournament = tournamentOf(1);
    show('tower', { signedIn: false });
    await pressFound('Play');
    await findButton('Pause');
    slideOver();
    key(' ');
    await waitFor(() => expect(fact('rows')).toBe('1'));
    endRound();
    await findButton('Play again');
    await pressFound('Tournament');
    expect(await findLinkTo('Sign up for the tournament')).toMatch(/round%3Dweek#sign-up$/);
    expect(screen.queryByRole('button', { name: 'Play again' })).toBeNull();
  });
});

describe("the day's best run", () => {
  const ghost: Ghost = { mine: false, name: 'Mira', by: 'moves', step: 10, scores: [0, 500, 900] };

  const select = () => screen.findByRole('combobox', { name: 'Play against' });
  const choose = (name: string) => {
    const list = screen.getByRole('combobox', { name: 'Play against' });
    const option = within(list).getByRole<HTMLOptionElement>('option', { name });
    fireEvent.change(list, { target: { value: option.value } });
  };
  afterEach(() => localStorage.removeItem('ghost'));
  /** The line about the run of the player with this name. */
  const against = async (name: string) => (await screen.findByText(name)).parentElement?.textContent;

  test('is shown during today’s round with the leader’s name, and can be turned off', async () => {
    server.ghost = ghost;
    show('tower', { query: '?round=today' });
    await pressFound('Play');
    expect(await against('Best today, Mira')).toBe('Best today, Mira: 0 · tied with you');
    expect(screen.getByRole('status', { name: 'Best run' }).textContent).toBe('');
    choose('Nobody');
    expect(screen.queryByText(/Best today/)).toBeNull();
    choose('Today’s best run');
    expect(await screen.findByText(/Best today, Mira/)).toBeTruthy();
  });

  test('says so if there is none yet', async () => {
    server.ghost = null;
    show('tower', { query: '?round=today' });
    await pressFound('Play');
    expect(await screen.findByText(/^No scores today yet/)).toBeTruthy();
  });

  test('can be replaced by the run of another player who is named on the leaderboard', async () => {
    server.ghost = ghost;
    const { rows, ...rest } = leaderboard(4, 2);
    server.leaderboard = { ...rest, rows: rows.map((row, at) => (at === 2 ? { ...row, user: null } : row)) };
    show('tower', { query: '?round=today' });
    const options = async () => textsOf(within(await select()).getAllByRole('option'));
    await waitFor(async () =>
      expect(await options()).toEqual([
        'Today’s best run',
        'player 1',
        'Your best run',
        'player 4',
        'Nobody',
      ]),
    );
    choose('player 4');
    await pressFound('Play');
    expect(await against('Mira')).toBe('Mira: 0 · tied with you');
    expect(server.ghosts).toEqual([{ player: '53', seed: String(server.seed) }]);
  });

  test('is shown to guests too, who can choose another one', async () => {
    server.ghost = ghost;
    server.leaderboard = leaderboard(3, null);
    show('tower', { query: '?round=today', signedIn: false });
    await pressFound('Play');
    expect(await against('Best today, Mira')).toBe('Best today, Mira: 0 · tied with you');
    await within(await select()).findByRole('option', { name: 'player 3' });
    choose('player 3');
    expect(await against('Mira')).toBe('Mira: 0 · tied with you');
    expect(server.ghosts.map(({ player }) => player)).toEqual([undefined, '52']);
    choose('Nobody');
    expect(screen.queryByText('Mira')).toBeNull();
  });

  test.each([
    ['another player’s', { name: 'Mira', mine: false }, 5, 'You beat Mira by 5, 10 to 5.'],
    ['another player’s', { name: 'Mira', mine: false }, 22, 'You finished 12 behind Mira, 10 to 22.'],
    ['one without a name', { name: null, mine: false }, 10, 'You tied with an unnamed player, 10 to 10.'],
    ['the player’s own', { name: 'Mira', mine: true }, 5, 'You beat your best run by 5, 10 to 5.'],
  ])('is compared with the result at the end: %s', async (_, whose, theirs, words) => {
    vi.useFakeTimers({ toFake: ['performance'] });
    server.ghost = { ...ghost, ...whose, scores: [0, theirs] };
    await begin('tower', '?round=today');
    await waitFor(() => expect(document.querySelector('.ghost')?.textContent).not.toBe(''));
    const result = await dropAndFinish();
    expect(result.getByText(words)).toBeTruthy();
    expect(result.getByRole('status', { name: 'Result' }).textContent).toContain(words);
    expect(screen.getByRole('region', { name: 'Result' }).hasAttribute('data-won')).toBe(theirs < 10);
    // The choice is for the next round.
    choose('Nobody');
    expect(result.getByText(words)).toBeTruthy();
  });

  test('is compared with a guest’s result too, but with none if the player chose nobody', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(forgetGuestRound);
    server.ghost = { ...ghost, scores: [0, 5] };
    show('tower', { query: '?round=today', signedIn: false });
    await pressFound('Play');
    await screen.findByText(/Best today, Mira/);
    const result = await dropAndFinish();
    expect(result.getByText('You beat Mira by 5, 10 to 5.')).toBeTruthy();
    choose('Nobody');
    press('Play again');
    await findButton('Pause');
    expect((await dropAndFinish()).queryByText(/Mira/)).toBeNull();
  });

  test('is not fetched in a round of the player’s own', async () => {
    server.ghost = ghost;
    show('tower');
    await pressFound('Play');
    await findButton('Pause');
    expect(screen.queryByText(/Best today/)).toBeNull();
  });
});

describe('a duel', () => {
  const rivalOf = (...scores: number[]): Ghost => ({
    mine: false,
    name: 'Mira',
    by: 'time',
    step: 5000,
    scores,
  });
  const line = () => document.querySelector('.ghost')?.textContent;

  async function duel(rival: Ghost | null, signedIn = true) {
    server.rival = rival;
    vi.useFakeTimers({ toFake: ['performance'] });
    show('tower', { query: '?round=minute', signedIn });
    await pressFound('Play');
    await findButton('Pause');
  }
  test('shows the rival’s score as it counted up, from the answer that started the round', async () => {
    await duel(rivalOf(0, 100, 300));
    await waitFor(() => expect(line()).toBe('Mira: 0 · tied with you'));
    pass(2_500);
    await waitFor(() => expect(line()).toBe('Mira: 50 · you’re 50 behind'));
    expect([server.starts, server.variant, server.ghosts]).toEqual([1, 'minute', []]);
    press('Pause');
    // A reload continues against the same run.
    expect(localStorage.getItem('round')).toContain('Mira');
  });

  test.each([
    ['wins', 5, 'You beat Mira by 5, 10 to 5.'],
    ['loses', 15, 'You finished 5 behind Mira, 10 to 15.'],
    ['draws', 10, 'You tied with Mira, 10 to 10.'],
  ])('says at the end that the player %s, and by how much', async (_, theirs, words) => {
    await duel(rivalOf(0, theirs));
    const result = await dropAndFinish();
    expect(result.getByText(words)).toBeTruthy();
    expect(result.getByRole('status', { name: 'Result' }).textContent).toContain(words);
  });

  test('says plainly that no rival is left, and when more come', async () => {
    await duel(null);
    await waitFor(() => expect(line()).toBe('No new rival right now. More come as others play.'));
    const result = await dropAndFinish();
    expect(result.queryByText(/ to \d+\.$/)).toBeNull();
  });

  test.each([
    ['a player', true, 'No rival yet this week. Set the score to beat.'],
    ['a guest, who can’t set one', false, 'No rival yet this week.'],
  ])('in a weekly variant without a rival, says so to %s', async (_, signedIn, words) => {
    server.rival = null;
    show('parcels', { query: '?round=weekly', signedIn });
    await pressFound('Play');
    await waitFor(() => expect(line()).toBe(words));
  });

  test('a guest plays one too, as free play', async () => {
    await duel(rivalOf(0, 5), false);
    await waitFor(() => expect(line()).toMatch(/^Mira: /));
    expect(server.duels).toEqual([{ variant: 'minute' }]);
    const result = await dropAndFinish('Round over');
    expect(result.getByText('You beat Mira by 5, 10 to 5.')).toBeTruthy();
    expect([server.tickets, server.starts, server.counted]).toEqual([0, 0, 0]);
    server.rival = null;
    press('Play again');
    await waitFor(() => expect(line()).toBe('No rival this week. Check again on Monday.'));
  });

  test('a guest plays without a rival if the server doesn’t answer', async () => {
    server.guestsFail = true;
    await duel(rivalOf(0, 5), false);
    expect(line()).toBeUndefined();
  });

  test('continues against the same run on another device, whose clock may be a day ahead', async () => {
    const inputs: [number, number][] = [];
    const started_at = new Date().toISOString();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 60 * 60_000 });
    const round = {
      id: '7c0f0f5e-4a53-4c0e-9d3b-0000000000ab',
      seed: 7,
      version: 1,
      variant: 'minute',
      started_at,
    };
    const rest = {
      game_id: 3,
      arcade: 'tower',
      daily: false,
      tournament: false,
      inputs,
      at: 10_000,
      elapsed: 20_000,
    };
    server.open = { ...round, ...rest, rival: rivalOf(0, 40, 80, 90) };
    show('tower', { query: '?round=minute' });
    await pressFound('Resume');
    await waitFor(() => expect(line()).toMatch(/^Mira: 8/));
  });
});

test.each([
  ['merge', 'classic', 1000, 'Bronze medal'],
  ['tower', 'minute', 300, 'Bronze medal, 60 seconds'],
])('a medal that is won for the first time is named once: %s, %s', async (arcade, variant, score, title) => {
  const [rules, given] = [arcadeGame(arcade, variant), await boardOf(arcade)];
  if (!rules || !given) throw new Error(`There is no ${arcade}`);
  const game = { ...rules.start(7), score };
  const own = { session: 'a', daily: false, tournament: false, guest: false };
  const round = { ...own, gameId: 1, rules, quests: [], seed: 7, startedAt: 0, game };
  const balance = { available: 0, pending: 0, reserved: 0, debt: 0 };
  const counted = { result: { score, metrics: {} }, quests: [], credited: 0, capped: false, balance };
  const outcome = (milestones: Milestone[]) =>
    ({ state: 'saved', best: false, answer: { ...counted, milestones, budget: null } }) as const;
  const panel = (milestones: Milestone[]) => (
    <EndPanel
      play={{ state: 'finished', round, outcome: outcome(milestones) }}
      game="A game"
      board={given}
      signedIn
      budget={undefined}
      completed={[]}
      onStart={() => {}}
      instead={undefined}
    />
  );
  const { rerender } = render(panel([]));
  const named = () => screen.queryAllByText(/Bronze medal/, { selector: 'b' });
  expect(named()).toHaveLength(1);
  rerender(panel([{ kind: 'badge', medal: true, title, text: '', href: null }]));
  expect(textsOf(named())).toEqual([title]);
});

describe("today's round", () => {
  const TODAY = 'Daily challenge';
  const openToday = (more: Showing = {}) => show('tower', { query: '?round=today', ...more });
  async function rowsOf(name: RegExp) {
    const table = await screen.findByRole('table', { name });
    return within(table).getAllByRole('row').slice(1);
  }

  test('is chosen next to the player’s own round or by a link, is in the address, and is what Start begins', async () => {
    show('hatch', { query: '?round=today' });
    expect((await findButton(TODAY)).getAttribute('aria-pressed')).toBe('true');
    press('Classic');
    expect(location.search).toBe('');
    expect(button('Classic').getAttribute('aria-pressed')).toBe('true');
    expect(screen.queryByRole('heading', { name: TODAY })).toBeNull();
    press(TODAY);
    expect(location.search).toBe('?round=today');
    expect(screen.getByRole('heading', { name: TODAY })).toBeTruthy();
    press('Play');
    await findButton('Pause');
    expect(server.daily).toBe(true);
  });

  test('says why it can’t be loaded, and that no one has played it until someone has', async () => {
    server.leaderboard = null;
    openToday();
    expect((await screen.findByRole('alert')).textContent).toContain('Our side is down for a moment.');
    server.leaderboard = leaderboard(0);
    press('Retry');
    await heading('No scores yet');
    screen.getByText(/your best score is\s+ranked, unless you’re hidden from the leaderboard/);
  });

  test('shows the leaders, marks samples and the player, and shows a place beyond the list', async () => {
    server.leaderboard = leaderboard(30, 27);
    openToday();
    const shown = await rowsOf(/^30 players so far/);
    expect(textsOf(shown)).toEqual([
      '1player 13,000',
      '2player 2sample2,900',
      '3player 32,800',
      '4player 42,700',
      '5player 52,600',
      '27You400',
    ]);
    expect(shown[5]?.getAttribute('aria-current')).toBe('true');
    press('Show top 20');
    const more = await rowsOf(/^30 players so far/);
    expect([more.length, more[20]?.textContent]).toEqual([21, '27You400']);
    expect(screen.queryByRole('button', { name: /^Show top/ })).toBeNull();
    expect(textsOf(screen.getAllByRole('status'))).toContain('Players shown: 20');
  });

  test('marks the player’s place within the list, and names no one who doesn’t want it', async () => {
    const { rows, ...rest } = leaderboard(3, 2);
    server.leaderboard = { ...rest, rows: rows.map((row, at) => (at === 0 ? { ...row, user: null } : row)) };
    openToday();
    expect(textsOf(await rowsOf(/^3 players so far/))).toEqual([
      '1Unnamed player300',
      '2Yousample200',
      '3player 3100',
    ]);
  });

  test('shows which places nobody has yet', async () => {
    server.leaderboard = leaderboard(2);
    openToday();
    await rowsOf(/^2 players so far/);
    expect(textsOf([...document.querySelectorAll('.scores .open')])).toEqual(['3Up for grabs', '4', '5']);
    server.leaderboard = leaderboard(6);
    openToday();
    await rowsOf(/^6 players so far/);
    expect(document.querySelector('.scores .open')).toBeNull();
  });

  test.each([
    ['2026-11-20T10:00:00Z', true],
    ['2026-11-20T23:59:59Z', false],
  ])('is played by a guest too, whose score joins the leaderboard until midnight: %s', async (now, joins) => {
    vi.useFakeTimers({ toFake: ['performance', 'Date'], now: new Date(now) });
    onTestFinished(forgetGuestRound);
    server.budget = budgetOf();
    openToday({ signedIn: false });
    expect(await findLinkTo('Sign up')).toBe(
      '/login?from=%2Fgames%2Ftower%2Fplay%2Fmobile%3Fround%3Dtoday#sign-up',
    );
    await pressFound('Play');
    await findButton('Pause');
    expect([server.dailyTickets, server.starts]).toEqual([1, 0]);
    slideOver();
    key(' ');
    await waitFor(() => expect(fact('rows')).toBe('1'));
    vi.setSystemTime(Date.now() + 60_000);
    endRound();
    await heading('Round complete');
    expect(await findLinkTo('Keep this score')).toMatch(/round%3Dtoday#sign-up$/);
    expect(screen.queryByText(/Your score then joins the daily leaderboard\.$/) !== null).toBe(joins);
  });
});

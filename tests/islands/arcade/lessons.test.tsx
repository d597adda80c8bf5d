/** The lesson of each game: a few steps on a real board, only in the browser. */
import { cleanup, fireEvent, render, screen, act as settle, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { play, wayTo } from '../../../server/db/seed-players.ts';
import { boards } from '../../../src/islands/arcade/boards.ts';
import { HeroRound } from '../../../src/islands/arcade/HeroRound.tsx';
import { $learned, noteLearned } from '../../../src/islands/arcade/learned-store.ts';
import { isTaught, LEARN, type Taught, taught } from '../../../src/islands/arcade/lesson.ts';
import { PlayIsland } from '../../../src/islands/arcade/PlayIsland.tsx';
import { $play } from '../../../src/islands/arcade/play-store.ts';
import { act, finishRound } from '../../../src/islands/arcade/store.ts';
import { CLASSIC, type GameState, type Rules } from '../../../src/lib/arcade/arcade.ts';
import { LEFT, UP } from '../../../src/lib/arcade/directions.ts';
import { arcadeGame, arcadeGames } from '../../../src/lib/arcade/games.ts';
import { start as startHatch } from '../../../src/lib/arcade/hatch.ts';
import { move, start as startMerge } from '../../../src/lib/arcade/merge.ts';
import { mergeVariants } from '../../../src/lib/arcade/merge-variants.ts';
import { loadOf, type ParcelsState } from '../../../src/lib/arcade/parcels-state.ts';
import { parcelsVariants } from '../../../src/lib/arcade/parcels-variants.ts';
import { rungs } from '../../../src/lib/arcade/rungs.ts';
import { DROP, landingOf, type TowerState, topOf, towerVariants } from '../../../src/lib/arcade/tower.ts';
import { connectApi } from '../../../src/lib/client/client.ts';
import { forget, readStored } from '../../../src/lib/session/storage.ts';
import { signIn } from '../../support/fixtures.ts';
import { playServer } from '../../support/play-server.ts';
import { button, findButton, press, pressFound, visit } from '../../support/screen.ts';

const names = Object.keys(arcadeGames);
const [, , weekly] = parcelsVariants;
const [, , wind] = towerVariants;
const [, , , blockers] = mergeVariants;
const games = names.map((arcade, index) => ({
  arcade,
  id: index + 1,
  name: arcade,
  summary: 'A game.',
  controls: 'Keys or taps.',
  quests: [],
}));

let server = playServer(7);
beforeEach(() => {
  server = playServer(7);
  connectApi({ fetch: server.fetch });
  forget('learned');
  $learned.set([]);
});
afterEach(() => {
  finishRound();
  signIn(null);
});

function show(game: string) {
  cleanup();
  visit(`/games/${game}/play/mobile`);
  render(<PlayIsland games={games} />);
}
function showSignedIn(game: string) {
  show(game);
  settle(() => signIn());
}
const boardOf = async (game: string) => {
  const loaded = await boards[game]?.();
  if (!loaded) throw new Error(`There is no board of ${game}`);
  return loaded.board;
};
const lessonOf = async (game: string, variant: string) => {
  const { lesson, lessons } = await boardOf(game);
  return variant === CLASSIC ? lesson : (lessons?.[variant] ?? expect.fail(`${variant} has no lesson`));
};
const sentence = () => screen.getByRole('status', { name: 'Lesson' }).textContent;

/** The acts of a player who follows the sentences. */
function follow(rules: Rules, game: GameState, lesson: Taught, at: number): number | undefined {
  if (rules.name === 'tower') {
    const state = game as TowerState;
    return Math.abs(landingOf(state.slide, at) - topOf(state).x) < 2 ? DROP : undefined;
  }
  if (rules.name === 'parcels') {
    const state = game as ParcelsState;
    return wayTo(
      state,
      loadOf(state) >= (rules.variant.id === 'express' ? 3 : 2) ? [state.door] : state.parcels,
    );
  }
  for (let given = 0; given < rules.acts; given++)
    if (isTaught(lesson, rules, game, given, at) && rules.act(game, given, at) !== game) return given;
  return undefined;
}

test('every game has a lesson', () => {
  expect(names.toSorted()).toEqual(Object.keys(arcadeGames).toSorted());
});

/** The variants with rules that a player has to try. The others differ in speed, size or length, as their line says. */
const taughtVariants = [
  ['merge', 'target'],
  ['merge', 'blockers'],
  ['parcels', 'weekly'],
  ['parcels', 'express'],
  ['tower', 'wind'],
  ['hatch', 'hints'],
  ['hatch', 'weekly'],
] as const;

test('these variants have a lesson of their own', async () => {
  const own = names.map(async (name) => {
    const { variants = [], ...board } = await boardOf(name);
    const ids = variants.map(({ variant }) => variant.id).filter((id) => board.lessons?.[id]);
    expect(Object.keys(board.lessons ?? {}).toSorted()).toEqual(ids.toSorted());
    return ids.map((id) => [name, id]);
  });
  expect((await Promise.all(own)).flat().toSorted()).toEqual(taughtVariants.toSorted());
});

const lessons = [...names.map((name) => [name, CLASSIC] as const), ...taughtVariants];

test.each(lessons)('%s %s is taught in half a minute by following its sentences', async (name, variant) => {
  const lesson = await lessonOf(name, variant);
  const rules = arcadeGame(name, variant) ?? expect.fail('There is no such variant');
  let now: Taught | undefined;
  const goOn = (game: GameState) => {
    now = taught(now ?? { ...lesson, name, done: 0, before: game }, game);
    return now;
  };
  const { lasted } = play(
    rules,
    lesson.seed,
    (game, at) => {
      const step = goOn(game);
      const given = follow(rules, game, step, at);
      if (given === undefined || !isTaught(step, rules, game, given, at)) return { act: -1, at: at + 20 };
      return { act: given, at };
    },
    (game) => goOn(game).done === lesson.steps.length,
  );
  expect(now?.done).toBe(lesson.steps.length);
  expect(lasted).toBeLessThan(30_000);
  // One sentence is shown at a time, and two fit above the board.
  for (const { text } of lesson.steps) expect(text.length).toBeLessThan(110);
});

describe.each(names)('%s', (name) => {
  test('offers its lesson at first, only in the browser, and lets players skip and reopen it', async () => {
    showSignedIn(name);
    await findButton('Play');
    const { lesson } = await boardOf(name);
    const before = server.arrived.length;
    press(LEARN);
    await waitFor(() => expect(sentence()).toContain(lesson.steps[0]?.text));
    const playing = $play.get();
    expect(playing).toMatchObject({ state: 'playing', round: { session: null, seed: lesson.seed } });
    expect(screen.queryByRole('button', { name: 'End round' })).toBeNull();
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect($play.get().state).toBe('paused');
    expect(readStored('round')).toBeNull();
    press('Resume');
    press('Skip');
    expect(server.arrived.slice(before)).toEqual([]);
    // The start no longer offers it, but the help does.
    expect(
      within(screen.getByRole('region', { name: 'Board' })).queryByRole('button', { name: LEARN }),
    ).toBeNull();
    expect(button(LEARN)).toBeTruthy();
    show(name);
    await findButton('Play');
    expect(button(LEARN)).toBeTruthy();
  });
});

test('the sentences describe the board correctly', async () => {
  const { lesson } = await boardOf('merge');
  let game = startMerge(lesson.seed);
  const gained = ([LEFT, UP, LEFT, UP] as const).map((direction) => {
    game = move(game, direction);
    return game.change.gained;
  });
  expect(gained).toEqual([4, 0, 4, 8]);
  const blocked = blockers.start((await lessonOf('merge', 'blockers')).seed);
  const stopped = blockers.act(blocked, LEFT, 0);
  expect([stopped.blocked[0], stopped.tiles[0]?.cell, blockers.act(stopped, UP, 0).score]).toEqual([1, 2, 4]);
  const arrows = weekly.start((await lessonOf('parcels', 'weekly')).seed).map?.cells.match(/[<>^v]/g);
  expect(arrows?.length).toBeGreaterThan(10);
  expect(wind.start((await lessonOf('tower', 'wind')).seed).slide.wind).toBe(-4);
  const { rows, columns } = startHatch((await boardOf('hatch')).lesson.seed).picture;
  expect([rows[1], rows[3], columns[2], rows[2]]).toEqual([[5], [5], [5], [1, 1, 1]]);
  expect(rungs.start((await boardOf('rungs')).lesson.seed).stops.slice(0, 2)).toEqual(['hand', 'card']);
});

test('a variant with its own rules teaches them to a player who knows Classic, until they finish its lesson', async () => {
  settle(() => noteLearned('tower'));
  visit('/games/tower/play/mobile?round=wind');
  render(<PlayIsland games={games} />);
  settle(() => signIn());
  await findButton('Play');
  const start = () => within(screen.getByRole('region', { name: 'Board' }));
  press(LEARN, start());
  await waitFor(() => expect(sentence()).toContain('The flag shows'));
  expect($play.get()).toMatchObject({ round: { session: null, rules: wind } });
  press('Skip');
  await findButton('Play');
  expect(location.search).toBe('?round=wind');
  expect(start().queryByRole('button', { name: LEARN })).toBeNull();
  expect($learned.get()).toContain('tower-wind');
});

/** Follows Merge's Classic lesson to its end. */
async function learnMerge() {
  press(LEARN, within(screen.getByRole('region', { name: 'Board' })));
  const { lesson } = await boardOf('merge');
  await waitFor(() => expect(sentence()).toContain(lesson.steps[0]?.text));
  for (const [index, given] of [LEFT, UP, LEFT, UP].entries())
    await waitFor(() => {
      settle(() => act(given));
      expect($play.get()).toMatchObject({ round: { lesson: { done: index + 1 } } });
    });
}
const openVariant = async (variant: string) => {
  visit(`/games/merge/play/mobile?round=${variant}`);
  render(<PlayIsland games={games} />);
  settle(() => signIn());
  await findButton('Play');
};

test('a variant without a lesson of its own teaches Classic, says what differs, and is still what Play starts', async () => {
  await openVariant('wide');
  await learnMerge();
  await waitFor(() => expect(sentence()).toContain('Five by five: more room, and longer rounds.'));
  expect(location.search).toBe('?round=wide');
  await pressFound('Play');
  await findButton('Pause');
  expect($play.get()).toMatchObject({
    round: { session: expect.any(String), rules: { variant: { id: 'wide' } } },
  });
});

test('a newcomer to a variant learns Classic first, and then what is new in the variant', async () => {
  await openVariant('target');
  await learnMerge();
  await waitFor(() => expect(sentence()).toContain('Reach 128 in as few moves as you can. Par is 70.'));
  settle(finishRound);
  await findButton('Play');
  press(LEARN, within(screen.getByRole('region', { name: 'Board' })));
  await waitFor(() => expect(sentence()).toContain('Only moves count on the way to 128.'));
});

test('a newcomer on a public page is offered the lesson in the first round and after it', async () => {
  const [game] = games;
  if (!game) throw new Error('There is no game');
  visit('/');
  render(<HeroRound game={game} href="/" board={await boardOf(game.arcade)} />);
  await findButton('Pause');
  expect(button(LEARN)).toBeTruthy();
  await waitFor(() => {
    for (const given of [LEFT, UP]) settle(() => act(given));
    expect($play.get()).not.toMatchObject({ round: { game: { moves: 0 } } });
  });
  settle(finishRound);
  await pressFound(LEARN);
  await waitFor(() => expect(sentence()).toContain('1 of 4'));
  expect(screen.queryByRole('button', { name: LEARN })).toBeNull();
  settle(() => act(LEFT));
  await waitFor(() => expect(sentence()).toContain('2 of 4'));
  press('Skip');
  await pressFound('Play');
  await findButton('Pause');
  expect(screen.queryByRole('button', { name: LEARN }), 'learned').toBeNull();
});

test('an act that the lesson doesn’t ask for does nothing, and at the end the focus is on Play, which begins a real round', async () => {
  showSignedIn('merge');
  await findButton('Play');
  press(LEARN);
  const { lesson, rules } = await boardOf('merge');
  await waitFor(() => expect(sentence()).toContain('1 of 4'));
  const taughtGame = () => {
    const now = $play.get();
    if (!('round' in now) || !now.round.lesson) throw new Error('No lesson is on');
    return now.round;
  };
  for (const [index, { allows }] of lesson.steps.entries()) {
    const { game } = taughtGame();
    const all = Array.from({ length: rules.acts }, (_, given) => given);
    for (const given of all) if (!allows?.(given, game)) act(given);
    expect(taughtGame().game).toBe(game);
    const asked = all.find((given) => allows?.(given, game)) ?? -1;
    await waitFor(() => {
      act(asked);
      expect(taughtGame().lesson?.done).toBe(index + 1);
    });
  }
  await waitFor(() => expect(document.activeElement).toBe(button('Play')));
  await pressFound('Play');
  await findButton('Pause');
  expect($play.get()).toMatchObject({ state: 'playing', round: { session: expect.any(String) } });
});

/**
 * A small bot plays each of our own games to a counted round: with a keyboard on a desktop or with touch on a phone, and at night
 * with both. Other controls are tested in tests/islands/arcade.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import * as v from 'valibot';
import { wayOut, wayTo } from '../../server/db/seed-players.ts';
import { isDirection } from '../../src/lib/arcade/directions.ts';
import { pictureOf } from '../../src/lib/arcade/hatch-pictures.ts';
import { buildTown } from '../../src/lib/arcade/parcels-town.ts';
import { MIN_SLIDE_MS } from '../../src/lib/arcade/tower.ts';
import { startSession } from '../../src/lib/contract/arcade/rounds.ts';
import { byNight, expect, test } from '../support/e2e.ts';
import { played, playFrames } from '../support/play-frames.ts';
import { expectAccessible, strayParts } from '../support/reach.ts';
import { giveSession, join } from '../support/sign-in.ts';
import { endRound } from '../support/walker.ts';

const sizes = {
  desktop: { viewport: { width: 1280, height: 800 }, hasTouch: false },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
} as const;
type Size = keyof typeof sizes;

/** Milliseconds between two checks of the courier, who takes a little longer from cell to cell. */
const LOOK_MS = 40;
const FRAME_MS = 16;

const board = (page: Page) => page.getByRole('region', { name: 'Board' });

/** The board's data attributes: 'data-row' as `row`. */
const facts = (page: Page): Promise<Record<string, string>> =>
  board(page).evaluate((element) =>
    Object.fromEntries(
      element
        .getAttributeNames()
        .filter((name) => name.startsWith('data-'))
        .map((name) => [name.slice(5), element.getAttribute(name) ?? '']),
    ),
  );

/** Starts a round, and returns its seed from the server. */
async function start(page: Page): Promise<number> {
  const answer = page.waitForResponse((response) => /\/games\/\d+\/sessions$/.test(response.url()));
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  const { seed } = v.parse(startSession.answer, await (await answer).json());
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  return seed;
}

const message = async (page: Page) => (await page.getByRole('status', { name: 'Score' }).textContent()) ?? '';

/**
 * Stops the page's clock, and returns a function that advances it by this many milliseconds, so that a game does the same between
 * two checks on any machine. The clock never gets ahead of the server's, which measures the round as well.
 */
async function stopClock(page: Page): Promise<(by: number) => Promise<void>> {
  // It can only be stopped at a future moment, which has to be further away on a busy machine.
  let stopsAt = 0;
  for (let ahead = 100; stopsAt === 0; ahead *= 4) {
    const at = (await page.evaluate(() => Date.now())) + ahead;
    await page.clock.pauseAt(at).then(
      () => (stopsAt = at),
      (error: unknown) => {
        if (!String(error).includes('to the past')) throw error;
      },
    );
  }
  const began = performance.now();
  let gone = stopsAt - Date.now();
  return async (by) => {
    gone += by;
    await page.clock.runFor(by);
    await pause(Math.max(0, gone - (performance.now() - began)));
  };
}

/** Drives until at least three parcels were delivered together. */
async function playParcels(page: Page, size: Size): Promise<void> {
  const [houses] = buildTown(await start(page));
  const goOn = await stopClock(page);
  for (;;) {
    const { row = '', heading, parcels = '', door, state } = await facts(page);
    if (state !== 'playing') break;
    const cells = row.split(',').map(Number);
    if (Number(/^(\d+) parcels delivered/.exec(await message(page))?.[1]) >= 3) return page.clock.resume();
    const toward = cells.length > 3 ? [Number(door)] : parcels.split(',').map(Number);
    const now = heading === undefined ? -1 : Number(heading);
    const courier = { row: cells, heading: isDirection(now) ? now : null, houses, map: null };
    const way = wayTo(courier, toward) ?? wayOut(courier);
    if (way !== undefined && way !== now) {
      const name = (['Up', 'Right', 'Down', 'Left'] as const)[way];
      if (size === 'desktop') await page.keyboard.press(`Arrow${name}`);
      else await page.getByRole('button', { name: `Move ${name.toLowerCase()}` }).tap();
    }
    await goOn(LOOK_MS);
  }
  throw new Error(`no load of three was handed over; ${JSON.stringify(await facts(page))}`);
}

const edges = (what: Locator, edge: 'top' | 'bottom') =>
  what.evaluate((element, edge) => element.getBoundingClientRect()[edge], edge);

async function scoreOf(page: Page): Promise<number> {
  return Number(/Score ([\d,]+)/.exec(await message(page))?.[1]?.replaceAll(',', ''));
}

/** What surrounds the board, what is new on it, the quests, and the board in words. */
const LAYOUTS_OF_AN_ACT = 4;
/** Layouts that the round doesn't cause: something arrives, or the canvas for effects is made. */
const OTHER_LAYOUTS = 3;

const layoutSchema = v.object({
  name: v.literal('Layout'),
  args: v.object({ endData: v.object({ layoutRoots: v.array(v.object({ nodeName: v.string() })) }) }),
});
const styleSchema = v.object({
  name: v.literal('UpdateLayoutTree'),
  ts: v.number(),
  args: v.object({ elementCount: v.number() }),
});
const markSchema = v.object({ name: v.picklist(['before', 'after']), ts: v.number() });
const traceSchema = v.object({ traceEvents: v.array(v.unknown()) });

/** Returns what the browser's timeline recorded meanwhile. */
async function timelineDuring(page: Page, play: () => Promise<unknown>): Promise<unknown[]> {
  const browser = page.context().browser();
  await browser?.startTracing(page, { categories: ['devtools.timeline', 'blink.user_timing'] });
  await play();
  const trace = await browser?.stopTracing();
  return v.parse(traceSchema, JSON.parse(String(trace))).traceEvents;
}

/** Returns what was laid out meanwhile: of each layout, its roots. '#document' is the whole page. */
async function layoutsDuring(page: Page, play: () => Promise<unknown>): Promise<string[][]> {
  return (await timelineDuring(page, play))
    .filter((event) => v.is(layoutSchema, event))
    .map(({ args }) => args.endData.layoutRoots.map(({ nodeName }) => nodeName));
}

/** Returns the height of each layer that began below the board meanwhile. Each costs time in every frame. */
async function layersBelowBoard(page: Page, play: () => Promise<unknown>): Promise<number[]> {
  const bottom = await edges(page.locator('.tabletop'), 'bottom');
  const below = new Map<string, number>();
  const session = await page.context().newCDPSession(page);
  session.on('LayerTree.layerTreeDidChange', ({ layers = [] }) => {
    for (const { layerId, drawsContent, offsetY, height, transform } of layers)
      if (drawsContent && offsetY + (transform?.[13] ?? 0) >= bottom) below.set(layerId, height);
  });
  await session.send('DOM.enable');
  await session.send('LayerTree.enable');
  await play();
  await session.detach();
  return [...below.values()];
}

/** Stacks eight tickets, each dropped when it is over the tower. */
async function playTower(page: Page, size: Size): Promise<void> {
  await start(page);
  const goOn = await stopClock(page);
  await goOn(MIN_SLIDE_MS);
  for (let rows = 0; rows < 8; ) {
    while (!(await page.evaluate(ticketIsOver))) await goOn(FRAME_MS);
    if (size === 'desktop') await page.keyboard.press('Space');
    else await board(page).getByRole('application').tap();
    await goOn(FRAME_MS);
    const seen = await facts(page);
    if (seen.state !== 'playing') throw new Error(`the ticket after ${rows} missed`);
    rows = Number(seen.rows);
    // The next ticket can only be dropped after a moment.
    await goOn(MIN_SLIDE_MS);
  }
  await page.clock.resume();
}

/**
 * In the page: whether the ticket and the guide above the tower agree within a unit and a half of 64. The browser's animations
 * don't know that the clock has stopped, so the ticket's is set to its time.
 */
function ticketIsOver(): boolean {
  const [movement] = document.querySelector('.tower .slide')?.getAnimations() ?? [];
  if (movement?.startTime != null) {
    const since = Number(movement.startTime);
    movement.pause();
    movement.id = String(since);
  }
  if (movement) movement.currentTime = performance.now() - Number(movement.id);
  const boxOf = (selector: string) => document.querySelector(`.tower ${selector}`)?.getBoundingClientRect();
  const [tower, slide, guide] = [boxOf('.world'), boxOf('.slide .paper'), boxOf('.guide')];
  if (!tower || !slide || !guide) return false;
  return Math.abs(slide.left - guide.left) <= (1.5 * tower.width) / 64;
}

/** Hatches the first creature: by the cursor on a desktop, by lines drawn over the grid on a phone. */
async function playHatch(page: Page, size: Size): Promise<void> {
  const { cells, size: side } = pictureOf(await start(page), 0);
  const belongs = cells.flatMap((on, cell) =>
    on && cell % side < side / 2 ? [{ x: cell % side, y: Math.floor(cell / side) }] : [],
  );
  let cursor: { x: number; y: number } | null = null;
  for (const { x, y } of belongs) {
    const before = await scoreOf(page);
    if (size === 'desktop') {
      if (!cursor) await page.keyboard.press('ArrowDown');
      cursor ??= { x: 0, y: 0 };
      for (; cursor.x !== x; cursor.x = (cursor.x + 1) % side) await page.keyboard.press('ArrowRight');
      for (; cursor.y !== y; cursor.y += 1) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Space');
    } else {
      const box = await page.locator('.board svg').first().boundingBox();
      if (!box) throw new Error('the grid is not on the screen');
      // The numbers take 19 of 100 units (islands/arcade/hatch/layout.ts), and the cells the other 80.
      const at = (place: number) => ((19 + ((place + 0.5) * 80) / side) * box.width) / 100;
      await page.touchscreen.tap(box.x + at(x), box.y + at(y));
    }
    await expect.poll(() => scoreOf(page)).toBeGreaterThan(before || 0);
  }
  expect((await facts(page)).hatched).toBe('1');
}

const games = [
  ['parcels', 'Deliver 3 parcels in one load', playParcels, 'desktop'],
  ['tower', 'Finish your first tower', playTower, 'phone'],
  ['hatch', 'Hatch your first creature', playHatch, 'phone'],
] as const;

for (const [size, use] of Object.entries(sizes))
  test.describe(size, () => {
    test.use(use);

    for (const [game, quest, play] of games.filter(([, , , byDay]) => byNight(true, byDay === size)))
      test(`${game} is played to a counted round, and its points arrive`, async ({ page, product }) => {
        const name = `arcade-${game}-${size}-${Date.now()}`;
        await giveSession(
          page,
          await join(product, { email: `${name}@test.example`, password: 'a long enough password' }),
        );
        await page.clock.install();
        await page.goto(`/games/${game}/play/${size === 'phone' ? 'mobile' : 'desktop'}`);
        // With no points yet there is nothing to show.
        const available = page.getByRole('banner').getByRole('definition').first();
        await expect(available).toBeHidden();
        const scrolled = () => page.evaluate(() => [scrollX, scrollY, visualViewport?.scale]);
        const before = await scrolled();
        await play(page, size === 'phone' ? 'phone' : 'desktop');
        expect(await scrolled(), 'playing neither scrolls nor zooms the page').toEqual(before);
        const score = await scoreOf(page);
        await endRound(page);
        const result = page.getByRole('region', { name: 'Result' });
        await expect(result.getByRole('heading', { name: 'Round complete', exact: true })).toBeVisible();
        await expect(result.getByRole('listitem').filter({ hasText: quest })).toContainText(/\+[1-9]/);
        await expect(result.getByText(score.toLocaleString('en-US'), { exact: true })).toBeVisible();
        await expect(available).toHaveText(/^[1-9]/);
      });
  });

test('each game is played by single clicks of a mouse', async ({ page }) => {
  await page.setViewportSize(sizes.desktop.viewport);
  /** Checks the board after each click until it has changed. */
  async function clickUntil(fact: string, clicks: readonly (() => Promise<void>)[]): Promise<void> {
    const before = (await facts(page))[fact];
    for (const click of [...clicks, ...clicks]) {
      await click();
      await page.waitForFunction(() => new Promise((done) => requestAnimationFrame(done)).then(() => true));
      if ((await facts(page))[fact] !== before) return;
    }
    await expect.poll(async () => (await facts(page))[fact]).not.toBe(before);
  }
  const pad = ['left', 'up', 'right', 'down'].map(
    (way) => () => page.getByRole('button', { name: `Move ${way}` }).click(),
  );
  for (const [game, fact] of [
    ['merge', 'grid'],
    ['parcels', 'row'],
    ['tower', 'rows'],
    ['rungs', 'word'],
  ] as const) {
    await page.goto(`/games/${game}/play`);
    await start(page);
    const ways = {
      tower: [() => board(page).getByRole('application').click()],
      rungs: [() => page.getByRole('button', { name: 'Hint' }).click()],
      merge: pad,
      parcels: pad,
    };
    await clickUntil(fact, ways[game]);
  }
  await page.goto('/games/hatch/play');
  const { cells, size } = pictureOf(await start(page), 0);
  const grid = page.locator('.board svg').first();
  const { width } = (await grid.boundingBox()) ?? { width: 0 };
  // The numbers take 19 of 100 units (islands/arcade/hatch/layout.ts), and the cells the other 80.
  const at = (place: number) => ((19 + ((place + 0.5) * 80) / size) * width) / 100;
  const click = (cell: number) =>
    grid.click({ position: { x: at(cell % size), y: at(Math.floor(cell / size)) } });
  await page.getByRole('button', { name: 'Mark empty' }).click();
  await click(cells.indexOf(false));
  await expect(page.locator('.cell[data-as="noted"]')).not.toHaveCount(0);
  await page.getByRole('button', { name: 'Shade', exact: true }).click();
  await click(cells.indexOf(true));
  await expect(page.locator('.cell[data-as="shaded"]')).not.toHaveCount(0);
});

/** Plays until something was scored, so that a pause has everything to say. */
async function scoreSomething(page: Page, game: string): Promise<void> {
  if (game !== 'rungs') return;
  for (let seen = await facts(page); seen.climbed === '0'; seen = await facts(page)) {
    await page.getByRole('button', { name: 'Hint' }).click();
    await expect.poll(async () => (await facts(page)).word).not.toBe(seen.word);
  }
}

for (const [size, use] of Object.entries(sizes))
  test.describe(`a board on a ${size}`, () => {
    test.use(use);

    for (const game of ['merge', 'tower', 'parcels', 'hatch', 'rungs'])
      test(`${game} stays where it is for every choice, in the round of the day and in a pause`, async ({
        page,
        product,
      }) => {
        const name = `still-${game}-${size}-${Date.now()}`;
        await giveSession(
          page,
          await join(product, { email: `${name}@test.example`, password: 'a long enough password' }),
        );
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await page.goto(`/games/${game}/play`);
        const top = () => edges(board(page), 'top');
        const mode = page.getByRole('group', { name: 'Mode' });
        const idle = await top();
        const chips = await mode
          .getByRole('button')
          .evaluateAll((all) => all.map((chip) => chip.getBoundingClientRect().top));
        const rows = new Set(chips).size;
        if (size === 'desktop')
          for (const choice of await mode.getByRole('button').all()) {
            await choice.click();
            expect(await top(), (await choice.textContent()) ?? '').toBe(idle);
          }
        await mode.getByRole('button', { name: 'Daily challenge' }).click();
        await start(page);
        await expect(page.locator('.ghost')).not.toBeEmpty();
        await scoreSomething(page, game);
        const frame = board(page).locator('.tabletop');
        const playing = [await top(), await edges(frame, 'bottom')];
        // Choices in two rows take more room than the score.
        if (size === 'desktop' && rows === 1) expect(playing[0]).toBe(idle);
        const end = page.getByRole('button', { name: 'End round' });
        expect(await edges(end, 'bottom'), 'ending is out of the thumb’s way').toBeLessThan(await top());
        expect(await strayParts(page), 'the round keeps the page’s width').toEqual([]);
        await page.getByRole('button', { name: 'Pause' }).click();
        await expect(page.getByRole('heading', { name: 'Game paused' })).toBeVisible();
        expect([await top(), await edges(frame, 'bottom')]).toEqual(playing);
        await expect(page.locator('.stage > .volume')).toBeInViewport({ ratio: 1 });
      });
  });

test('a long name leaves room for the gap to that player’s run on a phone', async ({ page, product }) => {
  await page.setViewportSize(sizes.phone.viewport);
  const email = `gap-${Date.now()}@test.example`;
  await giveSession(page, await join(product, { email, password: 'a long enough password' }));
  const ghost = { mine: false, name: 'W'.repeat(24), by: 'moves', step: 10, scores: [12_345] };
  await page.route('**/games/*/daily/ghost*', (route) => route.fulfill({ json: { ghost } }));
  await page.goto('/games/rungs/play?round=today');
  await start(page);
  const line = page.locator('.ghost');
  await expect(line).toContainText('12,345 · you’re 12,345 behind');
  const ends = await line.evaluate((element) => {
    const text = document.createRange();
    text.selectNode(element.querySelector('[aria-hidden]')?.lastChild ?? element);
    return [text.getBoundingClientRect().right, element.getBoundingClientRect().right];
  });
  expect(ends[0]).toBeLessThanOrEqual(ends[1] ?? 0);
});

test('the result of a round that won something can be read in every view', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/games/rungs/play/mobile');
  await start(page);
  await scoreSomething(page, 'rungs');
  await endRound(page);
  await expect(page.getByRole('region', { name: 'Result' })).toHaveAttribute('data-won', 'true');
  for (const at of [0, 1, 2, 3]) await expectAccessible(page, 'the result', at);
});

for (const game of ['merge', 'tower'] as const)
  test(`an act in ${game} lays out a few things, each in a frame of its own, and not the page`, async ({
    page,
  }) => {
    await page.setViewportSize(sizes.phone.viewport);
    await page.goto(`/games/${game}/play/mobile`);
    await start(page);
    const play = (acts: number) => page.evaluate(playFrames, { keys: played[game], acts });
    // The first acts show what comes with the first points.
    await play(2);
    const acts = 6;
    const layouts = await layoutsDuring(page, () => play(acts));
    expect(layouts.length).toBeGreaterThanOrEqual(acts);
    expect(layouts.length, JSON.stringify(layouts)).toBeLessThanOrEqual(
      LAYOUTS_OF_AN_ACT * acts + OTHER_LAYOUTS,
    );
    // A number that gets longer, or a completed quest, lays out the page.
    const whole = layouts.filter((roots) => roots.includes('#document'));
    expect(whole.length, JSON.stringify(layouts)).toBeLessThan(layouts.length / 2);
    // The browser assumes that what moves without a limit covers what is drawn after it.
    expect(await layersBelowBoard(page, () => play(4))).toEqual([]);
  });

test('a tile that moves is styled alone, without what is in it', async ({ page }) => {
  await page.goto('/games/merge/play/mobile');
  await start(page);
  await expect(page.locator('.tile')).toHaveCount(2);
  const timeline = await timelineDuring(page, () =>
    page.evaluate(() => {
      const tile = document.querySelector<HTMLElement>('.tile');
      if (!tile) throw new Error('there is no tile');
      // Reading the place styles what has changed at once. Whatever else was waiting is done before the first mark.
      tile.getBoundingClientRect();
      performance.mark('before');
      tile.dataset.x = tile.dataset.x === '1' ? '2' : '1';
      tile.getBoundingClientRect();
      performance.mark('after');
    }),
  );
  const marks = timeline.filter((event) => v.is(markSchema, event)).map(({ ts }) => ts);
  const styled = timeline
    .filter((event) => v.is(styleSchema, event))
    .filter(({ ts }) => ts > Math.min(...marks) && ts < Math.max(...marks))
    .map(({ args }) => args.elementCount);
  expect(styled).toEqual([1]);
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, cleanup, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { PartnerStage } from '../../../src/islands/arcade/PartnerStage.tsx';
import type { PartnerGame } from '../../../src/islands/arcade/partner-game.ts';

const SRC = join(import.meta.dirname, '../../../src');
const quest = { period: 'once', metric: 'event', mode: 'best' } as const;
const game: PartnerGame = {
  slug: 'copper-kites',
  id: 900,
  name: 'Copper Kites',
  summary: 'Nine lamps.',
  controls: 'Arrow keys.',
  frame: 'https://kites.example/play?from=playtally',
  devices: ['desktop', 'mobile'],
  quests: [
    { ...quest, id: 1, name: 'Fly a kite', points: 10, goal: 1 },
    { ...quest, id: 2, name: 'Fly ten kites', points: 90, goal: 10 },
  ],
};

// This DOM loads nothing into frames, and would report each as an error.
Reflect.get(window, 'happyDOM').settings.handleDisabledFileLoadingAsSuccess = true;

beforeEach(() => void vi.useFakeTimers());

const frame = () => screen.getByTitle<HTMLIFrameElement>('Copper Kites');
const line = (name: string) => screen.getByText(name).closest('li')?.textContent;

/** The frame's window: this DOM loads no page into one. */
function theirs(): Window {
  const element = frame();
  if (!element.contentWindow) Object.defineProperty(element, 'contentWindow', { value: {} });
  return element.contentWindow as Window;
}

/** A message from the frame, or from another sender. */
function say(data: unknown, source: MessageEventSource | null = theirs()) {
  act(() => void window.dispatchEvent(new MessageEvent('message', { data, source, origin: 'null' })));
}

test('the frame runs scripts with no access to our page, and doesn’t learn where it is embedded', () => {
  render(<PartnerStage game={game} device="desktop" />);
  expect(frame().getAttribute('src')).toBe(game.frame);
  expect(frame().getAttribute('sandbox')).toBe('allow-scripts');
  expect(frame().getAttribute('referrerpolicy')).toBe('no-referrer');
});

test('its messages only move its own quests forward, and never beyond their goals', () => {
  render(<PartnerStage game={game} device="desktop" />);
  expect(line('Fly ten kites')).toContain('0 of 10');
  say({ playtally: 1, kind: 'quest', quest: 2, progress: 4 });
  expect(line('Fly ten kites')).toContain('4 of 10');
  say({ playtally: 1, kind: 'quest', quest: 2, progress: 3 });
  expect(line('Fly ten kites')).toContain('4 of 10');
  say({ playtally: 1, kind: 'quest', quest: 2, progress: 4_000 });
  expect(line('Fly ten kites')).toContain('completed');
  expect(line('Fly a kite')).toContain('0 of 1');
});

const right = { playtally: 1, kind: 'quest', quest: 2, progress: 4 };
test.each([
  ['no message', 'quest 2: 4'],
  ['null', null],
  ['another protocol', { ...right, playtally: 2 }],
  ['another game’s quest', { ...right, quest: 77 }],
  ['a number in words', { ...right, progress: '4' }],
  ['less than nothing', { ...right, progress: -4 }],
  ['half a step', { ...right, progress: 4.5 }],
  ['without end', { ...right, progress: Number.POSITIVE_INFINITY }],
  ['an unknown kind', { playtally: 1, kind: 'pay', points: 1_000_000 }],
])('%s changes nothing', (_what, data) => {
  render(<PartnerStage game={game} device="desktop" />);
  say(data);
  expect(line('Fly ten kites')).toContain('0 of 10');
  expect(line('Fly a kite')).toContain('0 of 1');
  say(right);
  expect(line('Fly ten kites')).toContain('4 of 10');
});

test('messages from others are ignored: from the page itself, and from a window that is gone', () => {
  render(<PartnerStage game={game} device="desktop" />);
  for (const source of [window, null]) say(right, source);
  expect(line('Fly ten kites')).toContain('0 of 10');
  say(right);
  expect(line('Fly ten kites')).toContain('4 of 10');
});

test('nothing else on the site listens to another window', () => {
  const listening = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      /\.(?:astro|tsx?)$/.test(name) &&
      // A channel between the site's own tabs isn't a window: tabs.onmessage.
      /(?<![\w.])(?:(?:window|globalThis|self)\.)?(?:addEventListener\(\s*['"`]message|onmessage\b)/.test(
        readFileSync(join(SRC, name), 'utf8'),
      ),
  );
  expect(listening).toEqual(['islands/arcade/PartnerStage.tsx']);
});

test('a game that is silent for ten seconds is reported, and one that said it is ready isn’t', () => {
  render(<PartnerStage game={game} device="desktop" />);
  act(() => void vi.advanceTimersByTime(9_999));
  expect(screen.queryByRole('alert')).toBeNull();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.getByRole('alert').textContent).toContain('Copper Kites isn’t responding');
  const before = frame();
  expect(before.hasAttribute('inert')).toBe(true);
  act(() => screen.getByRole('button', { name: 'Reload game' }).click());
  expect(frame()).not.toBe(before);
  expect(screen.queryByRole('alert')).toBeNull();
  say({ playtally: 1, kind: 'ready' });
  act(() => void vi.advanceTimersByTime(60_000));
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  ['is loaded again', (again: HTMLElement) => act(() => again.click())],
  ['answers at last', () => say({ playtally: 1, kind: 'ready' })],
])('focus moves from the button to the game when it %s, and from nowhere else', async (_how, go) => {
  for (const isThere of [true, false]) {
    render(<PartnerStage game={game} device="desktop" />);
    act(() => void vi.advanceTimersByTime(10_000));
    const again = screen.getByRole('button', { name: 'Reload game' });
    const place = isThere ? again : screen.getByRole('button', { name: 'Phone' });
    place.focus();
    await act(async () => go(again));
    expect(frame().hasAttribute('inert')).toBe(false);
    expect(document.activeElement).toBe(isThere ? frame().parentElement : place);
    cleanup();
  }
});

test('a game made only for phones stays at phone size, whatever the address asks for', () => {
  render(<PartnerStage game={{ ...game, devices: ['mobile'] }} device="desktop" />);
  expect(frame().closest('[data-device]')?.getAttribute('data-device')).toBe('mobile');
  expect(screen.queryByRole('button', { name: 'Desktop' })).toBeNull();
});

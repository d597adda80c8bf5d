/** In a build for a host of the specification, guests play offline: nothing of their round leaves the browser. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { PlayIsland } from '../../../src/islands/arcade/PlayIsland.tsx';
import { $play } from '../../../src/islands/arcade/play-store.ts';
import { hostOfEachTest } from '../../support/host.ts';
import { quests } from '../../support/play-server.ts';
import { endRound, findButton, linkTo, pressFound, visit } from '../../support/screen.ts';

vi.mock('../../../src/lib/host.ts', () => ({ extensions: false }));
const host = hostOfEachTest();

test('a guest is asked to sign up for the daily challenge, because only the server has its seed', async () => {
  visit('/games/merge/play/desktop?round=today');
  show();
  await screen.findByRole('link', { name: 'Sign up for the daily challenge' });
  expect(screen.queryByRole('button', { name: 'Play' })).toBeNull();
});

function show() {
  render(
    <PlayIsland
      games={[{ arcade: 'merge', id: 1, name: 'Merge', summary: 'Slide.', controls: 'Arrow keys.', quests }]}
    />,
  );
}

test('a guest plays without points, is promised none, and finds the round again only in this browser', async () => {
  visit('/games/merge/play/desktop');
  show();
  await pressFound('Play');
  await findButton('Pause');
  expect(screen.getByText('Free play')).toBeTruthy();
  for (const key of ['ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight'])
    fireEvent.keyDown(document.body, { key });
  cleanup();
  $play.set({ state: 'idle' });
  show();
  await pressFound('Resume');
  endRound();
  await screen.findByRole('heading', { name: 'Round over' });
  expect(linkTo('Sign up')).toBe('/login?from=%2Fgames%2Fmerge%2Fplay%2Fdesktop#sign-up');
  expect(localStorage.getItem('guest_round')).toBeNull();
  expect(localStorage.getItem('round')).toBeNull();
  expect(host.acts()).toEqual([]);
});

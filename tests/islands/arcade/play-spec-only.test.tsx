/** In a build for a host that knows the specification alone guests play as they always did: nothing of their round leaves the browser. */
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { PlayIsland } from '../../../src/islands/arcade/PlayIsland.tsx';
import { hostOfEachTest } from '../../support/host.ts';
import { quests } from '../../support/play-server.ts';
import { findButton, linkTo, press, pressFound, visit } from '../../support/screen.ts';

vi.mock('../../../src/lib/host.ts', () => ({ extensions: false }));
const host = hostOfEachTest();

test('a guest plays without points, is promised none, and nothing is stored', async () => {
  visit('/games/merge/play/desktop');
  render(<PlayIsland games={[{ arcade: 'merge', id: 1, name: 'Merge', controls: 'Arrow keys.', quests }]} />);
  await pressFound('Play');
  await findButton('Pause');
  expect(screen.getByText('Free play')).toBeTruthy();
  for (const key of ['ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight'])
    fireEvent.keyDown(document.body, { key });
  press('End round');
  await screen.findByRole('heading', { name: 'Round over' });
  expect(linkTo('Sign up')).toBe('/login?from=%2Fgames%2Fmerge%2Fplay%2Fdesktop#sign-up');
  expect(localStorage.getItem('guest_round')).toBeNull();
  expect(host.acts()).toEqual([]);
});

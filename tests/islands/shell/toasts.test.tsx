/** Toasts: new notifications are shown as they arrive. */
import { act, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { holdBalance, showBalance } from '../../../src/islands/shared/stores/balance.ts';
import { Toasts } from '../../../src/islands/shell/Toasts.tsx';
import { $toast } from '../../../src/islands/shell/toasts-store.ts';
import {
  listNotifications,
  type Notification,
} from '../../../src/lib/contract/notifications/notifications.ts';
import { patchUser } from '../../../src/lib/session/session.ts';
import { balance, signIn } from '../../support/fixtures.ts';
import { databaseAway, hostOfEachTest, pageOf } from '../../support/host.ts';
import { pressFound } from '../../support/screen.ts';

const host = hostOfEachTest();

const AT = Date.parse('2026-11-18T12:00:00Z');
const note = (id: number, seconds: number, more: Partial<Notification> = {}): Notification => ({
  id,
  kind: 'quest',
  title: `Note ${id}`,
  body: '',
  href: null,
  win: false,
  read: false,
  created_at: new Date(AT + seconds * 1000).toISOString(),
  ...more,
});
/** Newest first. */
const listed = (...notes: readonly Notification[]) =>
  host.on(listNotifications, () => pageOf([...notes].reverse()));

function openBoard() {
  const board = document.createElement('section');
  board.className = 'board';
  document.body.append(board);
  return board;
}

let times = 0;
/** Another tab, or this one after a reload, learns of a new notification. */
function hear() {
  $toast.set(null);
  return render(<Toasts announcedAt={++times} />);
}
const asked = (count: number) => waitFor(() => expect(host.asked(listNotifications)).toHaveLength(count));

/** The titles, in order of appearance. */
let seen: string[] = [];
const sees = (...titles: readonly string[]) => waitFor(() => expect(seen).toEqual(titles));

beforeEach(() => {
  signIn();
  seen = [];
  return $toast.listen((toast) => void (toast && seen.push(toast.title)));
});

test('notifications that arrive together are shown one by one in their words, and earlier ones aren’t', async () => {
  listed(
    note(1, -600),
    note(2, -30),
    note(3, 0, { body: 'A bronze frame.', href: '/user/profile', win: true }),
  );
  hear();
  await sees('Note 2');
  expect(document.querySelector('.toast[data-win="true"]')).toBeNull();
  await pressFound('Dismiss');
  expect((await screen.findByRole('link', { name: 'Note 3' })).getAttribute('href')).toBe('/user/profile');
  expect(document.querySelector('.toast[data-win="true"]')?.textContent).toContain('A bronze frame.');
  await pressFound('Dismiss');
  expect(screen.getByRole('status').textContent).toBe('');
});

test('a toast disappears by itself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  listed(note(1, 0));
  hear();
  await screen.findByText('Note 1');
  await vi.advanceTimersByTimeAsync(6000);
  expect(screen.getByRole('status').textContent).toBe('');
});

test('a toast is shown once, in any tab and after a reload, and a new one is shown', async () => {
  listed(note(1, 0));
  hear();
  await screen.findByText('Note 1');
  hear();
  await asked(2);
  listed(note(1, 0), note(2, 5));
  hear();
  await sees('Note 1', 'Note 2');
});

test('nothing is fetched in a hidden tab, or during a game', async () => {
  listed(note(1, 0));
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  hear();
  hidden.mockRestore();
  const board = openBoard();
  hear();
  board.remove();
  hear();
  await screen.findAllByText('Note 1');
  expect(host.asked(listNotifications)).toHaveLength(1);
});

test('waiting toasts are dropped once a game is opened', async () => {
  listed(note(1, 0), note(2, 1));
  hear();
  await screen.findByText('Note 1');
  const board = openBoard();
  await pressFound('Dismiss');
  board.remove();
  expect($toast.get()).toBeNull();
});

test('one account’s toasts aren’t shown to the next', async () => {
  listed(note(1, 0), note(2, 1));
  hear();
  await screen.findByText('Note 1');
  act(() => signIn(null));
  expect(screen.getByRole('status').textContent).toBe('');
});

test('a balance that changes at the same moment neither removes a toast nor keeps one from being shown', async () => {
  const give = host.hold(listNotifications);
  hear();
  await asked(1);
  act(() => patchUser({ balance: balance({ available: 90 }) }));
  give(pageOf([note(2, 1), note(1, 0)]));
  await screen.findByText('Note 1');
  act(() => patchUser({ balance: balance({ available: 120 }) }));
  await pressFound('Dismiss');
  await screen.findByText('Note 2');
});

test('a case’s notification waits until its reel has stopped', async () => {
  listed(note(1, 0));
  holdBalance();
  hear();
  await asked(1);
  expect($toast.get()).toBeNull();
  showBalance();
  await screen.findByText('Note 1');
});

test.each([
  ['what was read already', () => listed(note(1, 0, { read: true }))],
  ['what can’t be fetched', () => host.on(listNotifications, databaseAway)],
])('%s shows nothing', async (_, answer) => {
  answer();
  hear();
  await asked(1);
  expect($toast.get()).toBeNull();
});

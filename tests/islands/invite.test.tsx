import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { InviteIsland } from '../../src/islands/invite/InviteIsland.tsx';
import { connectApi } from '../../src/lib/api/client.ts';
import type { Friend, Invite } from '../../src/lib/contract/invite.ts';
import { aUser, type Host, pageOf, refusal, rewardHost, storeUser } from '../support/reward-host.ts';

const INVITE = 'GET /api/user/invite';
let host: Host;

const aFriend = (change: Partial<Friend> = {}): Friend => ({
  user: { id: 9, name: 'player-48213', sample: false },
  state: 'playing',
  joined_at: '2026-01-05T10:00:00.000Z',
  counts_until: '2026-04-05T10:00:00.000Z',
  percent: 10,
  cap: 2000,
  earned: 43,
  coming: 7,
  reason: null,
  ...change,
});
const anInvite = (friends: Friend[], change: Partial<Invite> = {}): Invite => ({
  reflink: '5',
  percent: 10,
  cap: 2000,
  days: 90,
  earned: 43,
  coming: 7,
  friends: { ...pageOf(friends), data: friends },
  ...change,
});

beforeEach(() => {
  host = rewardHost();
  connectApi({ fetch: host.fetch });
  storeUser(aUser());
  history.replaceState(null, '', '/user/invite');
});
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'share');
});

test('pre-rendered it is a skeleton without inline styles', () => {
  const html = renderToString(<InviteIsland />);
  expect(html).toContain('skeleton');
  expect(html).not.toMatch(/\sstyle=/);
});

test('shows the link with this site’s address, what came by it, and the rules in the terms of today', async () => {
  host.on(INVITE, () => anInvite([aFriend()]));
  render(<InviteIsland />);
  expect(await screen.findByText(`${location.origin}/login?ref=5#sign-up`)).toBeTruthy();
  const sums = screen.getByRole('region', { name: 'Your link' });
  expect(sums.textContent).toContain('Paid to you so far43 pts');
  expect(sums.textContent).toContain('Comes after midnight UTC7 pts');
  const rules = screen.getByRole('region', { name: 'How it works' }).textContent;
  for (const words of ['10% of what a friend wins', 'for 90 days', '2,000 points ($2.00) at most'])
    expect(rules).toContain(words);
});

test('a friend has the creature that they chose', async () => {
  const chosen = { id: 9, name: 'chooser', sample: false, avatar: 'another seed' };
  host.on(INVITE, () =>
    anInvite([aFriend({ user: chosen }), aFriend({ user: { id: 8, name: 'another seed', sample: false } })]),
  );
  render(<InviteIsland />);
  const creature = async (name: string) =>
    (await screen.findByText(name)).closest('li')?.querySelector('svg, img')?.outerHTML;
  expect(await creature('chooser')).toBe(await creature('another seed'));
  expect(await creature('chooser')).toBeTruthy();
});

test('each state of a friend says what it means', async () => {
  const states: Friend[] = [
    aFriend({ user: { id: 1, name: 'one', sample: false }, state: 'joined', earned: 0, coming: 0 }),
    aFriend({ user: { id: 2, name: 'two', sample: false }, state: 'playing' }),
    aFriend({ user: { id: 3, name: 'three', sample: false }, state: 'complete', earned: 2000 }),
    aFriend({ user: { id: 4, name: 'four', sample: false }, state: 'ended' }),
    aFriend({ user: { id: 5, name: 'five', sample: true }, state: 'held', reason: 'A person looks at it.' }),
    aFriend({ user: { id: 6, name: 'six', sample: false }, state: 'refused', reason: 'One mailbox.' }),
  ];
  host.on(INVITE, () => anInvite(states));
  render(<InviteIsland />);
  const lineOf = async (name: string) => {
    const found = (await screen.findByText(name)).closest('li');
    if (!found) throw new Error(`no line of ${name}`);
    return found.textContent;
  };
  expect(await lineOf('one')).toMatch(/joined.*Hasn’t won points in our games yet\. What they win until/);
  expect(await lineOf('two')).toMatch(/playing.*; 7 more after midnight UTC\..*43 pts/);
  expect(await lineOf('three')).toMatch(/all earned.*the 2,000 points that one friend can bring/);
  expect(await lineOf('four')).toMatch(/days over.*What you earned by them stays yours/);
  expect(await lineOf('five')).toMatch(/sample.*being looked at.*A person looks at it\./);
  expect(await lineOf('six')).toMatch(/not counted.*One mailbox\./);
});

test('the link is selected where the browser doesn’t let it be copied, and shared where it can be', async () => {
  host.on(INVITE, () => anInvite([]));
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: () => Promise.reject(new Error('not allowed')) },
  });
  const share = vi.fn(() => Promise.resolve());
  Object.defineProperty(navigator, 'share', { configurable: true, value: share });
  render(<InviteIsland />);
  fireEvent.click(await screen.findByRole('button', { name: 'Copy link' }));
  expect(await screen.findByText(/^Selected\./)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Share' }));
  expect(share).toHaveBeenCalledWith(
    expect.objectContaining({ url: `${location.origin}/login?ref=5#sign-up` }),
  );
});

test('nobody yet, a page further on, and a failure with a retry', async () => {
  host.on(INVITE, () => refusal(503, 'database_unavailable', 'Our database is away.'));
  render(<InviteIsland />);
  const failed = await screen.findByRole('alert');
  expect(failed.textContent).toContain('Our database is away.');
  host.on(INVITE, () => anInvite([]));
  fireEvent.click(within(failed).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Nobody has joined by your link yet')).toBeTruthy();
  cleanup();
  host.on(INVITE, ({ query }) =>
    anInvite([], {
      friends: {
        ...pageOf([], { page: Number(query.get('page') ?? 1), total: 25 }),
        data: [aFriend()],
      },
    }),
  );
  render(<InviteIsland />);
  fireEvent.click(await screen.findByRole('button', { name: 'Next' }));
  expect(await screen.findByText('page 2 of 2')).toBeTruthy();
  expect(location.search).toBe('?page=2');
  expect(await screen.findByText('These are all your friends.')).toBeTruthy();
});

import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { InviteIsland } from '../../../src/islands/referrals/InviteIsland.tsx';
import { type Friend, getInvite } from '../../../src/lib/contract/referrals/invite.ts';
import { signIn } from '../../support/fixtures.ts';
import { hostOfEachTest, pageOf } from '../../support/host.ts';
import { equip, press, pressFound, visit } from '../../support/screen.ts';

const LINK = `${location.origin}/login?ref=5#sign-up`;
const host = hostOfEachTest(() => signIn());
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'share');
});

/** A friend with that name. */
const friend = (name: string, change: Partial<Friend> = {}): Friend => ({
  user: { id: 9, name, sample: false },
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
function open(friends: readonly Friend[] = []) {
  const terms = { reflink: '5', percent: 10, cap: 2000, days: 90, earned: 43, coming: 7 };
  host.on(getInvite, () => ({ ...terms, friends: pageOf(friends) }));
  visit('/user/invite');
  render(<InviteIsland />);
}
async function lineOf(name: string) {
  const line = (await screen.findByText(name)).closest('li');
  if (!line) throw new Error(`no line of ${name}`);
  return line;
}

test('shows the link with this site’s address, what it brought, and today’s terms', async () => {
  open([friend('one')]);
  await screen.findByText(LINK);
  const sums = screen.getByRole('region', { name: 'Your link' });
  expect(sums.textContent).toContain('Earned so far43 pts');
  expect(sums.textContent).toContain('Pending (paid daily after midnight UTC)7 pts');
  const rules = screen.getByRole('region', { name: 'How it works' }).textContent;
  for (const words of ['10% of what a friend earns', 'for 90 days', 'up to 2,000 points ($2.00)'])
    expect(rules).toContain(words);
});

test('a friend is shown with the creature that they chose', async () => {
  open([
    friend('chooser', { user: { id: 9, name: 'chooser', sample: false, avatar: 'another seed' } }),
    friend('another seed'),
  ]);
  const creature = async (name: string) => (await lineOf(name)).querySelector('svg, img')?.outerHTML;
  expect(await creature('chooser')).toBe(await creature('another seed'));
  expect(await creature('chooser')).toBeTruthy();
});

test('each state of a friend is explained', async () => {
  const states: readonly [state: Friend['state'], change: Partial<Friend>, words: RegExp][] = [
    [
      'joined',
      { earned: 0, coming: 0 },
      /new.*Hasn’t earned points in our games yet\. You get your share until/,
    ],
    ['playing', {}, /playing.*; 7 more after midnight UTC\..*43 pts/],
    ['complete', { earned: 2000 }, /maxed out.*the most you can from one friend: 2,000 points/],
    ['ended', {}, /ended.*You keep what you earned/],
    ['held', { reason: 'A person looks at it.' }, /sample.*under review.*A person looks at it\./],
    ['refused', { reason: 'One mailbox.' }, /not eligible.*One mailbox\./],
  ];
  open(
    states.map(([state, change], at) => {
      const user = { id: at + 1, name: `number ${at}`, sample: state === 'held' };
      return friend('', { user, state, ...change });
    }),
  );
  for (const [at, [, , words]] of states.entries())
    expect((await lineOf(`number ${at}`)).textContent).toMatch(words);
});

test('the link is selected if the browser can’t copy it, and shared if it can share', async () => {
  const writeText = () => Promise.reject(new Error('not allowed'));
  equip('clipboard', { writeText });
  const share = vi.fn(() => Promise.resolve());
  equip('share', share);
  open();
  await pressFound('Copy link');
  await screen.findByText(/^Selected\./);
  press('Share');
  await waitFor(() => expect(share).toHaveBeenCalledWith(expect.objectContaining({ url: LINK })));
});

import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { refreshBalance } from '../../../src/islands/shared/stores/balance.ts';
import { BalanceIsland } from '../../../src/islands/shell/BalanceIsland.tsx';
import { MenuIsland } from '../../../src/islands/shell/MenuIsland.tsx';
import { getBalance, logoutUser } from '../../../src/lib/contract/account/account.ts';
import { aUser, balance, signIn } from '../../support/fixtures.ts';
import { databaseAway, hostOfEachTest, refusal } from '../../support/host.ts';
import { button } from '../../support/screen.ts';

const host = hostOfEachTest();
const answer = (...change: Parameters<typeof balance>) =>
  host.on(getBalance, () => ({ balance: balance(...change) }));
beforeEach(() => answer());
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the balance in the top bar', () => {
  const figure = (term: string) => screen.getByText(term).closest('div')?.querySelector('dd')?.textContent;
  const isAsked = () => waitFor(() => expect(host.asked(getBalance)).toHaveLength(1));
  function show(available = 6000, isNew = false) {
    signIn(aUser({ balance: balance({ available, is_new: isNew }) }));
    render(<BalanceIsland />);
  }

  test('shows the stored balance immediately, and then the server’s', async () => {
    show(500);
    expect(figure('Available')).toContain('500');
    await waitFor(() => expect(figure('Available')).toBe('6,000 $6.00'));
  });

  test('counts to a new figure and announces it once, in a polite live region, and shows a debt only if there is one', async () => {
    show();
    await isAsked();
    const message = screen.getByRole('status');
    expect(message.textContent).toBe('');
    answer({ available: 6040, pending: 1200 });
    await act(() => refreshBalance());
    expect(message.textContent).toBe('Balance 6,040 points');
    await waitFor(() => expect(figure('Available')).toBe('6,040 $6.04'));
    expect(figure('Pending')).toContain('1,200');
    expect(screen.queryByText('Owed')).toBeNull();
    answer({ available: 0, debt: 300 });
    await act(() => refreshBalance());
    await waitFor(() => expect(figure('Owed')).toContain('300'));
  });

  test('in a new account says how to get points, until there are some', async () => {
    answer({ available: 0, is_new: true });
    show(0, true);
    const link = await screen.findByRole('link', { name: 'Play to earn some' });
    expect(link.getAttribute('href')).toBe('/user/games');
    await isAsked();
    expect(document.body.textContent).not.toContain('0');
    answer({ available: 0, pending: 60 });
    await act(() => refreshBalance());
    await waitFor(() => expect(figure('Pending')).toContain('60'));
    expect(figure('Available')).toBe('0 $0.00');
    expect(screen.queryByRole('link')).toBeNull();
  });

  test('of a player who has spent everything is 0', async () => {
    answer({ available: 0 });
    show(0);
    await isAsked();
    expect(figure('Available')).toBe('0 $0.00');
  });

  test('changes to a new figure immediately with reduced motion', async () => {
    vi.stubGlobal('matchMedia', (media: string) =>
      Object.assign(new EventTarget(), { media, matches: media === '(prefers-reduced-motion: reduce)' }),
    );
    const frames = vi.spyOn(window, 'requestAnimationFrame');
    show(500);
    await waitFor(() => expect(figure('Available')).toBe('6,000 $6.00'));
    expect(frames).not.toHaveBeenCalled();
  });

  test('keeps the figures if the server can’t be reached', async () => {
    host.on(getBalance, databaseAway);
    show(750);
    await isAsked();
    expect(figure('Available')).toBe('750 $0.75');
  });
});

describe('the account in the menu', () => {
  test('says who is signed in, that a demo account is a sample, and holds nothing for guests', () => {
    const { unmount } = render(<MenuIsland />);
    expect(screen.queryByRole('button')).toBeNull();
    unmount();
    signIn(aUser({ name: 'demo-player', sample: true }));
    render(<MenuIsland />);
    for (const words of ['demo-player', 'sample']) expect(screen.getByText(words)).toBeTruthy();
  });

  test('logs out once and leaves for the home page, even when the server can’t be reached', async () => {
    const leave = vi.spyOn(location, 'assign').mockImplementation(() => {});
    host.on(logoutUser, () => refusal(500, 'internal'));
    signIn();
    render(<MenuIsland />);
    const out = button('Log out');
    fireEvent.click(out);
    fireEvent.click(out);
    await waitFor(() => expect(leave).toHaveBeenCalledWith('/'));
    expect(localStorage.getItem('token')).toBeNull();
    expect(host.asked(logoutUser)).toHaveLength(1);
  });
});

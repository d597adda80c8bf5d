import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BalanceIsland } from '../../src/islands/balance/BalanceIsland.tsx';
import { MenuIsland } from '../../src/islands/balance/MenuIsland.tsx';
import { connectApi } from '../../src/lib/api/client.ts';
import { refreshBalance } from '../../src/lib/stores/balance.ts';
import { balance, createHost, failure, signIn } from '../support/island-host.ts';

const BALANCE = '/api/user/balance';
let host = createHost({});

/** A socket that never opens, as behind a firewall: the balance has to do without. */
class BlockedSocket extends EventTarget {
  readonly readyState = 0;
  send() {}
  close() {}
}

beforeEach(() => {
  vi.stubGlobal('WebSocket', BlockedSocket);
  host = createHost({ [BALANCE]: () => ({ balance: balance() }) });
  connectApi({ fetch: host.fetch });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const figure = (term: string) => screen.getByText(term).closest('div')?.querySelector('dd')?.textContent;

describe('the balance in the top bar', () => {
  it('keeps its places in the built page, without inline styles', () => {
    const html = renderToString(<BalanceIsland />);
    expect(html.match(/skeleton/g)).toHaveLength(3);
    expect(html).not.toMatch(/\sstyle=/);
  });

  it('shows what was stored at once and then what the server says', async () => {
    signIn({ id: 5, name: 'player', balance: balance({ available: 500 }) });
    render(<BalanceIsland />);
    expect(figure('Available')).toContain('500');
    await waitFor(() => expect(figure('Available')).toBe('6,000 $6.00'));
  });

  it('counts to a new figure and tells it once, by a polite live region', async () => {
    signIn({ id: 5, name: 'player', balance: balance() });
    render(<BalanceIsland />);
    await waitFor(() => expect(host.to(BALANCE)).toHaveLength(1));
    expect(screen.getByRole('status').textContent).toBe('');
    host.answers[BALANCE] = () => ({ balance: balance({ available: 6040, pending: 1200 }) });
    await act(() => refreshBalance());
    expect(screen.getByRole('status').textContent).toBe('Balance 6,040 points');
    await waitFor(() => expect(figure('Available')).toBe('6,040 $6.04'));
    expect(figure('Pending')).toContain('1,200');
  });

  it('goes to a new figure at once for those who want no motion', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      Object.assign(new EventTarget(), {
        matches: query === '(prefers-reduced-motion: reduce)',
        media: query,
        onchange: null,
        addListener() {},
        removeListener() {},
      }),
    );
    const frames = vi.spyOn(window, 'requestAnimationFrame');
    signIn({ id: 5, name: 'player', balance: balance({ available: 500 }) });
    render(<BalanceIsland />);
    await waitFor(() => expect(figure('Available')).toBe('6,000 $6.00'));
    expect(frames).not.toHaveBeenCalled();
  });

  it('shows a debt only where there is one', async () => {
    signIn({ id: 5, name: 'player', balance: balance() });
    render(<BalanceIsland />);
    await waitFor(() => expect(host.to(BALANCE)).toHaveLength(1));
    expect(screen.queryByText('Owed')).toBeNull();
    host.answers[BALANCE] = () => ({ balance: balance({ available: 0, debt: 300 }) });
    await act(() => refreshBalance());
    await waitFor(() => expect(figure('Owed')).toContain('300'));
  });

  it('keeps the figures when the server can’t be asked', async () => {
    host.answers[BALANCE] = () => failure(503, 'database_unavailable');
    signIn({ id: 5, name: 'player', balance: balance({ available: 750 }) });
    render(<BalanceIsland />);
    await waitFor(() => expect(host.to(BALANCE)).toHaveLength(1));
    expect(figure('Available')).toBe('750 $0.75');
  });
});

describe('the account in the menu', () => {
  const demo = { id: 5, name: 'demo-player', email: 'demo@playtally.example', sample: true };

  it('says who is signed in, and that a demo account is a sample', () => {
    signIn(demo);
    render(<MenuIsland />);
    expect(screen.getByText('demo-player')).toBeTruthy();
    expect(screen.getByText('sample')).toBeTruthy();
  });

  it('holds nothing for guests', () => {
    render(<MenuIsland />);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('logs out and leaves for the home page, even when the server can’t be told', async () => {
    const leave = vi.spyOn(location, 'assign').mockImplementation(() => {});
    host.answers['/api/user/logout'] = () => failure(500, 'internal');
    signIn(demo);
    render(<MenuIsland />);
    const button = screen.getByRole('button', { name: 'Log out' });
    fireEvent.click(button);
    fireEvent.click(button);
    await waitFor(() => expect(leave).toHaveBeenCalledWith('/'));
    expect(localStorage.getItem('token')).toBeNull();
    expect(host.to('/api/user/logout')).toHaveLength(1);
  });
});

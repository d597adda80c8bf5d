import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Count, PagedList, type PagedProps } from '../../../src/islands/shared/PagedList.tsx';

interface Coins {
  readonly data: readonly string[];
  readonly current_page: number;
  readonly last_page: number | null;
  readonly per_page: number | null;
  readonly total: number | null;
  readonly next_page_url?: string | null;
}
const coins = (data: readonly string[], change: Partial<Coins> = {}): Coins => ({
  data,
  current_page: 1,
  last_page: 1,
  per_page: 2,
  total: data.length,
  next_page_url: null,
  ...change,
});
const onRetry = vi.fn();

const away = { code: 'unavailable', status: 503, message: 'The mint is away.' };
const listOf = (list: Coins | undefined, props: Partial<PagedProps<Coins>> = {}) => (
  <PagedList<Coins>
    what="your coins"
    list={list}
    failure={undefined}
    busy={false}
    onRetry={onRetry}
    skeleton={<p>The coins come here.</p>}
    head={(known) => <Count list={known} nouns={['coin', 'coins']} />}
    counted
    nothing={<p>You have no coin.</p>}
    {...props}
  >
    {(names) => names.map((name) => <p key={name}>{name}</p>)}
  </PagedList>
);
const show = (list: Coins | undefined, props?: Partial<PagedProps<Coins>>) => render(listOf(list, props));

beforeEach(() => {
  onRetry.mockClear();
  history.replaceState(null, '', '/user/coins');
  Element.prototype.scrollIntoView = vi.fn();
});

const text = () => document.body.textContent;

test.each([
  ['nothing', undefined],
  ['a sentence', () => <p>We left none out.</p>],
])('announces the number of entries below %s, and again after each filter', (_, head) => {
  const list = (busy: boolean, found: Coins) => (
    <PagedList<Coins>
      what="your coins"
      list={found}
      failure={undefined}
      busy={busy}
      onRetry={onRetry}
      skeleton={null}
      {...(head && { head })}
      nothing={<p>You have no coin.</p>}
    >
      {(names) => names.map((name) => <p key={name}>{name}</p>)}
    </PagedList>
  );
  const { rerender } = render(list(false, coins(['penny', 'dime'])));
  const status = screen.getByRole('status');
  expect(status.textContent).toBe('Coins: 2');
  rerender(list(true, coins(['penny', 'dime'])));
  expect(status.textContent).toBe('');
  rerender(list(false, coins([])));
  expect(status.textContent).toBe('Coins: 0');
});

test('shows the list’s placeholder while it waits', () => {
  show(undefined);
  expect(text()).toBe('The coins come here.');
});

test('says what to do without an entry, and how many there are', () => {
  show(coins([]));
  expect(text()).toBe('No coinsYou have no coin.');
});

test('says which page of how many it shows', () => {
  const pages = { last_page: 2, total: 3 };
  show(coins(['Penny', 'Dime'], pages));
  expect(screen.getByText('Coins 1 to 2 of 3', { selector: '[role=status]' })).toBeTruthy();
  cleanup();
  show(coins(['Crown'], { ...pages, current_page: 2 }));
  expect(screen.getByText('Coins 3 to 3 of 3')).toBeTruthy();
  cleanup();
  show(coins(['Penny', 'Dime']));
  expect(text()).toBe('2 coinsPennyDime');
});

describe('without pages in the address', () => {
  const more = { noun: 'coins', onPress: vi.fn() };
  const first = { next_page_url: '/coins?page=2', total: 3 };

  test('grows with a press, and says where it ends', () => {
    show(coins(['Penny', 'Dime'], first), { more });
    expect(screen.getByRole('button', { name: 'Load more' }).nextElementSibling?.textContent).toBe(
      '2 of 3 coins',
    );
    fireEvent.click(screen.getByRole('button', { name: 'Load more' }));
    expect(more.onPress).toHaveBeenCalledTimes(1);
    cleanup();
    show(coins(['Penny', 'Dime', 'Crown'], { current_page: 2, next_page_url: null }), { more });
    expect(text()).toContain('You’ve reached the end.');
    expect(screen.queryByRole('button')).toBeNull();
    cleanup();
    show(coins(['Penny']), { more });
    expect(text()).toBe('1 coinPenny');
  });

  test('keeps a press during a refetch until the end of the refetch, and asks for one page however often it is pressed', () => {
    const onPress = vi.fn();
    const grows = { noun: 'coins', onPress };
    const { rerender } = show(coins(['Penny', 'Dime'], first), { more: grows, busy: true });
    const again = (list: Coins, props: Partial<PagedProps<Coins>>) => rerender(listOf(list, props));
    const button = () => screen.getByRole('button', { name: 'Load more' });
    expect(button().getAttribute('aria-busy'), 'before the press').toBe('false');
    for (let press = 0; press < 3; press++) fireEvent.click(button());
    expect(button().getAttribute('aria-busy')).toBe('true');
    expect(onPress).not.toHaveBeenCalled();
    again(coins(['Crown', 'Penny'], first), { more: grows });
    expect(onPress).toHaveBeenCalledTimes(1);
    again(coins(['Crown', 'Penny'], first), { more: grows, busy: true });
    again(coins(['Crown', 'Penny', 'Dime'], { current_page: 2, next_page_url: null }), { more: grows });
    expect(onPress).toHaveBeenCalledTimes(1);
  });

  test('shows a failure with a retry below the loaded entries', () => {
    show(coins(['Penny', 'Dime'], first), { more, failure: away });
    expect(screen.getByText('Dime')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toContain('The mint is away.');
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });
});

test('shows a failure with a retry, even without earlier entries', () => {
  for (const list of [undefined, coins([])]) {
    show(list, { failure: away });
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('We couldn’t load your coins');
    expect(text()).not.toContain('You have no coin.');
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    cleanup();
  }
  expect(onRetry).toHaveBeenCalledTimes(2);
});

test('keeps its entries if they can’t be refetched, and says so', () => {
  show(coins(['Penny', 'Dime']), { failure: away });
  expect(screen.getByRole('alert').textContent).toContain(
    'The mint is away. Showing the last saved version.',
  );
  expect(screen.getByText('Dime')).toBeTruthy();
});

test('keeps the page in the address with the other parameters, and scrolls to its beginning', () => {
  history.replaceState(null, '', '/user/coins?state=old&page=2');
  show(coins(['Penny', 'Dime'], { current_page: 2, last_page: 3, total: 6 }));
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(location.search).toBe('?state=old&page=3');
  const list = screen.getByRole('region', { name: 'Your coins' });
  expect(document.activeElement).toBe(list);
  expect(Element.prototype.scrollIntoView).toHaveBeenCalledOnce();
});

test.each([
  ['another page of a counted list', { last_page: 3, total: 6 }, 'Next'],
  [
    'more of a list that the host doesn’t count',
    { last_page: null, total: null, next_page_url: '/x' },
    'Load more',
  ],
])('a refetch doesn’t block %s, but waiting for that page does', (_, pages, name) => {
  const { rerender } = show(coins(['Penny', 'Dime'], pages), { busy: true });
  const press = () => fireEvent.click(screen.getByRole('button', { name }));
  press();
  expect(location.search).toBe('?page=2');
  rerender(listOf(coins(['Penny', 'Dime'], pages), { busy: true }));
  const before = history.length;
  press();
  expect([location.search, history.length]).toEqual(['?page=2', before]);
  expect(screen.getByRole('button', { name }).getAttribute('aria-busy')).toBe('true');
});

test('leads from a page that doesn’t exist to the first one, without a parameter', () => {
  history.replaceState(null, '', '/user/coins?state=old&page=9');
  show(coins([], { current_page: 9, last_page: 2, total: 3 }));
  expect(screen.getByRole('heading', { name: 'There’s no page 9' })).toBeTruthy();
  expect(text()).not.toContain('You have no coin.');
  // The page before it doesn't exist either.
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Go to page 1' }));
  expect(location.search).toBe('?state=old');
});

import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { Profiler, type ReactElement } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { ArticleIsland } from '../../src/islands/article/ArticleIsland.tsx';
import { CasesIsland } from '../../src/islands/cases/CasesIsland.tsx';
import { ContestsIsland } from '../../src/islands/contests/ContestsIsland.tsx';
import { GamesIsland } from '../../src/islands/games/GamesIsland.tsx';
import { InventoryIsland } from '../../src/islands/inventory/InventoryIsland.tsx';
import { InviteIsland } from '../../src/islands/invite/InviteIsland.tsx';
import { MessagesIsland } from '../../src/islands/messages/MessagesIsland.tsx';
import { OfferwallsIsland } from '../../src/islands/offers/OfferwallsIsland.tsx';
import { OrdersIsland } from '../../src/islands/orders/OrdersIsland.tsx';
import { RewardsIsland } from '../../src/islands/rewards/RewardsIsland.tsx';
import { WriteIsland } from '../../src/islands/write/WriteIsland.tsx';
import { connectApi } from '../../src/lib/api/client.ts';
import { aCaseCard, aContestCard } from '../support/draw-host.ts';
import { gameCard } from '../support/island-host.ts';
import { aCard, anOrderLine, aUser, pageOf, refusal, rewardHost, storeUser } from '../support/reward-host.ts';

const anArticleCard = {
  id: 7,
  type: 'guide',
  title: 'Article',
  summary: '',
  published_at: '2026-11-18T00:00:00.000Z',
};
const AT = '2026-11-18T00:00:00.000Z';
const thing = { id: 7, name: 'Thing', slug: 'thing' };
const anOpening = {
  id: '0195f3a0-0000-7000-8000-000000000001',
  case: thing,
  item: 0,
  name: 'A tile',
  cost: 250,
  points: 64,
  seed: 'ab',
  seed_hash: 'cd',
  player_seed: 'mine',
  nonce: 1,
  weights: [1],
  opened_at: AT,
};
const anEntry = {
  contest: { ...thing, starts_at: AT, ends_at: AT, state: 'open', called_off: null, entries: 3 },
  number: 1,
  seed: 'mine',
  entered_at: AT,
  drawn: false,
  won: null,
};
const aThread = {
  id: 7,
  topic: 'other',
  subject: 'A question',
  order_id: null,
  state: 'waiting',
  unread: 0,
  messages: 1,
  last: { from: 'user', text: 'Why?' },
  created_at: AT,
  updated_at: AT,
};
const aNotice = {
  id: 7,
  kind: 'order',
  title: 'Delivered',
  body: '',
  href: null,
  read: true,
  created_at: AT,
};
const anOffer = {
  ...thing,
  kind: 'game',
  summary: '',
  partner: { id: 'demo', name: 'Demo partner', demo: true },
  points: 100,
  devices: ['desktop'],
  spend_cents: 0,
  state: 'new',
  figures: null,
};
const aSubmission = {
  key: '0195f3a0-0000-4000-8000-000000000001',
  title: 'Draft',
  type: 'guide',
  state: 'draft',
  updated_at: AT,
  submitted_at: null,
  decided_at: null,
  reason: null,
  points: null,
  article_id: null,
  ahead: null,
};
const anItem = {
  id: 41,
  reward: anOrderLine().reward,
  amount: 'One key',
  kind: 'code',
  state: 'unused',
  details: null,
  got_at: AT,
  revealed_at: null,
  used_at: null,
  expires_on: null,
  steps: ['Open Steam.', 'Enter the key.'],
  regions: 'Everywhere.',
};
const aFriend = {
  user: { id: 9, name: 'player-48213', sample: false },
  state: 'playing',
  joined_at: AT,
  counts_until: AT,
  percent: 10,
  cap: 2000,
  earned: 43,
  coming: 7,
  reason: null,
};

interface List {
  readonly what: string;
  /** Of its first page. */
  readonly at: string;
  readonly call: string;
  readonly show: () => ReactElement;
  readonly one: object;
  /** The call's answer around a page of the list. */
  readonly around?: (page: ReturnType<typeof pageOf>) => object;
}
const lists: readonly List[] = [
  {
    what: 'rewards',
    at: '/guest/rewards',
    call: 'rewards',
    show: () => <RewardsIsland area="guest" />,
    one: aCard(),
  },
  {
    what: 'contests',
    at: '/guest/contests',
    call: 'contests',
    show: () => <ContestsIsland area="guest" />,
    one: aContestCard(),
  },
  {
    what: 'cases',
    at: '/guest/cases',
    call: 'cases',
    show: () => <CasesIsland area="guest" />,
    one: aCaseCard(),
  },
  {
    what: 'games',
    at: '/guest/gameslist',
    call: 'games',
    show: () => <GamesIsland area="guest" />,
    one: gameCard(100),
  },
  {
    what: 'articles',
    at: '/guest/article',
    call: 'articles',
    show: () => <ArticleIsland area="guest" />,
    one: anArticleCard,
  },
  {
    what: 'orders',
    at: '/user/order-history',
    call: 'orders',
    show: () => <OrdersIsland />,
    one: anOrderLine(),
  },
  {
    what: 'openings',
    at: '/user/cases?tab=openings',
    call: 'case-openings',
    show: () => <CasesIsland area="user" />,
    one: anOpening,
  },
  {
    what: 'entries',
    at: '/user/contests?tab=entries',
    call: 'contest-entries',
    show: () => <ContestsIsland area="user" />,
    one: anEntry,
  },
  {
    what: 'conversations',
    at: '/user/messages',
    call: 'messages',
    show: () => <MessagesIsland />,
    one: aThread,
  },
  {
    what: 'notices',
    at: '/user/messages?show=notices',
    call: 'notices',
    show: () => <MessagesIsland />,
    one: aNotice,
  },
  { what: 'offers', at: '/user/offerwalls', call: 'offers', show: () => <OfferwallsIsland />, one: anOffer },
  {
    what: 'own articles',
    at: '/user/create_content',
    call: 'submissions',
    show: () => <WriteIsland />,
    one: aSubmission,
  },
  {
    what: 'items',
    at: '/user/inventory',
    call: 'inventory',
    show: () => <InventoryIsland />,
    one: anItem,
    around: (page) => ({ ...page, counts: { unused: 60, used: 0, expired: 0, all: 60 } }),
  },
  {
    what: 'friends',
    at: '/user/invite',
    call: 'invite',
    show: () => <InviteIsland />,
    one: aFriend,
    around: (friends) => ({ reflink: '5', percent: 10, cap: 2000, days: 90, earned: 43, coming: 7, friends }),
  },
];

beforeEach(() => storeUser(aUser()));

describe.each(lists)('the list of $what', ({ what, at, call, show, one, around = (page) => page }) => {
  /** Shows the list at this address, and notes all that was painted. */
  function open(page?: number) {
    const mark = at.includes('?') ? '&' : '?';
    history.replaceState(null, '', page === undefined ? at : `${at}${mark}page=${page}`);
    const painted: string[] = [];
    render(
      <Profiler id={what} onRender={() => painted.push(document.body.textContent)}>
        {show()}
      </Profiler>,
    );
    return painted;
  }
  const path = `GET /api/user/${call}`;
  function connect() {
    const host = rewardHost();
    host.on(path, ({ query }) => around(pageOf([one], { page: Number(query.get('page') ?? 1), total: 60 })));
    connectApi({ fetch: host.fetch });
    return host;
  }

  test('never shows another page than the one that the address asks for, nor why that one failed', async () => {
    const host = connect();
    open(2);
    await screen.findByText('page 2 of 3');
    cleanup();
    const painted = open(3);
    await screen.findByText('page 3 of 3');
    expect(painted.filter((text) => text.includes('page 2 of 3'))).toEqual([]);

    cleanup();
    host.on(path, () => refusal(503, 'database_unavailable', 'The database is away.'));
    open();
    await screen.findByRole('alert');
    cleanup();
    connect();
    const after = open(2);
    await screen.findByText('page 2 of 3');
    expect(after.filter((text) => /The database is away|page 3 of 3/.test(text))).toEqual([]);
  });

  test('shows at once what is known of the page that one comes back to', async () => {
    const host = connect();
    open(2);
    await screen.findByText('page 2 of 3');
    cleanup();
    const { promise, resolve } = Promise.withResolvers<object>();
    host.on(path, () => promise);
    open(2);
    expect(screen.getByText('page 2 of 3')).toBeTruthy();
    expect(document.querySelector('.found')?.getAttribute('aria-busy')).toBe('true');
    resolve(around(pageOf([one], { page: 2, total: 30 })));
    await screen.findByText('page 2 of 2');
    await waitFor(() => expect(document.querySelector('.found')?.getAttribute('aria-busy')).toBe('false'));
  });
});

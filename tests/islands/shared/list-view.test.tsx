/** What all paged lists have in common: what they show if they are empty, after a failure, and while another page loads. */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Profiler, type ReactElement } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { ArticlesIsland } from '../../../src/islands/articles/ArticlesIsland.tsx';
import { GamesIsland } from '../../../src/islands/catalogue/games/GamesIsland.tsx';
import { RewardsIsland } from '../../../src/islands/catalogue/rewards/RewardsIsland.tsx';
import { CasesIsland } from '../../../src/islands/draws/cases/CasesIsland.tsx';
import { ContestsIsland } from '../../../src/islands/draws/contests/ContestsIsland.tsx';
import { MessagesIsland } from '../../../src/islands/messages/MessagesIsland.tsx';
import { OfferwallsIsland } from '../../../src/islands/offers/OfferwallsIsland.tsx';
import { InventoryIsland } from '../../../src/islands/redemption/inventory/InventoryIsland.tsx';
import { OrdersIsland } from '../../../src/islands/redemption/orders/OrdersIsland.tsx';
import { InviteIsland } from '../../../src/islands/referrals/InviteIsland.tsx';
import { SubmissionsIsland } from '../../../src/islands/submissions/SubmissionsIsland.tsx';
import type { Call } from '../../../src/lib/contract/call.ts';
import { listGames } from '../../../src/lib/contract/catalogue/games.ts';
import { listRewards } from '../../../src/lib/contract/catalogue/rewards.ts';
import { listCases, listOpenings } from '../../../src/lib/contract/draws/cases.ts';
import { listContests, listEntries } from '../../../src/lib/contract/draws/contests.ts';
import { listThreads } from '../../../src/lib/contract/messages/messages.ts';
import { listNotifications } from '../../../src/lib/contract/notifications/notifications.ts';
import { listOffers } from '../../../src/lib/contract/offers/offers.ts';
import { listDashboardArticles } from '../../../src/lib/contract/progress/dashboard.ts';
import { listInventory, listOrders } from '../../../src/lib/contract/redemption/orders.ts';
import { getInvite } from '../../../src/lib/contract/referrals/invite.ts';
import { listSubmissions } from '../../../src/lib/contract/submissions/submissions.ts';
import { signIn } from '../../support/fixtures.ts';
import { databaseAway, hostOfEachTest, notOffered, pageOf } from '../../support/host.ts';
import { sampleAnswer } from '../../support/sample.ts';
import { findLinkTo, press, visit } from '../../support/screen.ts';

interface List {
  readonly what: string;
  /** Of its first page. */
  readonly at: string;
  readonly call: Call;
  readonly island: ReactElement;
  /** The message of an empty list. */
  readonly nothing: RegExp;
  /** And its link. */
  readonly next?: readonly [name: string, href: string];
  /** Where the page is in the call's answer; default: the whole answer. */
  readonly inside?: string;
}
const lists: readonly List[] = [
  {
    what: 'rewards',
    at: '/guest/rewards',
    call: listRewards,
    island: <RewardsIsland area="guest" />,
    nothing: /No rewards right now/,
  },
  {
    what: 'contests',
    at: '/guest/contests',
    call: listContests,
    island: <ContestsIsland area="guest" />,
    nothing: /No giveaways right now/,
  },
  {
    what: 'cases',
    at: '/guest/cases',
    call: listCases,
    island: <CasesIsland area="guest" />,
    nothing: /No cases right now/,
  },
  {
    what: 'games',
    at: '/user/games',
    call: listGames,
    island: <GamesIsland area="user" />,
    nothing: /No games yet/,
    next: ['See rewards', '/user/rewards'],
  },
  {
    what: 'articles',
    at: '/guest/article',
    call: listDashboardArticles,
    island: <ArticlesIsland area="guest" />,
    nothing: /Nothing/,
  },
  {
    what: 'orders',
    at: '/user/order-history',
    call: listOrders,
    island: <OrdersIsland />,
    nothing: /No orders yet/,
    next: ['See rewards', '/user/rewards'],
  },
  {
    what: 'openings',
    at: '/user/cases?tab=openings',
    call: listOpenings,
    island: <CasesIsland area="user" />,
    nothing: /You haven’t opened a case/,
    next: ['See cases', '/user/cases'],
  },
  {
    what: 'entries',
    at: '/user/contests?tab=entries',
    call: listEntries,
    island: <ContestsIsland area="user" />,
    nothing: /You haven’t entered/,
  },
  {
    what: 'conversations',
    at: '/user/messages',
    call: listThreads,
    island: <MessagesIsland />,
    nothing: /No conversations yet/,
  },
  {
    what: 'notifications',
    at: '/user/messages?show=notifications',
    call: listNotifications,
    island: <MessagesIsland />,
    nothing: /No notifications yet/,
  },
  {
    what: 'offers',
    at: '/user/offerwalls',
    call: listOffers,
    island: <OfferwallsIsland />,
    nothing: /No offers right now/,
  },
  {
    what: 'own articles',
    at: '/user/create_content',
    call: listSubmissions,
    island: <SubmissionsIsland />,
    nothing: /You haven’t written anything yet/,
  },
  {
    what: 'items',
    at: '/user/inventory',
    call: listInventory,
    island: <InventoryIsland />,
    nothing: /Nothing here yet/,
  },
  {
    what: 'friends',
    at: '/user/invite',
    call: getInvite,
    island: <InviteIsland />,
    nothing: /No referrals yet/,
    inside: 'friends',
  },
];

const host = hostOfEachTest();
beforeEach(() => signIn());

describe.each(lists)('the list of $what', ({ what, at, call, island, nothing, next, inside }) => {
  const sample = Object(sampleAnswer(call));
  /** The call's answer with this page of `total` entries; each page has one entry. */
  function answer(page: number, total: number): object {
    const rows = pageOf(total === 0 ? [] : (inside ? sample[inside] : sample).data, { page, total });
    if (inside) return { ...sample, [inside]: rows };
    return {
      ...sample,
      ...rows,
      ...('counts' in sample && { counts: { unused: total, used: 0, expired: 0, all: total } }),
    };
  }
  const answerPages = () => host.on(call, ({ query }) => answer(Number(query.get('page') ?? 1), 60));

  /** Shows the list at this address, and records everything that is painted. */
  function open(page?: number) {
    cleanup();
    visit(page === undefined ? at : `${at}${at.includes('?') ? '&' : '?'}page=${page}`);
    const painted: string[] = [];
    render(
      <Profiler id={what} onRender={() => painted.push(document.body.textContent)}>
        {island}
      </Profiler>,
    );
    return painted;
  }

  test('shows a failure with a retry, says what to do when it is empty, and turns its pages', async () => {
    host.on(call, databaseAway);
    open();
    await screen.findByText('The database is away.');
    host.on(call, () => answer(1, 0));
    press('Retry');
    await screen.findByText(nothing);
    if (next) expect(await findLinkTo(next[0])).toBe(next[1]);
    answerPages();
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Next' }));
    await screen.findByText('page 2 of 3');
    expect(new URLSearchParams(location.search).get('page')).toBe('2');
    // Screen readers announce the number.
    const counted = screen.getAllByRole('status').filter((status) => /\b60\b/.test(status.textContent));
    expect(counted).toHaveLength(1);
    host.on(call, databaseAway);
    press('Next');
    const message = await screen.findByRole('alert');
    expect(message.textContent).toContain('The database is away. Showing the last saved version.');
    expect(screen.getByText('page 2 of 3')).toBeTruthy();
  });

  test('only shows the page in the address, and no other page’s failure', async () => {
    answerPages();
    open(2);
    await screen.findByText('page 2 of 3');
    const painted = open(3);
    await screen.findByText('page 3 of 3');
    expect(painted.filter((text) => text.includes('page 2 of 3'))).toEqual([]);

    host.on(call, databaseAway);
    open();
    await screen.findByRole('alert');
    answerPages();
    const after = open(2);
    await screen.findByText('page 2 of 3');
    expect(after.filter((text) => /The database is away|page 3 of 3/.test(text))).toEqual([]);
  });

  test('shows a returning visitor the known page immediately', async () => {
    answerPages();
    open(2);
    await screen.findByText('page 2 of 3');
    const give = host.hold(call);
    open(2);
    expect(screen.getByText('page 2 of 3')).toBeTruthy();
    expect(document.querySelector('.found')?.getAttribute('aria-busy')).toBe('true');
    give(answer(2, 30));
    await screen.findByText('page 2 of 2');
    await waitFor(() => expect(document.querySelector('.found')?.getAttribute('aria-busy')).toBe('false'));
  });
});

test.each([
  ['/user/inventory', listInventory, <InventoryIsland key="" />],
  ['/user/create_content', listSubmissions, <SubmissionsIsland key="" />],
] as const)('%s says that it isn’t offered if the host lacks it', async (address, call, island) => {
  host.on<Call>(call, notOffered);
  visit(address);
  render(island);
  await screen.findByText(/This isn’t available here\./);
});

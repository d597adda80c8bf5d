/**
 * The API calls that each page makes first, as full addresses with `*` for the id in the page's address. The page's head makes
 * them while the scripts load (src/components/inline/early-calls.js), and the client takes over the answers
 * (src/lib/client/early.ts). A call that the page doesn't make afterwards would be wasted; tests/e2e/pages.test.ts detects that.
 */
import { getBalance, getUser } from './contract/account/account.ts';
import { getArticle, listArticles } from './contract/articles/articles.ts';
import { addressOf, type Call, type Query } from './contract/call.ts';
import { getGame, getGuestGame } from './contract/catalogue/game.ts';
import { listGames } from './contract/catalogue/games.ts';
import { getReward, listRewards } from './contract/catalogue/rewards.ts';
import { getCase, listCases } from './contract/draws/cases.ts';
import { getContest, listContests } from './contract/draws/contests.ts';
import { MAX_PER_PAGE, PER_PAGE } from './contract/limits.ts';
import { listThreads } from './contract/messages/messages.ts';
import { getUnread } from './contract/notifications/unread.ts';
import { getPayouts, listOffers } from './contract/offers/offers.ts';
import { getAccountStats } from './contract/progress/account-stats.ts';
import { getWeeklyQuests, listDashboardArticles, listTransactions } from './contract/progress/dashboard.ts';
import { getLeaderboard } from './contract/progress/leaderboard.ts';
import { listInventory, listOrders } from './contract/redemption/orders.ts';
import { getInvite } from './contract/referrals/invite.ts';
import { getSettings } from './contract/settings/settings.ts';
import { listSocialTasks } from './contract/social/social.ts';
import { listSubmissions } from './contract/submissions/submissions.ts';
import { extensions } from './host.ts';
import { apiUrl } from './session/settings.ts';

/** Empty if the host doesn't know the call. */
const ask = <C extends Call>(call: C, query?: Query<C> & object): string[] =>
  extensions || call.source === 'spec' ? [apiUrl + addressOf(call, { id: '*' }, query)] : [];
/** A list before any search or filter. */
const listed = { page: 1, per_page: PER_PAGE };

export const firstCalls = {
  frame: [...ask(getUnread), ...ask(getBalance)],
  allGames: ask(listGames, { page: 1, per_page: MAX_PER_PAGE }),
  article: ask(getArticle, { page: 1 }),
  articles: ask(listDashboardArticles, { page: 1 }),
  case: ask(getCase),
  cases: ask(listCases, listed),
  contest: ask(getContest),
  contests: ask(listContests, listed),
  dashboard: [...ask(getAccountStats), ...ask(getWeeklyQuests), ...ask(listTransactions, listed)],
  game: ask(getGame, { per_page: PER_PAGE, page: 1 }),
  games: ask(listGames, listed),
  guestArticles: ask(listArticles, { page: 1 }),
  guestGame: ask(getGuestGame, { per_page: PER_PAGE }),
  inventory: ask(listInventory, { state: 'unused', page: 1 }),
  invite: ask(getInvite, { page: 1 }),
  leaderboard: ask(getLeaderboard, { span: 'week' }),
  messages: ask(listThreads, { page: 1 }),
  offers: [...ask(listOffers, { show: 'all', page: 1 }), ...ask(getPayouts)],
  orders: ask(listOrders, { page: 1 }),
  profile: ask(getUser),
  reward: ask(getReward, { page: 1 }),
  rewards: ask(listRewards, listed),
  settings: ask(getSettings),
  social: ask(listSocialTasks),
  submissions: ask(listSubmissions, { page: 1 }),
} as const satisfies Record<string, readonly string[]>;

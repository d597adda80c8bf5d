/** Objects of the contract with every field, plus a test's changes. */
import type * as v from 'valibot';
import type { Balance, User } from '../../src/lib/contract/account/account.ts';
import type { Article, ArticleInfo } from '../../src/lib/contract/articles/articles.ts';
import type { GameInfo } from '../../src/lib/contract/catalogue/game.ts';
import type { GameCard, questSchema } from '../../src/lib/contract/catalogue/games.ts';
import type { opinionSchema, RewardCard, RewardInfo } from '../../src/lib/contract/catalogue/rewards.ts';
import type { transactionSchema } from '../../src/lib/contract/progress/dashboard.ts';
import type { Order } from '../../src/lib/contract/redemption/buy.ts';
import type { OrderLine } from '../../src/lib/contract/redemption/orders.ts';

type Quest = v.InferOutput<typeof questSchema>;
type Transaction = v.InferOutput<typeof transactionSchema>;
type Opinion = v.InferOutput<typeof opinionSchema>;

/** A list without a row. */
export const noRows = {
  data: [],
  current_page: 1,
  last_page: 1,
  per_page: 20,
  total: 0,
  next_page_url: null,
  prev_page_url: null,
};

export const balance = (change: Partial<Balance> = {}): Balance => ({
  available: 6000,
  pending: 0,
  reserved: 0,
  debt: 0,
  ...change,
});

export function aUser(change: Partial<User> = {}): User {
  return {
    id: 5,
    name: 'player',
    email: 'player@example.com',
    myreward: null,
    birth_date: '1990-04-02',
    balance: balance(),
    delivery_details: {},
    ...change,
  };
}

export function aCard(change: Partial<RewardCard> = {}): RewardCard {
  return {
    id: 12,
    name: 'Steam key',
    slug: 'steam-key',
    kind: 'gift code',
    brand: 'Valve',
    game: 'Steam',
    glyph: 'steam',
    colour: '#1d2f45',
    summary: 'One PC game',
    points: 500,
    cents: 50,
    in_stock: true,
    paused: false,
    rate: null,
    rate_count: 0,
    ...change,
  };
}

/** A code reward of two amounts, 500 and 9,000 points. */
export function anInfo(
  reward: Partial<RewardInfo['reward']> = {},
  rest: Partial<RewardInfo> = {},
): RewardInfo {
  return {
    reward: {
      ...aCard(),
      description: 'A key for one game.',
      steps: ['Open Steam.', 'Enter the key.'],
      regions: 'Everywhere.',
      min_age: 13,
      delivery: { kind: 'code' },
      amounts: [
        { id: 1201, label: 'One key', points: 500, cents: 50, stock: 3 },
        { id: 1202, label: 'Ten keys', points: 9000, cents: 900, stock: null },
      ],
      isRated: false,
      ...reward,
    },
    opinions: { ...noRows, data: [] },
    similarRewards: [],
    likedOpinions: [],
    status: 'ready',
    ...rest,
  };
}

export function anArticle(change: Partial<Article> = {}, rest: Partial<ArticleInfo> = {}): ArticleInfo {
  return {
    article: {
      id: 7,
      title: 'Reading your points history',
      summary: 'What each line says.',
      type: 'guide',
      published_at: '2026-11-02T00:00:00.000Z',
      body: '<h2>First</h2><p>Every line has a <a href="/terms">reason</a>.</p>',
      author: null,
      game: { id: 1, name: 'Merge' },
      rate: null,
      rate_count: 0,
      isRated: false,
      ...change,
    },
    opinions: { ...noRows, data: [] },
    likedOpinions: [],
    previous_article_id: 6,
    next_article_id: null,
    ...rest,
  };
}

/** The delivery of a reward that an operator sends to an account. */
export const toAccount = {
  kind: 'account',
  field: 'steam_name',
  label: 'Steam name',
  hint: 'As in your profile.',
} as const;

export function anOrder(change: Partial<Order> = {}): Order {
  return {
    id: 41,
    reward: { id: 12, name: 'Steam key', glyph: 'steam', colour: '#1d2f45' },
    amount: 'One key',
    points: 500,
    cents: 50,
    state: 'delivered',
    code: 'SAMPLE-7KQ2-M4XD',
    details: null,
    created_at: '2026-01-05T10:00:00.000Z',
    delivered_at: '2026-01-05T10:00:01.000Z',
    ...change,
  };
}

/** An order as its owner's list shows it. */
export function anOrderLine(change: Partial<OrderLine> = {}): OrderLine {
  const { code: _, ...order } = anOrder();
  return {
    ...order,
    has_code: true,
    reference: null,
    processing_at: null,
    ended_at: null,
    ended_for: null,
    play_days: null,
    delivery_time: null,
    can_cancel: false,
    dispute_until: null,
    dispute: null,
    ...change,
  };
}

export const quest = (id: number, change: Partial<Quest> = {}): Quest => ({
  id,
  game_id: 1,
  game: 'Merge',
  name: `Quest ${id}`,
  description: 'Do it.',
  points: 100,
  period: 'once',
  metric: 'rounds',
  mode: 'sum',
  goal: 10,
  progress: 0,
  completionStatus: 'not_started',
  ends_at: null,
  ...change,
});

export const gameCard = (id: number, change: Partial<GameCard> = {}): GameCard => ({
  id,
  name: `Game ${id}`,
  slug: `game-${id}`,
  source: 'demo-partner',
  arcade: null,
  genre: 'Puzzle',
  summary: 'A summary',
  devices: ['desktop'],
  points: 1200,
  rate: null,
  rate_count: 0,
  quests_done: null,
  quests_total: 11,
  ...change,
});

export const own = { name: 'Merge', slug: 'merge', source: 'own', arcade: 'merge' } as const;

export const opinion = (id: number, change: Partial<Opinion> = {}): Opinion => ({
  id,
  user: { id: 9, name: 'sample-player', sample: true },
  opinion: `Opinion ${id}`,
  likes: 0,
  verified: false,
  created_at: '2026-11-20T10:00:00.000Z',
  ...change,
});

export function gameInfo(change: Partial<GameInfo['game']> = {}, rest: Partial<GameInfo> = {}): GameInfo {
  return {
    game: {
      ...gameCard(1, own),
      description: 'Slide the tiles.',
      controls: 'Arrow keys.',
      isRated: false,
      best_scores: [],
      ...change,
    },
    opinions: { ...noRows, data: [] },
    userLikedOpinions: [],
    quests: [],
    registration_quest: null,
    similar_games: [],
    ...rest,
  };
}

export const transaction = (id: number, change: Partial<Transaction> = {}): Transaction => ({
  id,
  title: `Entry ${id}`,
  detail: 'replayed by us',
  points: 40,
  state: 'confirmed',
  releases_at: null,
  order_id: null,
  created_at: '2026-11-20T10:00:00.000Z',
  ...change,
});

let sessions = 0;
let signedIn: Partial<User> = {};

/** The user whom `signIn` signed in last. */
export const currentUser = () => signedIn;

/** Signs in like another tab, each time with a new token, or signs out with `null`. */
export function signIn(user: User | null = aUser()): void {
  for (const key of ['token', 'user_id', 'user']) localStorage.removeItem(key);
  signedIn = user ?? {};
  if (user) {
    sessions += 1;
    localStorage.setItem('token', `${user.id}|secret-${sessions}`);
    localStorage.setItem('user_id', String(user.id));
    localStorage.setItem('user', JSON.stringify(user));
  }
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
}

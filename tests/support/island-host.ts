/** An API in memory for the islands' tests: hand-made answers by path behind `fetch`, and a record of what was asked. */
import type { Balance } from '../../src/lib/contract/account.ts';
import type { Transaction } from '../../src/lib/contract/dashboard.ts';
import type { GameCard, GameInfo, Quest } from '../../src/lib/contract/games.ts';
import type { Opinion } from '../../src/lib/contract/rewards.ts';

export interface Asked {
  /** '/api/user/games' */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly authorization: string | null;
}
/** What a path answers: a value as JSON, or a whole response. */
export type Answers = Record<string, (asked: Asked) => unknown>;

export function createHost(answers: Answers) {
  const asked: Asked[] = [];
  return {
    /** May be changed while a test runs. */
    answers,
    asked,
    /** The questions to one path, oldest first. */
    to: (path: string) => asked.filter((one) => one.path === path),
    fetch: async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
      const { pathname: path, searchParams: query } = new URL(
        String(input instanceof Request ? input.url : input),
      );
      const one = { path, query, authorization: new Headers(init?.headers).get('authorization') };
      asked.push(one);
      const answer = (await answers[path]?.(one)) ?? failure(404, 'not_found');
      return answer instanceof Response ? answer : Response.json(answer);
    },
  };
}

export function failure(status: number, code: string, message = 'Our side is down for a moment.'): Response {
  return Response.json({ message, code }, { status });
}

/** One page of `rows` in the paginator's form. */
export function pageOf<T>(rows: readonly T[], query: URLSearchParams, standard = 20) {
  const per_page = Number(query.get('per_page') ?? standard);
  const current_page = Number(query.get('page') ?? 1);
  const last_page = Math.max(1, Math.ceil(rows.length / per_page));
  const data = rows.slice((current_page - 1) * per_page, current_page * per_page);
  const next_page_url = current_page < last_page ? `/?page=${current_page + 1}` : null;
  return { data, current_page, last_page, per_page, total: rows.length, next_page_url, prev_page_url: null };
}

let sessions = 0;

/** Signs in as another tab would, each time with a token of its own, or out: `null`. */
export function signIn(user: { id: number; name: string; [more: string]: unknown } | null): void {
  localStorage.clear();
  if (user) {
    sessions += 1;
    localStorage.setItem('token', `${user.id}|secret-${sessions}`);
    localStorage.setItem('user_id', String(user.id));
    localStorage.setItem('user', JSON.stringify(user));
  }
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
}

export const balance = (change: Partial<Balance> = {}): Balance => ({
  available: 6000,
  pending: 0,
  reserved: 0,
  debt: 0,
  ...change,
});

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
      best_score: null,
      ...change,
    },
    opinions: pageOf<Opinion>([], new URLSearchParams()),
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

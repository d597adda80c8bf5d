import * as v from 'valibot';
import { arcadeGame } from '../../src/lib/arcade/games.ts';
import {
  finishSession,
  type GameInfo,
  type Leaderboard,
  type Quest,
  startSession,
} from '../../src/lib/contract/games.ts';
import type { PlayBudgetLeft } from '../../src/lib/contract/play-budget.ts';

/** The session with that number, from 1. */
const sessionId = (number: number) => `7c0f0f5e-4a53-4c0e-9d3b-${String(number).padStart(12, '0')}`;
/** Our own games by their ids. */
const names = ['merge', 'parcels', 'tower', 'hatch'] as const;
const nameOf = (id: number) => names[id - 1] ?? 'merge';

export const quests: readonly (Quest & { points: number; goal: number; progress: number })[] = [
  {
    id: 101,
    name: 'Finish your first round',
    metric: 'rounds',
    mode: 'sum',
    goal: 1,
    points: 100,
    progress: 1,
  },
  {
    id: 102,
    name: 'Score 60 in one round',
    metric: 'score',
    mode: 'best',
    goal: 60,
    points: 150,
    progress: 24,
  },
  {
    id: 103,
    name: 'Make a 512 tile',
    metric: 'best_tile',
    mode: 'best',
    goal: 512,
    points: 300,
    progress: 16,
  },
  { id: 110, name: 'Play 10 rounds', metric: 'rounds', mode: 'sum', goal: 10, points: 300, progress: 7 },
].map((quest) => ({
  ...quest,
  mode: quest.mode === 'sum' ? 'sum' : 'best',
  game_id: 1,
  game: 'Merge',
  description: 'A quest.',
  period: quest.id === 110 ? 'weekly' : 'once',
  completionStatus: quest.progress >= quest.goal ? 'completed' : 'in_progress',
  ends_at: null,
}));

function gameInfo(id: number): GameInfo {
  const name = nameOf(id);
  const game = { id, name, slug: name, source: 'own', arcade: name, genre: 'Puzzle' } as const;
  const card = {
    summary: 'Slide',
    devices: [],
    points: 850,
    rate: null,
    rate_count: 0,
    quests_done: 1,
    quests_total: 4,
  };
  return {
    game: { ...game, ...card, description: 'Slide.', controls: 'Arrows.', isRated: false, best_score: 248 },
    opinions: {
      data: [],
      current_page: 1,
      last_page: 1,
      per_page: 20,
      total: 0,
      next_page_url: null,
      prev_page_url: null,
    },
    userLikedOpinions: [],
    quests: [...quests],
    registration_quest: null,
    similar_games: [],
  };
}

/** What the next answer to a finished round is instead of the right one. */
type Mishap = 'lost' | 'down' | 'busy' | 'refused';

/** Today's leaderboard with so many players: the first has 100 more points than the second, and so on. */
export function leaderboard(players: number, mine: number | null = null): Leaderboard {
  const score = (place: number) => 100 * (players - place + 1);
  const rows = Array.from({ length: Math.min(players, 20) }, (_, at) => ({
    place: at + 1,
    user: { id: 50 + at, name: `player ${at + 1}`, sample: at === 1 },
    score: score(at + 1),
  }));
  return {
    day: '2026-11-20',
    ends_at: '2026-11-21T00:00:00.000Z',
    players,
    rows,
    mine: mine === null ? null : { place: mine, score: score(mine) },
  };
}

/**
 * The API as the play page uses it, in memory behind `fetch`: rounds judged by the real rules, an
 * answer kept per idempotency key.
 */
export function playServer(seed: number) {
  const answers = new Map<string, unknown>();
  const server = {
    seed,
    /** Of the rules, where they are others than the browser's. */
    version: undefined as number | undefined,
    mishaps: [] as Mishap[],
    startFails: false,
    capped: false,
    /** What is left, before a round and after it; null: unknown. */
    budget: null as PlayBudgetLeft | null,
    leaderboard: leaderboard(0) as Leaderboard | null,
    /** Each round that arrived, with the key under which it did. */
    arrived: [] as { key: string | null; body: v.InferOutput<typeof finishSession.body> }[],
    /** How many were counted. */
    counted: 0,
    starts: 0,
    /** Whether the last session was of the round that everyone shares. */
    daily: false,
    /** How often the leaderboard was asked for. */
    looks: 0,
    fetch,
  };
  /** The game and the seed of each session. */
  const sessions = new Map<string, { name: string; seed: number }>();

  async function fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    const [, id = '', call = ''] = /^\/api\/user\/games\/(\d)(?:\/(\w+))?$/.exec(pathname) ?? [];
    if (call === 'sessions') {
      server.starts += 1;
      if (server.startFails) throw new TypeError('connection refused');
      const name = nameOf(Number(id));
      const session = sessionId(server.starts);
      sessions.set(session, { name, seed: server.seed });
      server.daily = v.parse(startSession.body, await request.json()).daily;
      return json({
        id: session,
        seed: server.seed,
        version: server.version ?? arcadeGame(name)?.version,
        started_at: '2026-11-20T10:00:00.000Z',
      });
    }
    if (call === 'daily') {
      server.looks += 1;
      return server.leaderboard
        ? json(server.leaderboard)
        : json({ message: 'Something went wrong on our side.', code: 'internal' }, 500);
    }
    if (pathname === '/api/play-budget' && server.budget) return json(server.budget);
    if (id !== '') return json(gameInfo(Number(id)));
    const session = sessions.get(/^\/api\/user\/sessions\/([\w-]+)\/finish$/.exec(pathname)?.[1] ?? '');
    if (session) return finish(request, session);
    return json({ message: 'There is nothing at this address.', code: 'not_found' }, 404);
  }

  async function finish(request: Request, { name, seed }: { name: string; seed: number }): Promise<Response> {
    const key = request.headers.get('idempotency-key');
    const body = v.parse(finishSession.body, await request.json());
    server.arrived.push({ key, body });
    const mishap = server.mishaps.shift();
    if (mishap === 'down')
      return json({ message: 'Our database is away.', code: 'database_unavailable' }, 503);
    if (mishap === 'busy') return json({ message: 'Please wait.', code: 'too_many_requests' }, 429);
    const replay = arcadeGame(name)?.replay(seed, body.inputs);
    if (mishap === 'refused' || !replay?.ok || replay.score !== body.score) {
      return json({ message: "This round can't be counted.", code: 'round_refused' }, 422);
    }
    const answer = answers.get(key ?? '') ?? count(replay.score, replay.metrics);
    answers.set(key ?? '', answer);
    if (mishap === 'lost') throw new TypeError('connection reset');
    return json(answer);
  }

  function count(score: number, metrics: Readonly<Record<string, number>>): unknown {
    server.counted += 1;
    const after = quests.map((quest) => {
      const value = metrics[quest.metric] ?? 0;
      const total = quest.mode === 'sum' ? quest.progress + value : Math.max(quest.progress, value);
      const progress = Math.min(total, quest.goal);
      return {
        ...quest,
        progress,
        credited: quest.progress < quest.goal && progress === quest.goal ? quest.points : 0,
      };
    });
    const credited = server.capped ? 0 : after.reduce((sum, quest) => sum + quest.credited, 0);
    const balance = { available: 1000 + credited, pending: 0, reserved: 0, debt: 0 };
    return {
      result: { score, metrics },
      quests: after,
      credited,
      capped: server.capped,
      budget: server.budget,
      balance,
    };
  }

  return server;
}

function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}

/** Signs in or out as another tab would: by what is stored. */
export function storeSession(signedIn: boolean): void {
  localStorage.clear();
  if (signedIn) {
    localStorage.setItem('token', '5|secret');
    localStorage.setItem('user_id', '5');
    localStorage.setItem('user', JSON.stringify({ id: 5, name: 'player' }));
  }
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
}

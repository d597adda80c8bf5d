import * as v from 'valibot';
import { merge } from '../../src/lib/arcade/merge.ts';
import { finishSession, type GameInfo, type Quest } from '../../src/lib/contract/games.ts';

const SESSION = '7c0f0f5e-4a53-4c0e-9d3b-0a8f5f0f6c11';

export const quests: readonly Quest[] = [
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

function gameInfo(): GameInfo {
  const game = {
    id: 1,
    name: 'Merge',
    slug: 'Merge',
    source: 'own',
    arcade: 'merge',
    genre: 'Puzzle',
  } as const;
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
type Mishap = 'lost' | 'down' | 'refused';

/**
 * The API as the play page uses it, in memory behind `fetch`: one session at a time, rounds judged by the real rules, an
 * answer kept per idempotency key.
 */
export function playServer(seed: number) {
  const answers = new Map<string, unknown>();
  const server = {
    seed,
    version: merge.version,
    mishaps: [] as Mishap[],
    startFails: false,
    capped: false,
    /** Each round that arrived, with the key under which it did. */
    arrived: [] as { key: string | null; body: unknown }[],
    /** How many were counted. */
    counted: 0,
    starts: 0,
    fetch,
  };

  async function fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (pathname === '/api/user/games/1/sessions') {
      server.starts += 1;
      if (server.startFails) throw new TypeError('connection refused');
      return json({
        id: SESSION,
        seed: server.seed,
        version: server.version,
        started_at: '2026-11-20T10:00:00.000Z',
      });
    }
    if (pathname === '/api/user/games/1') return json(gameInfo());
    if (pathname === `/api/user/sessions/${SESSION}/finish`) return finish(request);
    return json({ message: 'There is nothing at this address.', code: 'not_found' }, 404);
  }

  async function finish(request: Request): Promise<Response> {
    const key = request.headers.get('idempotency-key');
    const body = v.parse(finishSession.body, await request.json());
    server.arrived.push({ key, body });
    const mishap = server.mishaps.shift();
    if (mishap === 'down')
      return json({ message: 'Our database is away.', code: 'database_unavailable' }, 503);
    const replay = merge.replay(server.seed, body.inputs);
    if (mishap === 'refused' || !replay.ok || replay.score !== body.score) {
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
    return { result: { score, metrics }, quests: after, credited, capped: server.capped, balance };
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

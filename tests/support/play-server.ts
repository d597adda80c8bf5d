import * as v from 'valibot';
import { CLASSIC } from '../../src/lib/arcade/arcade.ts';
import { arcadeGame } from '../../src/lib/arcade/games.ts';
import { getPlayBudget, type PlayBudgetLeft } from '../../src/lib/contract/arcade/play-budget.ts';
import {
  finishSession,
  type Ghost,
  getDailyGhost,
  getDailyLeaderboard,
  getGuestDuel,
  getOpenSession,
  keepSession,
  type Leaderboard,
  type Milestone,
  startGuestSession,
  startSession,
} from '../../src/lib/contract/arcade/rounds.ts';
import { getTournament, type Tournament } from '../../src/lib/contract/arcade/tournament.ts';
import type { Answer } from '../../src/lib/contract/call.ts';
import { type GameInfo, getGame, getGuestGame } from '../../src/lib/contract/catalogue/game.ts';
import { listGames, type questSchema } from '../../src/lib/contract/catalogue/games.ts';
import { noRows } from './fixtures.ts';
import { brokenLine, createHost, notFound, refusal } from './host.ts';

type Quest = v.InferOutput<typeof questSchema>;

let sessionsMade = 0;
/** No two servers use the same one. */
function newSessionId(): string {
  sessionsMade += 1;
  return `7c0f0f5e-4a53-4c0e-9d3b-${String(sessionsMade).padStart(12, '0')}`;
}
/** Our own games by their ids. */
const names = ['merge', 'parcels', 'tower', 'hatch', 'rungs'] as const;
const nameOf = (id: number) => names[id - 1] ?? 'merge';

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

const best = { id: 'classic', name: null, medal: null, next: null };

function gameInfo(id: number, score: number): GameInfo {
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
    game: {
      ...game,
      ...card,
      description: 'Slide.',
      controls: 'Arrows.',
      isRated: false,
      best_scores: [{ ...best, score }],
    },
    opinions: { ...noRows, data: [] },
    userLikedOpinions: [],
    quests: [...quests],
    registration_quest: null,
    similar_games: [],
  };
}

/** Replaces the next answer to a finished round. */
type Mishap = 'lost' | 'down' | 'busy' | 'no factor' | 'elsewhere' | 'refused';

/** What our own games can still pay, from 600 welcome points and 80 daily points. */
export const budgetOf = ({ welcome = 600, today = 80, used_up = false } = {}): PlayBudgetLeft => ({
  welcome: { points: 600, left: welcome },
  today: { points: 80, left: today },
  left: used_up ? 0 : welcome + today,
  used_up,
  resets_at: '2026-11-21T00:00:00.000Z',
});

/** Today's leaderboard with this many players, each 100 points ahead of the next. */
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
 * The API of the play page, in memory behind `fetch`: it judges rounds by the real rules, and stores an answer per idempotency
 * key.
 */
export function playServer(seed: number) {
  const answers = new Map<string, Answer<typeof finishSession>>();
  const host = createHost();
  const server = {
    seed,
    /** The version of the rules, if it differs from the browser's. */
    version: undefined as number | undefined,
    mishaps: [] as Mishap[],
    /** What the player can spend before a round. */
    available: 1000,
    startFails: false,
    keepFails: false,
    /** Guests get no ticket. */
    guestsFail: false,
    capped: false,
    /** The player's best score in Classic so far. */
    best: 248,
    /** What a counted round reaches besides its quests. */
    milestones: [] as readonly Milestone[],
    /** The remaining budget, before and after a round; null if unknown. */
    budget: null as PlayBudgetLeft | null,
    leaderboard: leaderboard(0) as Leaderboard | null,
    ghost: null as Ghost | null,
    /** The run of the next duel; null if there is none. */
    rival: null as Ghost | null,
    /** The tournament's game and reader; null if there is none. */
    tournament: null as Tournament | null,
    /** The stored moves of an open round, from this browser or another; null if there are none. */
    open: null as Answer<typeof getOpenSession>['round'],
    /** Whether rounds end too late, so that they count as far as they were saved. */
    late: false,
    /** The number of counted rounds. */
    counted: 0,
    /** The received rounds, how many began, and whether the last one was today's shared round. */
    get arrived() {
      return host.asked(finishSession);
    },
    get starts() {
      return host.asked(startSession).length;
    },
    /** The issued tickets. */
    get tickets() {
      return host.asked(startGuestSession).length;
    },
    /** How many of them are for the daily challenge. */
    get dailyTickets() {
      return host.asked(startGuestSession).filter(({ body }) => body.daily === true).length;
    },
    get tournaments() {
      return host.asked(startSession).filter(({ body }) => body.tournament === true).length;
    },
    get daily() {
      return host.asked(startSession).at(-1)?.body.daily === true;
    },
    /** The variant of the last round that began; undefined for an unnamed Classic. */
    get variant() {
      return host.asked(startSession).at(-1)?.body.variant;
    },
    /** The moves received for running rounds. */
    get kept() {
      return host.asked(keepSession).map(({ body }) => v.parse(keepSession.body, body));
    },
    /** The requests for guests' duels. */
    get duels() {
      return host.asked(getGuestDuel).map(({ query }) => Object.fromEntries(query));
    },
    /** The requests for runs to play against. */
    get ghosts() {
      return host.asked(getDailyGhost).map(({ query }) => Object.fromEntries(query));
    },
    /** How often the leaderboard was requested. */
    get looks() {
      return host.asked(getDailyLeaderboard).length;
    },
    fetch: host.fetch,
  };
  /** The game and the seed of each session. */
  const sessions = new Map<string, { gameId: number; name: string; seed: number; variant: string }>();

  host.on(getGame, ({ params }) => gameInfo(Number(params.id), server.best));
  host.on(getGuestGame, ({ params }) => gameInfo(Number(params.id), server.best));
  host.on(listGames, () => ({ ...noRows, total: 1, data: [gameInfo(1, server.best).game] }));
  host.on(getPlayBudget, () => server.budget ?? notFound());
  host.on(getDailyGhost, () => ({ ghost: server.ghost }));
  host.on(getTournament, () => server.tournament ?? notFound());
  host.on(getDailyLeaderboard, () => server.leaderboard ?? refusal(500, 'internal'));
  const begin = (fails: boolean, gameId: string | undefined, variant: string = CLASSIC) => {
    if (fails) brokenLine();
    const name = nameOf(Number(gameId));
    const id = newSessionId();
    sessions.set(id, { gameId: Number(gameId), name, seed: server.seed, variant });
    const version = server.version ?? arcadeGame(name, variant)?.version ?? 0;
    return { id, seed: server.seed, version, variant, started_at: '2026-11-20T10:00:00.000Z' };
  };
  host.on(startSession, ({ params, body }) => ({
    ...begin(server.startFails, params.id, v.parse(startSession.body, body).variant),
    rival: server.rival,
  }));
  host.on(getGuestDuel, ({ params, query }) => {
    const { seed, version, variant } = begin(server.guestsFail, params.id, query.get('variant') ?? CLASSIC);
    return { seed, version, variant, rival: server.rival };
  });
  host.on(startGuestSession, ({ params }) => begin(server.guestsFail, params.id));
  host.on(getOpenSession, () => ({ round: server.open }));
  host.on(keepSession, ({ params, body }) => {
    const { at, inputs } = v.parse(keepSession.body, body);
    const session = sessions.get(params.id ?? '');
    if (!session || server.keepFails) return notFound();
    const { seed, name: arcade, gameId: game_id, variant } = session;
    const version = arcadeGame(arcade, variant)?.version ?? 0;
    const started_at = new Date(Date.now() - at).toISOString();
    const moves = inputs.map(([when, made]): [number, number] => [when, made]);
    const started = { id: params.id ?? '', seed, version, variant, started_at };
    server.open = {
      ...started,
      game_id,
      arcade,
      daily: false,
      tournament: false,
      rival: server.rival,
      at,
      inputs: moves,
    };
    return { at };
  });
  host.on(finishSession, ({ params, body, key }) => {
    const session = sessions.get(params.id ?? '');
    if (!session) return notFound();
    const mishap = server.mishaps.shift();
    if (mishap === 'down') return refusal(503, 'database_unavailable', 'Our database is away.');
    if (mishap === 'busy') return refusal(429, 'too_many_requests', 'Please wait.');
    if (mishap === 'no factor') return refusal(403, 'second_factor_needed', 'Set it up first.');
    if (mishap === 'elsewhere') return refusal(409, 'session_finished', 'We already counted this round.');
    const inputs = (server.late ? server.open : v.parse(finishSession.body, body))?.inputs ?? [];
    const replay = arcadeGame(session.name, session.variant)?.replay(session.seed, inputs);
    if (mishap === 'refused' || !replay?.ok || (!server.late && replay.score !== body.score))
      return refusal(422, 'round_refused', "This round can't be counted.");
    const answer = answers.get(key ?? '') ?? count(replay.score, replay.metrics);
    answers.set(key ?? '', answer);
    if (mishap === 'lost') brokenLine();
    return answer;
  });

  function count(score: number, metrics: Readonly<Record<string, number>>): Answer<typeof finishSession> {
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
    const balance = { available: server.available + credited, pending: 0, reserved: 0, debt: 0 };
    return {
      result: { score, metrics },
      quests: after,
      credited,
      capped: server.capped,
      milestones: [...server.milestones],
      budget: server.budget,
      balance,
    };
  }

  return server;
}

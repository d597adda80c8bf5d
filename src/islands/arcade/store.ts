/**
 * One round at a time, of whichever game hands in its rules. The server hands out the seed and counts what it replays: immediately for who is
 * signed in, and after signing in for a guest, whose round is kept until then. Practice has a seed of its own and is never counted. The
 * state is in `$play`; the log of inputs stays beside it, and in the browser's storage, until it is counted.
 */
import { atom } from 'nanostores';
import { CLASSIC, type GameState, type Input, type Rules } from '../../lib/arcade/arcade.ts';
import { MOST_PAUSES } from '../../lib/arcade/log.ts';
import { earliest } from '../../lib/arcade/pace.ts';
import { ApiError, request } from '../../lib/client/client.ts';
import { PLAY_SESSION_MINUTES } from '../../lib/contract/limits.ts';
import { finishSession, startGuestSession, startSession } from '../../lib/contract/rounds.ts';
import { extensions } from '../../lib/host.ts';
import { hrefs, matchRoute, routes } from '../../lib/routing/routes.ts';
import { forgetGuestRound, storedGuestRound, storeGuestRound } from '../../lib/session/guest-round.ts';
import { forgetRound, type KeptRound, storedRound, storeRound } from '../../lib/session/kept-round.ts';
import { $session, patchUser } from '../../lib/session/session.ts';
import { loadPlayBudget, notePlayBudget } from '../shared/stores/play-budget.ts';
import { createClock } from './clock.ts';
import { loadDaily } from './daily-store.ts';
import { $gameQuests, noteFinished } from './game-quests-store.ts';
import { isTaught, type Lesson, stepOf, taught } from './lesson.ts';
import { fetchOpenRound, sendMoves } from './open-round-store.ts';
import type { OwnQuest } from './own-game.ts';
import { reachedNow } from './quest-progress.ts';
import { gameIn, type Outcome, type PauseReason, type Play, type Playable, type Round } from './round.ts';

export const $play = atom<Play>({ state: 'idle' });

/** A counted round is finished by itself this long after its start, in time for the server's session to be open still. */
export const ROUND_MINUTES = PLAY_SESSION_MINUTES - 2;
/** A pause and the end may come after the last act, and are written into the log as well. */
const AFTER_THE_LAST = 2;
/** A guest waits so many milliseconds for a ticket; then the round is played without one. */
const TICKET_MS = 4_000;
/** A running round is stored this long after something happened in it, in milliseconds: not once for each move of a fast hand. */
const KEEP_MS = 1_000;

const clock = createClock();
let log: Input[] = [];
/** The same for every time the round is sent. */
let key = '';
let starts = 0;
let closing: ReturnType<typeof setTimeout> | undefined;
/** When that is by the clock on the wall, in milliseconds; never for practice. */
let closesAt = Infinity;
/** Until time alone changes the game next. */
let ticking: ReturnType<typeof setTimeout> | undefined;
let keeping: ReturnType<typeof setTimeout> | undefined;
/** Until it is known what the server keeps of an open round; of another game, that. */
let lookup: Promise<void> | undefined;
let elsewhere: KeptRound | undefined;
let held: { act: number; timer: ReturnType<typeof setTimeout> } | undefined;

/** A round on a seed of one's own. */
const ofOwn = { daily: false, tournament: false, guest: false };

/** Milliseconds that the running round was played, without its pauses: the time of the log. */
export const playTime = clock.read;

interface Start {
  readonly practice?: boolean;
  readonly daily?: boolean;
  readonly tournament?: boolean;
  readonly untimed?: boolean;
  readonly lesson?: Lesson | undefined;
}

/**
 * Begins a round. `practice` plays without the server even when signed in, and so does a guest to whom the server gives no ticket, or who chose
 * another variant than Classic;
 * `daily` plays today's seed and `tournament` this week's, which need an account; `untimed` plays without a clock, where the rules can; `lesson` teaches, in this browser alone. A round of another game that was left behind counts as it is, and one that couldn't be counted yet is sent
 * once more; one of this game is given up.
 */
export async function startRound(
  game: Playable,
  { practice = false, daily = false, tournament = false, untimed = false, lesson }: Start = {},
): Promise<void> {
  const left = $play.get();
  if (gameIn(left) !== game.id) {
    finishRound();
    sendAgain();
    const kept = elsewhere ?? storedRound(userNow());
    elsewhere = undefined;
    if (kept && ![game.id, gameIn(left)].includes(kept.gameId)) await endLeft(kept, game.other);
  }
  starts += 1;
  const mine = starts;
  clearTimers();
  const { rules, quests = [] } = game;
  const params = { id: game.id };
  const round = () => ({ gameId: game.id, rules, quests, ...ofOwn, startedAt: Date.now() });
  const free = (paused = false) => {
    const seed = lesson?.seed ?? randomWords(1)[0] ?? 0;
    const game = rules.start(seed);
    const teaching = lesson && { lesson: { ...lesson, done: 0, before: game } };
    begin({ ...round(), session: null, seed, game, ...teaching }, paused, untimed);
  };
  const isGuest = $session.get().state !== 'signed-in';
  const variant = rules.variant.id;
  if (practice || lesson || (isGuest && (!extensions || variant !== CLASSIC))) {
    free();
    return;
  }
  const failed = (message: string) => $play.set({ state: 'failed', gameId: game.id, message });
  $play.set({ state: 'starting', gameId: game.id, paused: false });
  const isPaused = () => {
    const play = $play.get();
    return play.state === 'starting' && play.paused;
  };
  try {
    // A round that waits on the server comes first.
    await lookup;
    if (mine !== starts) return;
    const given = await (isGuest
      ? withinPatience(request(startGuestSession, { params }))
      : request(startSession, {
          params,
          body: { daily, tournament, ...(variant !== CLASSIC && { variant }) },
        }));
    const { id, seed, version } = given;
    if (mine !== starts) return;
    const shared = isGuest ? ofOwn : { daily, tournament };
    const started = { ...shared, session: id, guest: isGuest, seed };
    if (version === rules.version && given.variant === variant)
      begin({ ...round(), ...started, game: rules.start(seed) }, isPaused(), untimed);
    else failed('This game has new rules. Reload the page to play.');
  } catch (error) {
    if (mine !== starts) return;
    if (isGuest) free(isPaused());
    else failed(messageOf(error));
  }
}

function withinPatience<T>(call: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no ticket came in time')), TICKET_MS);
    void call.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function begin(given: Round, paused: boolean, untimed: boolean): void {
  log = [];
  key = newKey();
  clock.restart();
  const { untimed: act } = given.rules;
  const round = untimed && act !== undefined ? withAct(given, act) : given;
  setEnd(round);
  if (paused) {
    clock.stop();
    $play.set({ state: 'paused', round, reason: 'break' });
    keep();
  } else goOn(round);
}

function setEnd({ session, startedAt }: Round): void {
  closesAt = session === null ? Infinity : startedAt + ROUND_MINUTES * 60_000;
  if (session !== null) closing = setTimeout(finishRound, closesAt - Date.now());
}

/** Whose rounds are taken up here: null for a guest. */
function userNow(): number | null {
  const session = $session.get();
  return session.state === 'signed-in' ? session.userId : null;
}

function keepSoon(): void {
  keeping ??= setTimeout(keep, KEEP_MS);
}

/** Stores the round as it is. */
function keep(): void {
  clearTimeout(keeping);
  keeping = undefined;
  const play = $play.get();
  if ((play.state !== 'playing' && play.state !== 'paused') || play.round.lesson) return;
  const kept = keptOf(play.round, false);
  storeRound(kept);
  if (extensions && kept.user !== null) sendMoves(kept, play.state === 'paused');
}

function keptOf(given: Round, ended: boolean): KeptRound {
  const { gameId, rules, session, daily, tournament, guest, seed, startedAt } = given;
  const user = guest ? null : userNow();
  const { name: arcade, version, variant } = rules;
  const what = { gameId, arcade, version, variant: variant.id };
  const round = { ...what, session, daily, tournament, guest, user, seed, startedAt };
  return { ...round, key, inputs: inputsNow(), at: clock.read(), ended };
}

const inputsNow = () => log.map(([at, action]): [number, number] => [at, action]);

/**
 * Takes up the round of this game that was left when the page went away, unless one is on: paused, to the moment as it was. One that its player had
 * ended is sent once more. The server reports a round that continued on another device.
 */
export async function returnToRound(game: Playable): Promise<void> {
  const user = userNow();
  const kept = storedRound(user);
  if (kept) takeUpOwn(kept, game);
  if (user === null || !extensions || kept?.ended) return;
  lookup = fetchOpenRound(user, newKey()).then((open) => {
    if (!open || userNow() !== user) return;
    // What this browser has is as good, up to here.
    const here = storedRound(user);
    if (here?.session === open.session && here.at >= open.at) return;
    if (open.gameId === game.id) takeUpOwn(open, game);
    else elsewhere = open;
  });
  await lookup;
}

/** The rules of a variant of this game. */
const rulesIn = (
  { rules, variants = [rules] }: Pick<Playable, 'rules' | 'variants'>,
  variant: string,
): Rules | undefined => variants.find((each) => each.variant.id === variant);

function takeUpOwn(kept: KeptRound, game: Playable): void {
  const play = $play.get();
  const isWaiting = play.state === 'starting' || (play.state === 'paused' && play.reason === 'return');
  if (kept.gameId !== game.id || !(isFree(play) || isWaiting)) return;
  // One from before the server's, which took its place: it counts as it is.
  if (play.state === 'paused' && play.round.session !== kept.session) finishRound();
  const rules = rulesIn(game, kept.variant);
  if (rules?.version === kept.version) takeUp(kept, rules, game.quests ?? []);
  else forgetRound();
}

/** Ends a round of another game that was left when the page went away: it counts as it stands. */
async function endLeft(kept: KeptRound, load: Playable['other']): Promise<void> {
  const game = await load?.(kept.arcade);
  if (!game) return;
  const rules = rulesIn(game, kept.variant);
  if (rules?.version !== kept.version) return forgetRound();
  takeUp(kept, rules, []);
  finishRound();
}

function takeUp(kept: KeptRound, rules: Rules, quests: readonly OwnQuest[]): void {
  starts += 1;
  clearTimers();
  const { gameId, session, daily, tournament, guest, seed, startedAt, inputs, at } = kept;
  log = inputs;
  key = kept.key;
  clock.restart(at);
  clock.stop();
  const game = rules.advance(replayed(rules, seed, inputs), at);
  const round = { gameId, rules, quests, session, daily, tournament, guest, seed, startedAt, game };
  if (kept.ended && session !== null) {
    void count(round, session);
    return;
  }
  setEnd(round);
  pauseRound(round, 'return');
  closeLate();
}

const replayed = (rules: Rules, seed: number, inputs: readonly Input[]): GameState =>
  inputs.reduce((state, [at, made]) => rules.act(rules.advance(state, at), made, at), rules.start(seed));

/** Nothing is played, and nothing is on its way to the server. */
const isFree = (play: Play) =>
  play.state === 'idle' ||
  (play.state === 'finished' && play.outcome.state !== 'saving' && play.outcome.state !== 'unsaved');

/** Ends a counted round whose time is up and answers whether it was: no timer goes on while a computer sleeps. */
export function closeLate(): boolean {
  const late = Date.now() >= closesAt;
  if (late) finishRound();
  return late;
}

/** Shows a running round, ends it when it is over, and else comes back when time changes it next. */
function goOn(given: Round): void {
  const round = given.lesson ? { ...given, lesson: taught(given.lesson, given.game) } : given;
  $play.set({ state: 'playing', round });
  keepSoon();
  clearTimeout(ticking);
  // Nothing more to teach: the tower stays as it is.
  if (round.lesson && !stepOf(round.lesson)) {
    clock.stop();
    return;
  }
  if (round.rules.isOver(round.game) || log.length >= round.rules.mostActs - AFTER_THE_LAST) {
    finishRound();
    return;
  }
  const next = round.rules.nextAt(round.game);
  if (next !== null) ticking = setTimeout(tick, Math.max(0, next - clock.read()));
}

function tick(): void {
  const play = $play.get();
  if (play.state !== 'playing') return;
  const game = play.round.rules.advance(play.round.game, clock.read());
  // A timer may fire a moment early: then nothing has changed yet, and it is set again.
  goOn(game === play.round.game ? play.round : { ...play.round, game });
}

/** Makes an act. One that comes faster than a log may be (arcade/pace.ts) waits the few milliseconds; the latest one waits. */
export function act(given: number): void {
  if ($play.get().state !== 'playing' || closeLate()) return;
  if (held) {
    held.act = given;
    return;
  }
  const wait = soonest() - clock.read();
  if (wait <= 0) apply(given);
  else held = { act: given, timer: setTimeout(release, wait) };
}

function release(): void {
  const waiting = held?.act;
  held = undefined;
  if (waiting !== undefined) apply(waiting);
}

function apply(given: number): void {
  const play = $play.get();
  if (play.state !== 'playing') return;
  const { lesson, rules, game } = play.round;
  if (lesson && !isTaught(lesson, rules, game, given, clock.read())) return;
  const round = withAct(play.round, given);
  if (round !== play.round) goOn(round);
}

/** The round after an act, which is written into the log if the rules allow it. */
function withAct(round: Round, given: number): Round {
  // A timer may fire a moment early.
  const at = Math.max(clock.read(), soonest());
  const now = round.rules.advance(round.game, at);
  const game = round.rules.act(now, given, at);
  if (game !== now) log.push([at, given]);
  return game === round.game ? round : { ...round, game };
}

export function pause(): void {
  const play = $play.get();
  if (play.state === 'starting') $play.set({ ...play, paused: true });
  if (play.state !== 'playing') return;
  dropHeld();
  clearTimeout(ticking);
  pauseRound(play.round, 'break');
}

/** Stops the clock, by an act where the rules have one for it. */
function pauseRound(given: Round, reason: PauseReason): void {
  const { pause: act, isOver } = given.rules;
  const round = act === undefined ? given : withAct(given, act);
  clock.stop();
  $play.set({ state: 'paused', round, reason });
  keep();
  // As many pauses as a round may have: it counts as it is, rather than not at all.
  const isPausedOut = log.filter(([, made]) => made === act).length >= MOST_PAUSES;
  if (isOver(round.game) || isPausedOut) finishRound();
}

/** Asks whether the round is to end, and stops it until that is answered. One without an act is only put away. */
export function askToEnd(): void {
  pause();
  const play = $play.get();
  if (play.state !== 'paused') return;
  if (hasPlayed(play.round) && !play.round.lesson) $play.set({ ...play, reason: 'end' });
  else finishRound();
}

export function resume(): void {
  const play = $play.get();
  if (play.state !== 'paused' || closeLate()) return;
  clock.run();
  goOn(play.round);
}

/** Whether its player did anything but stop, or choose. */
const hasPlayed = ({ rules: { pause, untimed } }: Round) =>
  log.some(([, made]) => made !== pause && made !== untimed);

/** Ends the round and, unless it is practice, has it counted. A round without an act is none: it is only put away. */
export function finishRound(): void {
  const play = $play.get();
  if (play.state !== 'playing' && play.state !== 'paused') return;
  clearTimers();
  const { lesson } = play.round;
  if (lesson || !hasPlayed(play.round)) {
    if (!lesson) forgetRound();
    $play.set({ state: 'idle' });
    return;
  }
  const { stop } = play.round.rules;
  const round = stop === undefined ? play.round : withAct(play.round, stop);
  clock.stop();
  const { session, guest } = round;
  if (session === null) {
    forgetRound();
    $play.set({ state: 'finished', round, outcome: { state: 'practice' } });
  } else if (!guest || $session.get().state === 'signed-in') void count(round, session);
  else {
    const { gameId, seed, startedAt } = round;
    const reached = reachedNow(round.quests, round.rules.metricsOf(round.game), {});
    storeGuestRound({
      id: session,
      key,
      gameId,
      seed,
      startedAt,
      inputs: inputsNow(),
      reached: { ...reached },
      path: pageOf(round.rules),
    });
    forgetRound();
    $play.set({ state: 'finished', round, outcome: { state: 'guest' } });
    // What is promised for it is what can be paid now.
    void loadPlayBudget();
  }
}

/** Where a round of a game is claimed: the page that it is played on, or from another the game's own. */
const pageOf = ({ name }: Rules) =>
  matchRoute(routes.play.pattern, location.pathname)
    ? location.pathname + location.search
    : hrefs.play(name, 'desktop');

/** Counts the round that a guest kept of this game for who is signed in by now, unless another is on. */
export function claimGuestRound(given: Playable): void {
  const { id: gameId, quests = [] } = given;
  const kept = storedGuestRound();
  const rules = rulesIn(given, CLASSIC);
  if (!rules || !isFree($play.get()) || kept?.gameId !== gameId || userNow() === null) return;
  starts += 1;
  const { id: session, seed, startedAt, inputs } = kept;
  log = inputs;
  key = kept.key;
  const game = replayed(rules, seed, inputs);
  void count({ ...ofOwn, gameId, rules, quests, session, guest: true, seed, startedAt, game }, session);
}

/** Sends a round again whose answer was lost, under the same key: it counts once however often it arrives. */
export function sendAgain(): void {
  const play = $play.get();
  if (play.state !== 'finished' || play.outcome.state !== 'unsaved' || play.round.session === null) return;
  void count(play.round, play.round.session);
}

async function count(round: Round, session: string): Promise<void> {
  const mine = starts;
  const show = (outcome: Outcome) => {
    if (mine === starts) $play.set({ state: 'finished', round, outcome });
  };
  show({ state: 'saving' });
  const inputs = inputsNow();
  storeRound(keptOf(round, true));
  try {
    const answer = await request(finishSession, {
      params: { id: session },
      body: { inputs, score: round.game.score },
      idempotencyKey: key,
    });
    const before = $gameQuests.get();
    const variant = round.rules.variant.id;
    const best = before.gameId === round.gameId && answer.result.score > (before.best[variant] ?? Infinity);
    noteFinished(round.gameId, variant, answer);
    notePlayBudget(answer.budget);
    patchUser({ balance: answer.balance });
    if (round.daily) void loadDaily(round.gameId);
    if (round.tournament) void renewTournament();
    forgetSent(round);
    show({ state: 'saved', answer, best });
  } catch (error) {
    if (isDecided(error)) forgetSent(round);
    show({ state: isDecided(error) ? 'refused' : 'unsaved', message: messageOf(error) });
  }
}

/** Other pages have this store without it. */
async function renewTournament(): Promise<void> {
  const { loadTournament } = await import('../shared/stores/tournament.ts');
  await loadTournament();
}

/** Another round may be stored by now. */
function forgetSent({ guest, session }: Round): void {
  if (guest) forgetGuestRound();
  if (storedRound(userNow())?.session === session) forgetRound();
}

/**
 * Whether the server has said no for good. No answer, a fault of its own, "too many at once" and an ended sign-in decide
 * nothing about the round.
 */
function isDecided(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.status >= 400 &&
    error.status < 500 &&
    ![401, 408, 429].includes(error.status)
  );
}

function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : 'Something went wrong on our side. Try again.';
}

function soonest(): number {
  return earliest((index) => log[index]?.[0] ?? 0, log.length);
}

function dropHeld(): void {
  if (held) clearTimeout(held.timer);
  held = undefined;
}

function clearTimers(): void {
  dropHeld();
  clearTimeout(ticking);
  clearTimeout(closing);
  clearTimeout(keeping);
  keeping = undefined;
}

const newKey = () => Array.from(randomWords(4), (word) => word.toString(16).padStart(8, '0')).join('');

function randomWords(count: number): Uint32Array {
  return crypto.getRandomValues(new Uint32Array(count));
}

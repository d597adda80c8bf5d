/** Plays a round of any game by its rules: acts, pauses, time and the end. */
import { MOST_PAUSES } from '../../lib/arcade/log.ts';
import { earliest } from '../../lib/arcade/pace.ts';
import { newUuid } from '../../lib/client/uuid.ts';
import { PLAY_SESSION_MINUTES } from '../../lib/contract/limits.ts';
import { forgetRound } from '../../lib/session/kept-round.ts';
import { $session } from '../../lib/session/session.ts';
import { loadPlayBudget } from '../shared/stores/play-budget.ts';
import { isTaught, stepOf, taught } from './lesson.ts';
import { $play, clock, running } from './play-store.ts';
import type { PauseReason, Round } from './round.ts';
import { count, dropKeeping, keep, keepForGuest, keepSoon } from './saving-store.ts';

/** A counted round is finished by itself this long after its start, in time for the server's session to be open still. */
export const ROUND_MINUTES = PLAY_SESSION_MINUTES - 2;
/** A pause and the end may come after the last act, and are written into the log as well. */
const AFTER_THE_LAST = 2;
let closing: ReturnType<typeof setTimeout> | undefined;
/** When that is by the clock on the wall, in milliseconds; never for practice. */
let closesAt = Infinity;
/** Until time alone changes the game next. */
let ticking: ReturnType<typeof setTimeout> | undefined;
let held: { act: number; timer: ReturnType<typeof setTimeout> } | undefined;

export function begin(given: Round, paused: boolean, untimed: boolean): void {
  running.log = [];
  running.key = newUuid();
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

export function setEnd({ session, startedAt }: Round): void {
  closesAt = session === null ? Infinity : startedAt + ROUND_MINUTES * 60_000;
  if (session !== null) closing = setTimeout(finishRound, closesAt - Date.now());
}

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
  if (round.rules.isOver(round.game) || running.log.length >= round.rules.mostActs - AFTER_THE_LAST) {
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
  if (game !== now) running.log.push([at, given]);
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
export function pauseRound(given: Round, reason: PauseReason): void {
  const { pause: act, isOver } = given.rules;
  const round = act === undefined ? given : withAct(given, act);
  clock.stop();
  $play.set({ state: 'paused', round, reason });
  keep();
  // As many pauses as a round may have: it counts as it is, rather than not at all.
  const isPausedOut = running.log.filter(([, made]) => made === act).length >= MOST_PAUSES;
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
  running.log.some(([, made]) => made !== pause && made !== untimed);

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
    keepForGuest(round, session);
    $play.set({ state: 'finished', round, outcome: { state: 'guest' } });
    // What is promised for it is what can be paid now.
    void loadPlayBudget();
  }
}

function soonest(): number {
  return earliest((index) => running.log[index]?.[0] ?? 0, running.log.length);
}

function dropHeld(): void {
  if (held) clearTimeout(held.timer);
  held = undefined;
}

export function clearTimers(): void {
  dropHeld();
  clearTimeout(ticking);
  clearTimeout(closing);
  dropKeeping();
}

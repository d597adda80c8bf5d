/** Plays a round of any game by its rules: acts, pauses, time and the end. */
import { MOST_PAUSES } from '../../lib/arcade/log.ts';
import { earliest } from '../../lib/arcade/pace.ts';
import { newUuid } from '../../lib/client/uuid.ts';
import { PLAY_SESSION_MINUTES } from '../../lib/contract/limits.ts';
import { forgetRound, storedRound } from '../../lib/session/kept-round.ts';
import { $session } from '../../lib/session/session.ts';
import { loadPlayBudget } from '../shared/stores/play-budget.ts';
import { isTaught, stepOf, taught } from './lesson.ts';
import { $play, clock, refuse, running } from './play-store.ts';
import type { PauseReason, Round } from './round.ts';
import { count, dropKeeping, keep, keepForGuest, keepSoon, userNow } from './saving-store.ts';

/** A counted round ends automatically this long after its start, while the server's session is still open. */
export const ROUND_MINUTES = PLAY_SESSION_MINUTES - 2;
/** Reserves log entries for a pause and the end, which may follow the last act. */
const AFTER_THE_LAST = 2;
let closing: ReturnType<typeof setTimeout> | undefined;
/** The time of that, in milliseconds since 1970. Infinity for practice. */
let closesAt = Infinity;
/** Fires when time alone will change the game next. */
let ticking: ReturnType<typeof setTimeout> | undefined;
let held: { act: number; timer: ReturnType<typeof setTimeout> } | undefined;

export function begin(given: Round, paused: boolean, untimed: boolean): void {
  running.log = [];
  running.key = newUuid();
  running.user = given.guest ? null : userNow();
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

/** Ends a counted round whose time is up. Returns whether it was. Needed because timers don't run while a computer sleeps. */
export function closeLate(): boolean {
  const late = Date.now() >= closesAt;
  if (late) finishRound();
  return late;
}

/** Shows a running round. Ends it if it is over; otherwise sets a timer for the next change. */
function goOn(given: Round): void {
  const round = given.lesson ? { ...given, lesson: taught(given.lesson, given.game) } : given;
  $play.set({ state: 'playing', round });
  keepSoon();
  clearTimeout(ticking);
  // The lesson is complete. The game stays as it is.
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
  // If the timer fires a moment early, nothing has changed yet, and it is set again.
  goOn(game === play.round.game ? play.round : { ...play.round, game });
}

/**
 * Makes an act. An act that is too fast for the log (arcade/pace.ts) waits a few milliseconds. A newer act replaces a waiting
 * one.
 */
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
  if (round === play.round) refuse();
  else goOn(round);
}

/** Returns the round after an act. The act is logged if the rules allow it. */
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

/** Stops the clock. Logs an act for the pause if the rules have one. */
export function pauseRound(given: Round, reason: PauseReason): void {
  const { pause: act, isOver } = given.rules;
  const round = act === undefined ? given : withAct(given, act);
  clock.stop();
  $play.set({ state: 'paused', round, reason });
  keep();
  // The maximum number of pauses. End the round so that it counts, instead of being rejected.
  const isPausedOut = running.log.filter(([, made]) => made === act).length >= MOST_PAUSES;
  if (isOver(round.game) || isPausedOut) finishRound();
}

/** Pauses the round and asks whether to end it. A round without an act is dropped without asking. */
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

/** Whether the player did anything besides pausing or turning the clock off. */
const hasPlayed = ({ rules: { pause, untimed } }: Round) =>
  running.log.some(([, made]) => made !== pause && made !== untimed);

/** Ends the round and has it counted, unless it is practice. A round without an act is dropped. */
export function finishRound(): void {
  const play = $play.get();
  if (play.state !== 'playing' && play.state !== 'paused') return;
  clearTimers();
  const { lesson } = play.round;
  if (lesson || !hasPlayed(play.round)) {
    if (!lesson) forgetRunning();
    $play.set({ state: 'idle' });
    return;
  }
  const { stop } = play.round.rules;
  const round = stop === undefined ? play.round : withAct(play.round, stop);
  clock.stop();
  const { session, guest } = round;
  if (session === null) {
    forgetRunning();
    $play.set({ state: 'finished', round, outcome: { state: 'practice' } });
  } else if (!guest || $session.get().state === 'signed-in') void count(round, session);
  else {
    keepForGuest(round, session);
    $play.set({ state: 'finished', round, outcome: { state: 'guest' } });
    // The promise to the guest is what can be paid now.
    void loadPlayBudget();
  }
}

/** Deletes the stored round, unless it is one that has ended and couldn't be counted yet. */
function forgetRunning(): void {
  if (!storedRound(userNow())?.ended) forgetRound();
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

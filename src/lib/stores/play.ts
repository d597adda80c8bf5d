/**
 * One round of Merge at a time. Signed in, the server hands out the seed and counts what it replays; else the seed is made
 * here and the round is practice. The pure state is in `$play`; the log of inputs stays beside it until it is counted.
 */
import { atom } from 'nanostores';
import { ApiError } from '../api/client.ts';
import { finishSession, startSession } from '../api/play.ts';
import type { Input } from '../arcade/arcade.ts';
import { MAX_INPUTS } from '../arcade/log.ts';
import { type Direction, isOver, type MergeState, merge, move, start } from '../arcade/merge.ts';
import { earliest } from '../arcade/pace.ts';
import type { FinishedRound } from '../contract/games.ts';
import { PLAY_SESSION_MINUTES } from '../contract/limits.ts';
import { noteFinished } from './play-standing.ts';
import { $session, patchUser } from './session.ts';

export interface Round {
  readonly gameId: number;
  /** The server's session that counts it; null for practice. */
  readonly session: string | null;
  readonly game: MergeState;
}

export type Outcome =
  | { readonly state: 'practice' }
  | { readonly state: 'saving' }
  | { readonly state: 'saved'; readonly answer: FinishedRound }
  /** No answer came, or none that decides it: the log is kept and may be sent again, which counts it once. */
  | { readonly state: 'unsaved'; readonly message: string }
  | { readonly state: 'refused'; readonly message: string };

export type Play =
  | { readonly state: 'idle' }
  | { readonly state: 'starting' }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'playing' | 'paused'; readonly round: Round }
  | { readonly state: 'finished'; readonly round: Round; readonly outcome: Outcome };

export const $play = atom<Play>({ state: 'idle' });

/** A counted round is finished by itself this long after its start, in time for the server's session to be open still. */
export const ROUND_MINUTES = PLAY_SESSION_MINUTES - 2;

let log: Input[] = [];
let startedAt = 0;
/** The same for every time the round is sent. */
let key = '';
let starts = 0;
let closing: ReturnType<typeof setTimeout> | undefined;
let held: { direction: Direction; timer: ReturnType<typeof setTimeout> } | undefined;

/** Begins a round; `practice` plays without the server even when signed in. A running round is given up. */
export async function startRound(gameId: number, { practice = false } = {}): Promise<void> {
  starts += 1;
  const mine = starts;
  clearTimers();
  if (practice || $session.get().state !== 'signed-in') {
    begin({ gameId, session: null, game: start(randomWords(1)[0] ?? 0) });
    return;
  }
  $play.set({ state: 'starting' });
  try {
    const session = await startSession(gameId);
    if (mine !== starts) return;
    if (session.version === merge.version) begin({ gameId, session: session.id, game: start(session.seed) });
    else
      $play.set({
        state: 'failed',
        message: 'The rules of this game have changed. Reload the page to play by the new ones.',
      });
  } catch (error) {
    if (mine === starts) $play.set({ state: 'failed', message: messageOf(error) });
  }
}

function begin(round: Round): void {
  log = [];
  key = Array.from(randomWords(4), (word) => word.toString(16).padStart(8, '0')).join('');
  startedAt = performance.now();
  if (round.session !== null) closing = setTimeout(finishRound, ROUND_MINUTES * 60_000);
  $play.set({ state: 'playing', round });
}

/** Makes a move. One that comes faster than a log may be (arcade/pace.ts) waits the few milliseconds; the latest one waits. */
export function act(direction: Direction): void {
  if ($play.get().state !== 'playing') return;
  if (held) {
    held.direction = direction;
    return;
  }
  const wait = soonest() - sinceStart();
  if (wait <= 0) apply(direction);
  else held = { direction, timer: setTimeout(release, wait) };
}

function release(): void {
  const direction = held?.direction;
  held = undefined;
  if (direction !== undefined) apply(direction);
}

function apply(direction: Direction): void {
  const play = $play.get();
  if (play.state !== 'playing') return;
  const game = move(play.round.game, direction);
  if (game === play.round.game) return;
  // A timer may fire a moment early.
  log.push([Math.max(sinceStart(), soonest()), direction]);
  $play.set({ state: 'playing', round: { ...play.round, game } });
  if (isOver(game) || log.length === MAX_INPUTS) finishRound();
}

export function pause(): void {
  const play = $play.get();
  if (play.state !== 'playing') return;
  dropHeld();
  $play.set({ state: 'paused', round: play.round });
}

export function resume(): void {
  const play = $play.get();
  if (play.state === 'paused') $play.set({ state: 'playing', round: play.round });
}

/** Ends the round and, unless it is practice, has it counted. A round without a move is none: it is only put away. */
export function finishRound(): void {
  const play = $play.get();
  if (play.state !== 'playing' && play.state !== 'paused') return;
  clearTimers();
  if (log.length === 0) $play.set({ state: 'idle' });
  else if (play.round.session === null)
    $play.set({ state: 'finished', round: play.round, outcome: { state: 'practice' } });
  else void count(play.round, play.round.session);
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
  try {
    const inputs = log.map(([at, action]): [number, number] => [at, action]);
    const answer = await finishSession(session, { inputs, score: round.game.score }, key);
    noteFinished(round.gameId, answer);
    patchUser({ balance: answer.balance });
    show({ state: 'saved', answer });
  } catch (error) {
    show({ state: isDecided(error) ? 'refused' : 'unsaved', message: messageOf(error) });
  }
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
  return error instanceof ApiError ? error.message : 'Our server gave no answer that we can read.';
}

function sinceStart(): number {
  return Math.floor(performance.now() - startedAt);
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
  clearTimeout(closing);
}

function randomWords(count: number): Uint32Array {
  return crypto.getRandomValues(new Uint32Array(count));
}

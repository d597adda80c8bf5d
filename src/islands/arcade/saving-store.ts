/**
 * Saves a round: in the browser while it is played, and then on the server, which counts it. A lost answer or a closed page loses
 * nothing, because the log stays here until the server has decided.
 */
import type { Rules } from '../../lib/arcade/arcade.ts';
import { ApiError, isUndecided, request } from '../../lib/client/client.ts';
import { finishSession } from '../../lib/contract/arcade/rounds.ts';
import { extensions } from '../../lib/host.ts';
import { hrefs, matchRoute, routes } from '../../lib/routing/routes.ts';
import { forgetGuestRound, storedGuestRound, storeGuestRound } from '../../lib/session/guest-round.ts';
import { forgetRound, type KeptRound, storedRound, storeRound } from '../../lib/session/kept-round.ts';
import { $session, $user, patchUser } from '../../lib/session/session.ts';
import { asApiError } from '../shared/stores/load.ts';
import { notePlayBudget } from '../shared/stores/play-budget.ts';
import { loadDaily } from './daily-store.ts';
import { $gameQuests, noteFinished } from './game-quests-store.ts';
import { sendMoves } from './open-round-store.ts';
import { $play, clock, running } from './play-store.ts';
import { reachedNow } from './quest-progress.ts';
import type { Outcome, Round } from './round.ts';

/** How long after a change a running round is stored, in milliseconds. It avoids a write for every fast move. */
const KEEP_MS = 1_000;

let keeping: ReturnType<typeof setTimeout> | undefined;

/** Returns the current user's id. Null for a guest. */
export function userNow(): number | null {
  const session = $session.get();
  return session.state === 'signed-in' ? session.userId : null;
}

export function keepSoon(): void {
  keeping ??= setTimeout(keep, KEEP_MS);
}

export function dropKeeping(): void {
  clearTimeout(keeping);
  keeping = undefined;
}

/** Stores the current round. */
export function keep(): void {
  dropKeeping();
  const play = $play.get();
  if ((play.state !== 'playing' && play.state !== 'paused') || play.round.lesson) return;
  const kept: KeptRound = keptOf(play.round, false);
  storeRound(kept);
  if (extensions && kept.user !== null && kept.user === userNow()) sendMoves(kept, play.state === 'paused');
}

function keptOf(given: Round, ended: boolean) {
  const { gameId, rules, session, daily, tournament, rival, guest, seed, startedAt, quests, game } = given;
  const { key, user } = running;
  const { name: arcade, version, variant } = rules;
  const what = { gameId, arcade, version, variant: variant.id };
  const round = { ...what, session, daily, tournament, rival, guest, user, seed, startedAt };
  const inputs = inputsNow();
  // An act that was too fast is logged a few milliseconds later than it was made (store.ts).
  const at = Math.max(clock.read(), inputs.at(-1)?.[0] ?? 0);
  const reached = reachedNow(quests, rules.metricsOf(game), null);
  return { ...round, key, inputs, at, ended, reached };
}

const inputsNow = () => running.log.map(([at, action]): [number, number] => [at, action]);

/** Stores a guest's round until they sign in. */
export function keepForGuest(round: Round, session: string): void {
  storeGuestRound({ ...keptOf(round, true), id: session, path: pageOf(round.rules) });
  forgetRound();
}

/** Returns the page where a round can be claimed: the current one if it is a game's stage, otherwise the game's own. */
const pageOf = ({ name }: Rules) =>
  matchRoute(routes.play.pattern, location.pathname)
    ? location.pathname + location.search
    : hrefs.play(name, 'desktop');

/** Sends a round again after a lost answer. It has the same key, so it counts only once. */
export function sendAgain(): void {
  const play = $play.get();
  if (play.state !== 'finished' || play.outcome.state !== 'unsaved' || play.round.session === null) return;
  void count(play.round, play.round.session);
}

export async function count(round: Round, session: string): Promise<void> {
  const mine = running.starts;
  const show = (outcome: Outcome) => {
    if (mine === running.starts) $play.set({ state: 'finished', round, outcome });
  };
  show({ state: 'saving' });
  const inputs = inputsNow();
  // A guest's ended round has a place of its own. The other one may hold the round that goes on as free play.
  if (storedGuestRound()?.id !== session) storeRound(keptOf(round, true));
  try {
    const answer = await request(finishSession, {
      params: { id: session },
      body: { inputs, score: round.game.score },
      idempotencyKey: running.key,
    });
    const before = $gameQuests.get();
    const variant = round.rules.variant.id;
    const best = before.gameId === round.gameId && answer.result.score > (before.best[variant] ?? Infinity);
    noteFinished(round.gameId, variant, answer);
    notePlayBudget(answer.budget);
    const isNew = answer.credited === 0 && $user.get()?.balance?.is_new === true;
    patchUser({ balance: { ...answer.balance, ...(isNew && { is_new: true }) } });
    if (round.daily) void loadDaily(round.gameId);
    if (round.tournament) void renewTournament();
    forgetSent(round);
    show({ state: 'saved', answer, best });
  } catch (error) {
    if (isDecided(error)) forgetSent(round);
    const { code, message } = asApiError(error);
    const decided = code === 'session_finished' ? 'elsewhere' : 'refused';
    show({ state: isDecided(error) ? decided : 'unsaved', message });
  }
}

/** Loaded on demand, because other pages use this store without the tournament. */
async function renewTournament(): Promise<void> {
  const { loadTournament } = await import('../shared/stores/tournament.ts');
  await loadTournament();
}

/** Deletes the stored copy of a sent round. Another round may have been stored since, and stays. */
function forgetSent({ guest, session }: Round): void {
  if (guest) forgetGuestRound();
  if (storedRound(userNow())?.session === session) forgetRound();
}

/** Whether the server has rejected it for good. */
const isDecided = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && !isUndecided(error);

/**
 * Starts a round, or continues one that was left. The server gives out the seed. It counts an account's round when the round
 * ends, and a guest's round after they sign in. Practice has its own seed and is never counted.
 */
import { CLASSIC, type GameState, type Input, type Rules } from '../../lib/arcade/arcade.ts';
import { request } from '../../lib/client/client.ts';
import { newUuid } from '../../lib/client/uuid.ts';
import { getGuestDuel, startGuestSession, startSession } from '../../lib/contract/arcade/rounds.ts';
import type { Answer } from '../../lib/contract/call.ts';
import { extensions } from '../../lib/host.ts';
import { storedGuestRound } from '../../lib/session/guest-round.ts';
import { forgetRound, type KeptRound, storedRound } from '../../lib/session/kept-round.ts';
import { $session } from '../../lib/session/session.ts';
import { asApiError } from '../shared/stores/load.ts';
import type { OfferedLesson } from './lesson.ts';
import { fetchOpenRound } from './open-round-store.ts';
import type { OwnQuest } from './own-game.ts';
import { $play, clock, running } from './play-store.ts';
import { gameIn, type Play, type Playable, type Round } from './round.ts';
import { count, sendAgain, userNow } from './saving-store.ts';
import { begin, clearTimers, closeLate, finishRound, pauseRound, setEnd } from './store.ts';

/** How long a guest waits for a ticket, in milliseconds. After that, the round is played without one. */
const TICKET_MS = 4_000;

/** Pending while the server is asked for the account's open round. `elsewhere` is an open round of another game. */
let lookup: Promise<void> | undefined;

let elsewhere: KeptRound | undefined;

/** A round with a new seed. */
const ofOwn = { daily: false, tournament: false, guest: false };

/** What the server answers to the start of a round. */
type Seeded = Pick<Answer<typeof startGuestSession>, 'seed' | 'version' | 'variant'> & {
  readonly id?: string;
} & Pick<Round, 'rival'>;

interface Start {
  readonly practice?: boolean;
  readonly daily?: boolean;
  readonly tournament?: boolean;
  readonly untimed?: boolean;
  readonly lesson?: OfferedLesson | undefined;
}

/**
 * Starts a round. `practice` plays without the server, even when signed in. `daily` uses today's seed and `tournament` this
 * week's, which needs an account. `untimed` plays without a clock if the rules allow it, and `lesson` teaches, in this browser
 * only. A guest's round of Classic can be counted later if the server's ticket arrives in time, and a guest's duel is free play
 * against a run that the server chose. Without the server, a guest plays another seed, but not as the daily challenge. A round
 * that was left in another game is counted as it is, and a round that couldn't be counted yet is sent again. A round that was
 * left in this game is dropped.
 */
export async function startRound(game: Playable, start: Start = {}): Promise<void> {
  const other = leaveOthers(game);
  if (other) await endLeft(other, game.other);
  running.starts += 1;
  const mine = running.starts;
  clearTimers();
  const isGuest = $session.get().state !== 'signed-in';
  const { id: variant, rival } = game.rules.variant;
  const isGuestsOwn = isGuest && !(extensions && (rival || variant === CLASSIC));
  if (start.practice || start.lesson || isGuestsOwn) return beginFree(game, start);
  const failed = (message: string, suspended = false) =>
    $play.set({ state: 'failed', gameId: game.id, message, suspended });
  $play.set({ state: 'starting', gameId: game.id, paused: false });
  try {
    // Wait for the lookup, so that an open round on the server comes first.
    await lookup;
    if (mine !== running.starts) return;
    const asked = isGuest ? askAsGuest(game, start) : askForSession(game, start);
    const session = await (isGuest && !start.daily ? inTime(asked) : asked);
    if (mine !== running.starts) return;
    const { rules } = game;
    if (session.version !== rules.version || session.variant !== rules.variant.id)
      failed('We updated this game. Reload the page to play.');
    else beginSeeded(game, start, session, isGuest);
  } catch (error) {
    if (mine !== running.starts) return;
    if (isGuest && !start.daily) beginFree(game, start, isPaused());
    else {
      const { code, message } = asApiError(error);
      failed(message, code === 'suspended');
    }
  }
}

/** Sends what couldn't be sent before. Returns the round that was left in another game, if it isn't the one on the page. */
function leaveOthers(game: Playable): KeptRound | undefined {
  const left = gameIn($play.get());
  if (left !== game.id) {
    finishRound();
    sendAgain();
  }
  const stored = storedRound(userNow());
  const ended = stored?.ended ? stored : undefined;
  const kept = left === game.id ? ended : (elsewhere ?? stored);
  if (left !== game.id) elsewhere = undefined;
  return kept && ![game.id, left].includes(kept.gameId) ? kept : undefined;
}

const askForSession = ({ id, rules }: Playable, { daily = false, tournament = false }: Start) => {
  const variant = rules.variant.id;
  const body = { daily, tournament, ...(variant !== CLASSIC && { variant }) };
  return request(startSession, { params: { id }, body });
};

/** Asks for a ticket, or for a duel, which is free play. */
const askAsGuest = ({ id, rules: { variant } }: Playable, { daily = false }: Start): Promise<Seeded> =>
  variant.rival
    ? request(getGuestDuel, { params: { id }, query: { variant: variant.id } })
    : request(startGuestSession, { params: { id }, body: { daily } });

/** Rejects if the server takes too long: the guest then plays without it. */
function inTime<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer within the time limit')), TICKET_MS);
    void answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Begins a round with the server's seed. The server counts it if it has an id. */
function beginSeeded(
  { id: gameId, rules, quests = [] }: Playable,
  { daily = false, tournament = false, untimed = false }: Start,
  { id, seed, rival }: Seeded,
  guest: boolean,
): void {
  const shared = { daily, tournament: tournament && !guest };
  const given = { seed, rival, session: id ?? null, startedAt: Date.now() };
  const round = { gameId, rules, quests, ...shared, guest, ...given };
  begin({ ...round, game: rules.start(seed) }, isPaused(), untimed);
}

/** Begins a round that only this browser knows. */
function beginFree(
  { id: gameId, rules, quests = [] }: Playable,
  { lesson, untimed = false }: Start,
  paused = false,
): void {
  const seed = lesson?.seed ?? crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  const game = rules.start(seed);
  const teaching = lesson && { lesson: { ...lesson, done: 0, before: game } };
  const round = { gameId, rules, quests, ...ofOwn, session: null, seed, startedAt: Date.now() };
  begin({ ...round, game, ...teaching }, paused, untimed);
}

/** Whether the player pressed Pause while the server was asked. */
function isPaused(): boolean {
  const play = $play.get();
  return play.state === 'starting' && play.paused;
}

/**
 * Continues the round of this game that was left, unless another one is on. It comes back paused, exactly as it was. If the
 * player had already ended it, it is sent again. The server also knows a round that was continued on another device.
 */
export async function returnToRound(game: Playable): Promise<void> {
  const user = userNow();
  const kept = storedRound(user);
  if (kept) restoreOwn(kept, game);
  if (user === null || !extensions || kept?.ended) return;
  lookup = fetchOpenRound(user, newUuid()).then((open) => {
    if (!open || userNow() !== user) return;
    // This browser's copy is at least as recent.
    const here = storedRound(user);
    if (here?.session === open.session && here.at >= open.at) return;
    if (open.gameId === game.id) restoreOwn(open, game);
    else elsewhere = open;
  });
  await lookup;
}

const rulesIn = (
  { rules, variants = [rules] }: Pick<Playable, 'rules' | 'variants'>,
  variant: string,
): Rules | undefined => variants.find((each) => each.variant.id === variant);

function restoreOwn(kept: KeptRound, game: Playable): void {
  const play = $play.get();
  const isWaiting = play.state === 'starting' || (play.state === 'paused' && play.reason === 'return');
  if (kept.gameId !== game.id || !(isFree(play) || isWaiting)) return;
  // An older round that the server's open round replaces. It counts as it is.
  if (play.state === 'paused' && play.round.session !== kept.session) finishRound();
  const rules = rulesIn(game, kept.variant);
  if (rules?.version === kept.version) restore(kept, rules, game.quests ?? []);
  else forgetRound();
}

/** Ends an unfinished round of another game. It counts as it is. */
async function endLeft(kept: KeptRound, load: Playable['other']): Promise<void> {
  const game = await load?.(kept.arcade);
  if (!game) return;
  const rules = rulesIn(game, kept.variant);
  if (rules?.version !== kept.version) return forgetRound();
  restore(kept, rules, []);
  finishRound();
}

type Restored = Omit<KeptRound, 'arcade' | 'version' | 'variant'>;

function restore(kept: Restored, rules: Rules, quests: readonly OwnQuest[]): void {
  running.starts += 1;
  clearTimers();
  const { gameId, session, daily, tournament, rival, guest, seed, startedAt, inputs, at } = kept;
  running.log = inputs;
  running.key = kept.key;
  running.user = kept.user;
  clock.restart(at);
  clock.stop();
  const game = rules.advance(replayed(rules, seed, inputs), at);
  const round = { gameId, rules, quests, session, daily, tournament, rival, guest, seed, startedAt, game };
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

/** Whether no round is on, and none is being sent or still unsaved. */
const isFree = (play: Play) =>
  play.state === 'idle' ||
  (play.state === 'finished' && play.outcome.state !== 'saving' && play.outcome.state !== 'unsaved');

/**
 * Counts the round of this game that a guest saved, for the account that is now signed in. Does nothing while another round is
 * on.
 */
export function claimGuestRound(given: Playable): void {
  const { id: gameId, quests = [] } = given;
  const kept = storedGuestRound();
  const rules = rulesIn(given, CLASSIC);
  if (!rules || !isFree($play.get()) || kept?.gameId !== gameId || userNow() === null) return;
  const at = kept.inputs.at(-1)?.[0] ?? 0;
  const round = { ...kept, session: kept.id, tournament: false, guest: true, user: null, at, ended: true };
  restore(round, rules, quests);
}

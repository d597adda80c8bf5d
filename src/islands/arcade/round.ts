/** What a round is, and what its player sees of it. */
import type { GameState, Rules } from '../../lib/arcade/arcade.ts';
import type { FinishedRound } from '../../lib/contract/rounds.ts';
import type { Taught } from './lesson.ts';
import type { OwnQuest } from './own-game.ts';

/**
 * What can be played: the catalogue's id, the rules of the chosen variant, and the quests from which the screen computes what a guest's round earns. `variants`:
 * the rules of all of them, where there are others.
 */
export interface Playable {
  readonly id: number;
  readonly rules: Rules;
  readonly variants?: readonly Rules[] | undefined;
  readonly quests?: readonly OwnQuest[];
  /** Fetches another game by its name in the address, of which a round was left behind and is to end. */
  readonly other?: (name: string) => Promise<Pick<Playable, 'rules' | 'variants'> | undefined>;
}

export interface Round {
  readonly gameId: number;
  readonly rules: Rules;
  readonly quests: readonly OwnQuest[];
  /** The server's session that counts it; null for practice. */
  readonly session: string | null;
  /** On the seed that everyone shares today. */
  readonly daily: boolean;
  /** On the seed of this week's tournament. */
  readonly tournament: boolean;
  /** Begun without an account, and not that account's before it is counted. */
  readonly guest: boolean;
  readonly seed: number;
  /** Milliseconds since 1970, by this browser's clock. */
  readonly startedAt: number;
  /** How far it has taught, in a lesson: practice that is neither kept nor ended with a result. */
  readonly lesson?: Taught;
  readonly game: GameState;
}

/** Why a round is paused: its player took a break, is asked whether to end it, or comes back to it. */
export type PauseReason = 'break' | 'end' | 'return';

export type Outcome =
  | { readonly state: 'practice' }
  /** Kept in this browser for the account that is signed in to next (session/guest-round.ts). */
  | { readonly state: 'guest' }
  | { readonly state: 'saving' }
  /** `best`: it scored more than any round before it. */
  | { readonly state: 'saved'; readonly answer: FinishedRound; readonly best: boolean }
  /** No answer came, or none that decides it: the log is kept and may be sent again, which counts it once. */
  | { readonly state: 'unsaved'; readonly message: string }
  | { readonly state: 'refused'; readonly message: string };

export type Play =
  | { readonly state: 'idle' }
  /** `paused`: nobody looks at it any more, so that it is to begin paused. */
  | { readonly state: 'starting'; readonly gameId: number; readonly paused: boolean }
  | { readonly state: 'failed'; readonly gameId: number; readonly message: string }
  | { readonly state: 'playing'; readonly round: Round }
  | { readonly state: 'paused'; readonly round: Round; readonly reason: PauseReason }
  | { readonly state: 'finished'; readonly round: Round; readonly outcome: Outcome };

/** Whose game it is; undefined while there is none. */
export function gameIn(play: Play): number | undefined {
  if ('round' in play) return play.round.gameId;
  return 'gameId' in play ? play.gameId : undefined;
}

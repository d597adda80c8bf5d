/** A round, and its state as the player sees it. */
import type { GameState, Rules } from '../../lib/arcade/arcade.ts';
import type { FinishedRound, Ghost } from '../../lib/contract/arcade/rounds.ts';
import type { Taught } from './lesson.ts';
import type { OwnQuest } from './own-game.ts';

/**
 * Something playable: the catalogue's id, the rules of the chosen variant, and the quests, from which the screen computes what a
 * guest's round earns. `variants`: the rules of all variants, if there are several.
 */
export interface Playable {
  readonly id: number;
  readonly rules: Rules;
  readonly variants?: readonly Rules[] | undefined;
  readonly quests?: readonly OwnQuest[];
  /** Loads another game by its name in the address, in order to finish a round that was left there. */
  readonly other?: (name: string) => Promise<Pick<Playable, 'rules' | 'variants'> | undefined>;
}

export interface Round {
  readonly gameId: number;
  readonly rules: Rules;
  readonly quests: readonly OwnQuest[];
  /** The server's session that counts it. Null for practice. */
  readonly session: string | null;
  /** Whether it uses today's shared seed. */
  readonly daily: boolean;
  /** Whether it uses this week's tournament seed. */
  readonly tournament: boolean;
  /** In a duel, the run to play against, which had the same seed. Null if there is none yet. */
  readonly rival?: Ghost | null | undefined;
  /** Whether it began without an account. It belongs to an account only after it has been counted. */
  readonly guest: boolean;
  readonly seed: number;
  /** Milliseconds since 1970, by this browser's clock. */
  readonly startedAt: number;
  /** The progress of a lesson. A lesson is practice that isn't stored and has no result. */
  readonly lesson?: Taught;
  readonly game: GameState;
}

/** Why a round is paused: the player took a break, must confirm ending it, or has just returned to it. */
export type PauseReason = 'break' | 'end' | 'return';

export type Outcome =
  | { readonly state: 'practice' }
  /** Stored in this browser for the next account that signs in (session/guest-round.ts). */
  | { readonly state: 'guest' }
  | { readonly state: 'saving' }
  /** `best`: whether it beat all earlier rounds. */
  | { readonly state: 'saved'; readonly answer: FinishedRound; readonly best: boolean }
  /** The server hasn't decided. The log is stored, and may be sent again; it counts once. */
  | { readonly state: 'unsaved'; readonly message: string }
  /** It has been counted already, as another device or tab sent it. What is on screen may be another end of it. */
  | { readonly state: 'elsewhere'; readonly message: string }
  | { readonly state: 'refused'; readonly message: string };

export type Play =
  | { readonly state: 'idle' }
  /** `paused`: start paused, because the page has been hidden since. */
  | { readonly state: 'starting'; readonly gameId: number; readonly paused: boolean }
  | {
      readonly state: 'failed';
      readonly gameId: number;
      readonly message: string;
      readonly suspended?: boolean;
    }
  | { readonly state: 'playing'; readonly round: Round }
  | { readonly state: 'paused'; readonly round: Round; readonly reason: PauseReason }
  | { readonly state: 'finished'; readonly round: Round; readonly outcome: Outcome };

/** Returns the game's id. Undefined if there is no game. */
export function gameIn(play: Play): number | undefined {
  if ('round' in play) return play.round.gameId;
  return 'gameId' in play ? play.gameId : undefined;
}

/** What the framed game of a partner has said of itself since it was opened. */
import { atom } from 'nanostores';
import { parseFrameMessage } from '../../lib/contract/partner-frame.ts';

export interface FrameState {
  readonly isReady: boolean;
  /** The furthest progress it reported, by the quest's id. */
  readonly reported: Readonly<Record<number, number>>;
}

const silent: FrameState = { isReady: false, reported: {} };

export const $frame = atom<FrameState>(silent);

/** A game is about to be loaded, again or for the first time. */
export function openFrame(): void {
  $frame.set(silent);
}

/**
 * Takes a message of the framed game; what isn't one, or names a quest of another game, changes nothing.
 * @param quests the game's own.
 */
export function hearFrame(data: unknown, quests: readonly { readonly id: number }[]): void {
  const message = parseFrameMessage(data);
  const before = $frame.get();
  if (message?.kind === 'ready') $frame.set({ ...before, isReady: true });
  if (message?.kind !== 'quest' || !quests.some(({ id }) => id === message.quest)) return;
  const furthest = Math.max(before.reported[message.quest] ?? 0, message.progress);
  $frame.set({ ...before, reported: { ...before.reported, [message.quest]: furthest } });
}

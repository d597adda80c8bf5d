/** What the framed partner's game has reported since it was opened. */
import { atom } from 'nanostores';
import { parseFrameMessage } from '../../lib/contract/arcade/partner-frame.ts';

export interface FrameState {
  readonly isReady: boolean;
  /** The furthest reported progress, by quest id. */
  readonly reported: Readonly<Record<number, number>>;
}

const silent: FrameState = { isReady: false, reported: {} };

export const $frame = atom<FrameState>(silent);

/** Resets the state before a game is loaded or reloaded. */
export function openFrame(): void {
  $frame.set(silent);
}

/**
 * Handles a message from the framed game. Ignores anything else, and quests of another game.
 * @param quests the quests of this game.
 */
export function hearFrame(data: unknown, quests: readonly { readonly id: number }[]): void {
  const message = parseFrameMessage(data);
  const before = $frame.get();
  if (message?.kind === 'ready') $frame.set({ ...before, isReady: true });
  if (message?.kind !== 'quest' || !quests.some(({ id }) => id === message.quest)) return;
  const furthest = Math.max(before.reported[message.quest] ?? 0, message.progress);
  $frame.set({ ...before, reported: { ...before.reported, [message.quest]: furthest } });
}

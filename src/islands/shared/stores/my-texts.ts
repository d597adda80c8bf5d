/** The signed-in user's drafts. Nothing is stored for a guest, or after the session has ended. */
import { keepText, keptText } from '../../../lib/session/kept-texts.ts';
import { callerId } from '../../../lib/session/session.ts';

export const myTexts = {
  read: (place: string): string => keptText(callerId(), place),
  write: (place: string, text: string): void => keepText(callerId(), place, text),
};

/** What the signed-in user is writing; a guest's is kept nowhere, nor is what is typed after the session ended. */
import { keepText, keptText } from '../../../lib/session/kept-texts.ts';
import { callerId } from '../../../lib/session/session.ts';

export const myTexts = {
  read: (place: string): string => keptText(callerId(), place),
  write: (place: string, text: string): void => keepText(callerId(), place, text),
};

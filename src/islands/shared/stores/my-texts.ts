/** The drafts of the page's account, also after its session has ended. Nothing is stored for a guest. */
import { keepText, keptText } from '../../../lib/session/kept-texts.ts';
import { owner } from '../../../lib/session/session.ts';

export const myTexts = {
  read: (place: string): string => keptText(owner ?? 0, place),
  write: (place: string, text: string): void => keepText(owner ?? 0, place, text),
};

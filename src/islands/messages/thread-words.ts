import type { Thread } from '../../lib/contract/messages/messages.ts';
import type { Tone } from '../../lib/format/marks.ts';
import { SUPPORT_TIME } from '../../lib/format/support-time.ts';

/** The tone, the label and the meaning of each state, for the thread's owner. */
export const threadStates: Readonly<
  Record<Thread['state'], { readonly tone: Tone; readonly words: string; readonly meaning: string }>
> = {
  waiting: {
    tone: 'pending',
    words: 'waiting for support',
    meaning: `We got your message. We usually reply within ${SUPPORT_TIME}.`,
  },
  answered: {
    tone: 'ok',
    words: 'answered',
    meaning: 'We’ve replied. Write again if you need more help, or mark it as solved.',
  },
  closed: { tone: 'off', words: 'closed', meaning: 'Solved. Write here to reopen it.' },
};

export const topicWords: Readonly<Record<Thread['topic'], string>> = {
  order: 'An order',
  points: 'Points or a quest',
  game: 'A game or an offer',
  account: 'Your account',
  other: 'Something else',
};

import type { Thread } from '../../lib/contract/messages.ts';
import type { Tone } from '../../lib/format/marks.ts';

/** How a thread's state looks, and what it means for its owner. */
export const threadStates: Readonly<
  Record<Thread['state'], { readonly tone: Tone; readonly words: string; readonly meaning: string }>
> = {
  waiting: {
    tone: 'pending',
    words: 'waiting for support',
    meaning: 'We have your message. Most answers come within two working days.',
  },
  answered: {
    tone: 'ok',
    words: 'answered',
    meaning: 'Support wrote last. Write again if something is still open, or close it if it is settled.',
  },
  closed: { tone: 'off', words: 'closed', meaning: 'It is settled. Writing here opens it again.' },
};

export const topicWords: Readonly<Record<Thread['topic'], string>> = {
  order: 'An order',
  points: 'Points or a quest',
  game: 'A game or an offer',
  account: 'Your account',
  other: 'Something else',
};

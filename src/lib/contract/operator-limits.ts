/** Limits and choices of the operators' calls and screens. They aren't in limits.ts, because every page of the app loads that file. */

/** The states of an order that is neither delivered nor ended. It waits, and holds its points. */
export const WAITING_STATES = ['pending', 'held', 'processing'] as const;
/** Whether an order waits, by its state. */
export const isWaiting = ({ state }: { readonly state: string }): boolean =>
  WAITING_STATES.some((one) => one === state);

/** An operator's session ends this many minutes after its last call, and after this many hours in any case. */
export const OPERATOR_IDLE_MINUTES = 30;
export const OPERATOR_SESSION_HOURS = 12;
/** How long an operator's invitation is valid. */
export const OPERATOR_INVITE_HOURS = 72;
/** The length of an operator's reason, in characters after trimming. It must be long enough to explain the decision. */
export const MIN_REASON = 10;
export const MAX_REASON = 500;
/** The most points that one adjustment can move. */
export const MAX_ADJUSTMENT = 1_000_000;
/** A CSV file that an operator uploads: the most characters, and the most lines without the header. */
export const MAX_CSV = 400_000;
export const MAX_CSV_LINES = 5_000;
/** The most days of figures in one answer: a quarter. */
export const MAX_FIGURE_DAYS = 92;
/** A partner's report of a day can't be split, so it may have as many short lines as the characters allow. */
export const MAX_REPORT_LINES = 20_000;
export const WHY_NO_PARTS =
  'Don’t split it: each part would be compared with the whole day. If the report is larger, compare its total with ours.';
/** A code with fewer days left than these leaves the stock. */
export const CODE_DAYS_LEFT = 7;
export const MAX_REFERENCE = 200;
export const ORDER_VIEWS = [
  'open',
  'pending',
  'processing',
  'held',
  'delivered',
  'cancelled',
  'refunded',
  'to_refund',
  'all',
] as const;
export const OPERATOR_REWARD_VIEWS = ['all', 'paused', 'on'] as const;
export const DISPUTE_VIEWS = ['waiting', 'answered', 'all'] as const;
export const DISPUTE_SUBJECTS = ['all', 'order', 'offer'] as const;
/** Why a partner's report with a valid signature couldn't be used. */
export const REPORT_REJECTIONS = [
  'partner_off',
  'click_unknown',
  'milestone_unknown',
  'transaction_reused',
  'unreadable',
] as const;
export const ADJUSTMENT_STATES = ['waiting', 'done', 'declined'] as const;
export const ADJUSTMENT_VIEWS = ['all', ...ADJUSTMENT_STATES] as const;
/** Proofs of social tasks: those that wait, and declined ones whose players have no tries left. */
export const PROOF_VIEWS = ['waiting', 'used_up'] as const;
export const THREAD_VIEWS = ['waiting', 'answered', 'closed', 'all'] as const;
export const OPINION_VIEWS = ['waiting', 'newest', 'hidden'] as const;
export const OPINION_SUBJECTS = ['all', 'reward', 'game', 'article'] as const;
export const OPERATOR_CONTEST_VIEWS = ['all', 'coming', 'open', 'ended', 'called_off'] as const;
export const MAX_PRIZES = 20;
export const RECONCILED_AS = ['matched', 'missing_here', 'missing_there', 'different'] as const;

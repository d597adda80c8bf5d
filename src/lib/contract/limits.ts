/**
 * Limits and values that browser and server share. Plain constants: islands may import this file, and it brings no schema with it.
 * Source: shared calls page ("Values") and product numbers.
 */
export const PER_PAGE = 20;
export const MAX_PER_PAGE = 100;
export const MAX_PAGE = 1_000_000;
export const MAX_SEARCH = 80;

export const MIN_PASSWORD = 10;
export const MAX_PASSWORD = 200;
export const MAX_EMAIL = 254;
export const MIN_AGE = 13;
/** How long somebody stays signed in at most. */
export const SESSION_DAYS = 30;
/** How long a link to choose a new password holds. */
export const PASSWORD_RESET_MINUTES = 60;
/** For so long a log-in proves whose an account without a password is. */
export const FRESH_LOG_IN_MINUTES = 15;
/** How long a link that confirms an email address holds. */
export const CONFIRMATION_HOURS = 48;
/** How many recovery codes there are of a second factor, and how long each is, as it is written without its hyphen. */
export const RECOVERY_CODES = 10;
export const RECOVERY_CODE_LENGTH = 10;
/** From an app's secret being shown until its first code has to have come. */
export const APP_SET_UP_MINUTES = 60;
/** So long after it was turned on, a new password by mail turns it off again: someone with only the password can't shut the owner out. */
export const APP_UNDO_HOURS = 72;
/** So long an authenticator may take to answer; how many passkeys an account has at most; and a name of one, in characters. */
export const PASSKEY_MINUTES = 5;
export const MAX_PASSKEYS = 20;
export const MAX_PASSKEY_NAME = 40;
/** How many devices of an account show notifications at most. */
export const MAX_PUSH_DEVICES = 20;
/** For someone who has lost app and recovery codes: how long the mailed link holds, and the wait that it begins. */
export const LOST_FACTOR_LINK_MINUTES = 60;
export const LOST_FACTOR_WAIT_DAYS = 7;
/** After the wait a log-in takes the second factor off; where none comes for so long, it stays. */
export const LOST_FACTOR_OPEN_DAYS = 14;
/** Orders are held from the wait's beginning until so long after the second factor was taken off. */
export const LOST_FACTOR_HOLD_HOURS = 72;
/** A player's name, in characters. */
export const MIN_NAME = 3;
export const MAX_NAME = 24;
/** From asking for an account's deletion until it is erased; signing in calls it off. */
export const DELETION_DAYS = 14;
/** How long a review of a held order takes at most. */
export const REVIEW_DAYS = 30;
/** How long an order keeps the copy of where it went, after it was settled. */
export const DETAILS_DAYS = 90;
/** How long it is kept where rewards go, after it was last saved or an order last went there. */
export const SAVED_DETAILS_DAYS = 365;

/** The smallest order, in points. */
export const MIN_ORDER_POINTS = 500;
/**
 * What our own games pay unless the operator's settings say otherwise, in points: to one account as a welcome (one-time quests) and
 * within one UTC day, and to all accounts together within one UTC day.
 */
export const PLAY_BUDGET = { welcome: 600, daily: 80, siteDaily: 20_000 } as const;

/** Stock is counted up to here and then reads as "10 or more": counting a whole stock on each read would cost more than it is worth. */
export const STOCK_COUNTED_TO = 10;

/** One round of an own game: inputs at most, and how long its session stays open. */
export const MAX_INPUTS = 12_000;
export const PLAY_SESSION_MINUTES = 60;
/** A round that was begun without an account can be kept in one for so long after it began. */
export const GUEST_ROUND_MINUTES = 120;

export const REWARD_SORTS = ['popular', 'newest', 'price-asc', 'price-desc', 'rating'] as const;
export const ARTICLE_TYPES = ['all', 'news', 'guide', 'review'] as const;
export const TRANSACTION_TYPES = ['all', 'earned', 'spent', 'pending', 'reversed'] as const;
export const TRANSACTION_ORDERS = ['newest', 'oldest'] as const;
export const CONTEST_SORTS = ['popular', 'newest', 'price-asc', 'price-desc', 'rating', 'ending'] as const;
/** Openings of cases within one UTC day and account. */
export const CASES_PER_DAY = 10;
/** Cases are for people of this age and older. */
export const CASE_AGE = 18;

/** Opinions and comments, in characters after trimming. */
export const MIN_OPINION = 2;
export const MAX_OPINION = 1000;
/** What an invited friend brings: percent of what they win in our own games, points at most, and for how many days. */
export const REFERRAL_PERCENT = 10;
export const REFERRAL_CAP = 2000;
export const REFERRAL_DAYS = 90;

/** How often a proof of a social task may be handed in before it is settled for good. */
export const SOCIAL_TRIES = 3;
/** A link, or what else proves it, in characters. */
export const MAX_PROOF = 300;

/** Articles of players: lengths in characters after trimming, and what one pays when it is accepted, in points. */
export const MIN_ARTICLE_TITLE = 10;
export const MAX_ARTICLE_TITLE = 90;
export const MIN_ARTICLE_SUMMARY = 30;
export const MAX_ARTICLE_SUMMARY = 200;
export const MIN_ARTICLE_BODY = 600;
export const MAX_ARTICLE_BODY = 20_000;
export const SUBMISSION_TYPES = ['guide', 'review'] as const;
export const SUBMISSION_POINTS = { guide: 600, review: 300 } as const;
/** Of one player: waiting to be read, handed in within one UTC day, and kept as drafts or refused ones. */
export const SUBMISSIONS_WAITING = 3;
export const SUBMISSIONS_PER_DAY = 3;
export const DRAFTS_KEPT = 20;

/** What went wrong with an order, as its dispute says; until when one can be opened, and when we answer it, in days. */
export const DISPUTE_REASONS = ['not_received', 'code_refused', 'wrong_item', 'too_late', 'other'] as const;
export const DISPUTE_DAYS = 60;
export const DISPUTE_ANSWER_DAYS = 5;
/** What happened and what shows it, in characters after trimming. */
export const MIN_DISPUTE = 20;
export const MAX_DISPUTE = 2000;

export const INVENTORY_STATES = ['unused', 'used', 'expired', 'all'] as const;

export const OFFER_VIEWS = ['all', 'started'] as const;
/** Credits within this many days are measured, and shown from so many on. */
export const MEASURED_DAYS = 90;
export const MEASURED_FROM = 5;
/** An offer that isn't credited can be disputed from so many hours after it was opened. */
export const DISPUTE_OFFER_HOURS = 24;

export const LEADERBOARD_SPANS = ['week', 'month', 'all'] as const;
export const LEADERBOARD_CHOICES = ['named', 'anonymous', 'left'] as const;
/** Rows of the leaderboard, and how far down a place is counted out. */
export const LEADERBOARD_ROWS = 50;
export const LEADERBOARD_COUNTED_TO = 10_000;

/** Entries of the ledger in one answer of its export. */
export const EXPORTED_AT_ONCE = 1000;

/** What one writes to support about; subject and message in characters after trimming. */
export const SUPPORT_TOPICS = ['order', 'points', 'game', 'account', 'other'] as const;
export const MIN_SUBJECT = 3;
export const MAX_SUBJECT = 120;
export const MIN_MESSAGE = 2;
export const MAX_MESSAGE = 4000;
/** Threads of one user that aren't closed, and messages of one thread. */
export const OPEN_THREADS = 10;
export const MESSAGES_PER_THREAD = 200;
/** Messages that are shown at first and added by "Show earlier". */
export const MESSAGES_PER_PAGE = 30;
/** Notifications that the notification centre shows. */
export const NOTIFICATIONS_AT_ONCE = 8;

/** How many articles `show-articles` shows at most. */
export const MAX_SHOWN_ARTICLES = 20;

/** Whose game it is: our own, a partner's, or an invented one of the demo partner. */
export const GAME_SOURCES = ['own', 'partner', 'demo-partner'] as const;
export const DEVICES = ['desktop', 'mobile'] as const;
/** A quest can be done once, or once in each UTC day or ISO week. */
export const QUEST_PERIODS = ['once', 'daily', 'weekly'] as const;

/** An operator's session ends so many minutes after its last call, and after so many hours in any case. */
export const OPERATOR_IDLE_MINUTES = 30;
export const OPERATOR_SESSION_HOURS = 12;
/** How long an invitation to become an operator holds. */
export const OPERATOR_INVITE_HOURS = 72;
/** A reason that an operator gives, in characters after trimming: its reader learns from it. */
export const MIN_REASON = 10;
export const MAX_REASON = 500;
/** One adjustment moves at most so many points. */
export const MAX_ADJUSTMENT = 1_000_000;
/** A CSV file that an operator uploads: characters, and lines beside the header. */
export const MAX_CSV = 400_000;
export const MAX_CSV_LINES = 5_000;
export const MAX_REFERENCE = 200;
export const ORDER_VIEWS = [
  'open',
  'pending',
  'processing',
  'held',
  'delivered',
  'cancelled',
  'refunded',
  'all',
] as const;
export const OPERATOR_REWARD_VIEWS = ['all', 'paused', 'on'] as const;
export const DISPUTE_VIEWS = ['waiting', 'answered', 'all'] as const;
export const DISPUTE_SUBJECTS = ['all', 'order', 'offer'] as const;
export const ADJUSTMENT_STATES = ['waiting', 'done', 'declined'] as const;
export const ADJUSTMENT_VIEWS = ['all', ...ADJUSTMENT_STATES] as const;
export const THREAD_VIEWS = ['waiting', 'answered', 'closed', 'all'] as const;
/** What somebody may find wrong with another's opinion or comment, and how much may be said to it. */
export const REPORT_REASONS = ['abuse', 'spam', 'scam', 'personal', 'other'] as const;
export const MAX_REPORT_NOTE = 500;
export const OPINION_VIEWS = ['waiting', 'newest', 'hidden'] as const;
export const OPINION_SUBJECTS = ['all', 'reward', 'game', 'article'] as const;
export const OPERATOR_CONTEST_VIEWS = ['all', 'coming', 'open', 'ended', 'called_off'] as const;
export const MAX_PRIZES = 20;
export const RECONCILED_AS = ['matched', 'missing_here', 'missing_there', 'different'] as const;

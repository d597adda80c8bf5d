/**
 * Limits and values that the browser and the server share. Plain constants without schemas, so islands can import this file
 * cheaply.
 */
export const PER_PAGE = 20;
export const MAX_PER_PAGE = 100;
export const MAX_PAGE = 1_000_000;
export const MAX_SEARCH = 80;

export const MIN_PASSWORD = 10;
export const MAX_PASSWORD = 200;
export const MAX_EMAIL = 254;
export const MIN_AGE = 13;
/** How long a captcha can be solved and its solution sent. */
export const CAPTCHA_MINUTES = 10;
/** The longest time that a session lasts. */
export const SESSION_DAYS = 30;
export const PASSWORD_RESET_MINUTES = 60;
/** How long a sign-in with Google or another provider may take, and how long its cookie lasts. */
export const PROVIDER_MINUTES = 15;
/** How recent a sign-in must be to stand in for the password of an account that has none. */
export const FRESH_LOG_IN_MINUTES = 15;
/** How long a link that confirms an email address is valid. */
export const CONFIRMATION_HOURS = 48;
/** The number of recovery codes for a second factor, and the length of each without its hyphen. */
export const RECOVERY_CODES = 10;
export const RECOVERY_CODE_LENGTH = 10;
/** How long the first code may take after an app's secret is shown. */
export const APP_SET_UP_MINUTES = 60;
/**
 * For this long after it was turned on, a password reset by mail turns two-factor off again. So an intruder who has only the
 * password can't lock the owner out.
 */
export const APP_UNDO_HOURS = 72;
/** How long an authenticator may take to answer, the most passkeys per account, and the longest name for one, in characters. */
export const PASSKEY_MINUTES = 5;
export const MAX_PASSKEYS = 20;
export const MAX_PASSKEY_NAME = 40;
/** The most devices per account that can show notifications. */
export const MAX_PUSH_DEVICES = 20;
/** For a player who has lost the app and the recovery codes: how long the mailed link is valid, and the wait that it starts. */
export const FACTOR_RECOVERY_LINK_MINUTES = 60;
export const FACTOR_RECOVERY_WAIT_DAYS = 7;
/** After the wait, a sign-in removes the second factor. If there is none within this time, it stays. */
export const FACTOR_RECOVERY_OPEN_DAYS = 14;
/** Orders are held from the start of the wait until this long after the second factor was removed. */
export const FACTOR_RECOVERY_HOLD_HOURS = 72;
/** The length of a player's name, in characters. */
export const MIN_NAME = 3;
export const MAX_NAME = 24;
/** The time between a deletion request and the erasure. Signing in cancels the deletion. */
export const DELETION_DAYS = 14;
/** How long signs of a deleted account are kept (server/features/fraud/kept-signals.ts). */
export const KEPT_SIGNALS_DAYS = 180;
/** The longest review of a held order. */
export const REVIEW_DAYS = 30;
/** An order that nobody has started to send after this long is cancelled. The time of a review doesn't count. */
export const DELIVERY_DAYS = 14;
/** How long a settled order keeps its copy of the delivery details. */
export const DETAILS_DAYS = 90;
/** How long saved delivery details are kept after they were last saved or used for an order. */
export const SAVED_DETAILS_DAYS = 365;

export const MIN_ORDER_POINTS = 500;
/**
 * What our own games pay, in points, unless the operator's settings say otherwise: to one account as a welcome (one-time quests),
 * to one account per UTC day, and to all accounts together per UTC day.
 */
export const PLAY_BUDGET = { welcome: 600, daily: 80, siteDaily: 20_000 } as const;

/** Stock is counted up to this number and then shown as "10 or more". Counting the whole stock on every read costs too much. */
export const STOCK_COUNTED_TO = 10;

/** A round of one of our own games: the most inputs, and how long its session stays open. */
export const MAX_INPUTS = 12_000;
export const PLAY_SESSION_MINUTES = 60;
/** How long after its start a guest's round can be saved to an account. */
export const GUEST_ROUND_MINUTES = 120;

export const REWARD_SORTS = ['popular', 'newest', 'price-asc', 'price-desc', 'rating'] as const;
export const ARTICLE_TYPES = ['all', 'news', 'guide', 'review'] as const;
export const TRANSACTION_TYPES = ['all', 'earned', 'spent', 'pending', 'reversed'] as const;
export const TRANSACTION_ORDERS = ['newest', 'oldest'] as const;
export const CONTEST_SORTS = ['popular', 'newest', 'price-asc', 'price-desc', 'rating', 'ending'] as const;
/** The most cases that an account can open per UTC day. */
export const CASES_PER_DAY = 10;
export const CASE_AGE = 18;

/** The length of opinions and comments, in characters after trimming. */
export const MIN_OPINION = 2;
export const MAX_OPINION = 1000;
/**
 * What an invited friend brings: a percentage of what they win in our own games, the maximum in points, and the number of days.
 */
export const REFERRAL_PERCENT = 10;
export const REFERRAL_CAP = 2000;
export const REFERRAL_DAYS = 90;

/** How often a player may submit proof of a social task. */
export const SOCIAL_TRIES = 3;
/** The longest proof (a link or a text), in characters. */
export const MAX_PROOF = 300;

/** Articles by players: lengths in characters after trimming, and the points that an accepted article pays. */
export const MIN_ARTICLE_TITLE = 10;
export const MAX_ARTICLE_TITLE = 90;
export const MIN_ARTICLE_SUMMARY = 30;
export const MAX_ARTICLE_SUMMARY = 200;
export const MIN_ARTICLE_BODY = 600;
export const MAX_ARTICLE_BODY = 20_000;
export const SUBMISSION_TYPES = ['guide', 'review'] as const;
export const SUBMISSION_POINTS = { guide: 600, review: 300 } as const;
/** Per player: articles waiting for review, submissions per UTC day, and stored drafts, including rejected ones. */
export const SUBMISSIONS_WAITING = 3;
export const SUBMISSIONS_PER_DAY = 3;
export const DRAFTS_KEPT = 20;

/** The reasons for an order's dispute, how many days it can be opened for, and how many days we take to answer. */
export const DISPUTE_REASONS = ['not_received', 'code_refused', 'wrong_item', 'too_late', 'other'] as const;
export const DISPUTE_DAYS = 60;
export const DISPUTE_ANSWER_DAYS = 5;
/** The length of a dispute's text, in characters after trimming. */
export const MIN_DISPUTE = 20;
export const MAX_DISPUTE = 2000;

export const INVENTORY_STATES = ['unused', 'used', 'expired', 'all'] as const;

export const OFFER_VIEWS = ['all', 'started'] as const;
/** Credit figures are measured over this many days, and shown if there are at least this many credits. */
export const MEASURED_DAYS = 90;
export const MEASURED_FROM = 5;
/** How many hours after opening an offer a player can dispute a missing credit. */
export const DISPUTE_OFFER_HOURS = 24;

export const LEADERBOARD_SPANS = ['week', 'month', 'all'] as const;
export const LEADERBOARD_CHOICES = ['named', 'anonymous', 'left'] as const;
/** The leaderboard's number of rows, and the lowest place that is counted exactly. */
export const LEADERBOARD_ROWS = 50;
export const LEADERBOARD_COUNTED_TO = 10_000;

/** Ledger entries in one answer of the export. */
export const EXPORTED_AT_ONCE = 1000;

/** The topics for support; the lengths of subject and message are in characters after trimming. */
export const SUPPORT_TOPICS = ['order', 'points', 'game', 'account', 'other'] as const;
export const MIN_SUBJECT = 3;
export const MAX_SUBJECT = 120;
export const MIN_MESSAGE = 2;
export const MAX_MESSAGE = 4000;
/** The most open threads per user, and the most messages per thread. */
export const OPEN_THREADS = 10;
export const MESSAGES_PER_THREAD = 200;
/** Messages shown at first, and added by each "Show earlier". */
export const MESSAGES_PER_PAGE = 30;
export const NOTIFICATIONS_AT_ONCE = 8;

/** The most articles that `show-articles` shows. */
export const MAX_SHOWN_ARTICLES = 20;

/** Whose game it is: ours, a partner's, or an invented one from the demo partner. */
export const GAME_SOURCES = ['own', 'partner', 'demo-partner'] as const;
export const DEVICES = ['desktop', 'mobile'] as const;
/** How often a quest can be done: once, once per UTC day, or once per ISO week. */
export const QUEST_PERIODS = ['once', 'daily', 'weekly'] as const;

/** The reasons for reporting another player's opinion or comment, and the longest note. */
export const REPORT_REASONS = ['abuse', 'spam', 'scam', 'personal', 'other'] as const;
export const MAX_REPORT_NOTE = 500;

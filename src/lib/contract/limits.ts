/**
 * Limits and values that browser and server share. Plain constants: islands may import this file, and it brings no schema with it.
 * Source: shared calls page ("Values") and product numbers.
 */
export const PER_PAGE = 20;
export const MAX_PER_PAGE = 100;
export const MAX_SEARCH = 80;

export const MIN_PASSWORD = 10;
export const MAX_PASSWORD = 200;
export const MAX_EMAIL = 254;
export const MIN_AGE = 13;
/** How long a link to choose a new password holds. */
export const PASSWORD_RESET_MINUTES = 60;

/** The smallest order, in points. */
export const MIN_ORDER_POINTS = 500;
/** What our own games pay one account at most within one UTC day, in points. */
export const OWN_GAMES_DAILY_CAP = 1500;

/** Stock is counted up to here and then reads as "10 or more": counting a whole stock on each read would cost more than it tells. */
export const STOCK_COUNTED_TO = 10;

/** One round of an own game: inputs at most, and how long its session stays open. */
export const MAX_INPUTS = 20_000;
export const PLAY_SESSION_MINUTES = 60;

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
/** How many articles `show-articles` shows at most. */
export const MAX_SHOWN_ARTICLES = 20;

export const DEVICES = ['desktop', 'mobile'] as const;

/**
 * What people are notified of, by kind, and what holds until they choose otherwise. Plain values: islands may import this file. What
 * keeps an account safe (a new password, a deletion) is mailed whatever is chosen, and has no kind.
 */
export const NOTIFICATION_KINDS = ['order', 'quest', 'contest', 'case', 'message', 'news', 'digest'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export interface NotificationChoice {
  /** A notification on the site; null where this kind is never shown there. */
  readonly site: boolean | null;
  /** A mail as well; null where this kind is never mailed. */
  readonly mail: boolean | null;
  /** On devices that show notifications (push.ts); null where this kind is never sent to them. */
  readonly push: boolean | null;
}

/** What holds where nobody chose anything. A kind whose `mail`, `site` or `push` is null here has none to choose. */
export const notificationDefaults: Readonly<Record<NotificationKind, NotificationChoice>> = {
  /** An order was sent, cancelled, held for review or released, or a dispute was answered. */
  order: { site: true, mail: true, push: false },
  /** A quest was credited, or points were confirmed or reversed. */
  quest: { site: true, mail: null, push: false },
  /** A contest that was entered is drawn. */
  contest: { site: true, mail: false, push: false },
  /** A case was opened, and what it paid. */
  case: { site: true, mail: null, push: null },
  /** Support wrote back, or moderation decided on something one wrote. */
  message: { site: true, mail: true, push: false },
  /** New rewards, games and articles. */
  news: { site: false, mail: false, push: false },
  /** The week in one mail. */
  digest: { site: null, mail: false, push: null },
};

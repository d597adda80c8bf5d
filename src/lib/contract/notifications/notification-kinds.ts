/**
 * The kinds of notifications and their defaults. Plain values, so islands can import this file. Security mails (a new password, a
 * deletion) have no kind: they are always sent.
 */
export const NOTIFICATION_KINDS = ['order', 'quest', 'contest', 'case', 'message', 'news', 'digest'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export interface NotificationChoice {
  /** Shown on the site. Null if this kind is never shown there. */
  readonly site: boolean | null;
  /** Sent by mail. Null if this kind is never mailed. */
  readonly mail: boolean | null;
  /** Sent to devices that show notifications (push.ts). Null if this kind is never sent to them. */
  readonly push: boolean | null;
}

/** The defaults. Null means that this kind never uses that channel. */
export const notificationDefaults: Readonly<Record<NotificationKind, NotificationChoice>> = {
  /** An order was sent, cancelled, refunded or released after a review, or a dispute was answered. */
  order: { site: true, mail: true, push: false },
  /** A quest was credited, or points were confirmed or reversed. */
  quest: { site: true, mail: null, push: false },
  /** A contest that the user entered was drawn. */
  contest: { site: true, mail: false, push: false },
  /** The user opened a case. */
  case: { site: true, mail: null, push: null },
  /** Support replied, a moderator decided on something that the user wrote, or an operator acted on the account. */
  message: { site: true, mail: true, push: false },
  /** New rewards, games and articles. */
  news: { site: false, mail: false, push: false },
  /** A weekly summary by mail. */
  digest: { site: null, mail: false, push: null },
};

/**
 * The notifications' texts: one function for each thing that happens, called in the transaction in which it does. The buy alone
 * notifies about a held order after it (features/catalogue/reward-routes.ts), and again with each answer.
 */

import { REVIEW_DAYS } from '../../../src/lib/contract/limits.ts';
import type { Milestone } from '../../../src/lib/contract/rounds.ts';
import { LEAGUES, type League } from '../../../src/lib/contract/tournament.ts';
import { formatPoints } from '../../../src/lib/format/points.ts';
import { hrefs, routes } from '../../../src/lib/routing/routes.ts';
import type { Executor } from '../../db/database.ts';
import { type NewNotification, notify, notifyAll } from './notifications.ts';

const ORDERS = routes.userOrders.pattern;
const LEDGER = routes.userHome.pattern;

const pointsOf = (points: number) => `${formatPoints(points)} ${points === 1 ? 'point' : 'points'}`;

interface NotifiedOrder {
  readonly id: number;
  readonly userId: number;
  readonly points: number;
}

type OrderHappening =
  | { readonly what: 'delivered' | 'held' | 'released' }
  /** `own`: its owner did it, and sees it. */
  | { readonly what: 'cancelled'; readonly why: string; readonly own: boolean }
  | { readonly what: 'refunded'; readonly why: string }
  | {
      readonly what: 'dispute';
      readonly accepted: boolean;
      readonly answer: string;
      readonly final: boolean;
    };

/** `title`: what was ordered, as the ledger says it: "Robux, 400 Robux". */
export function notifyOrder(
  db: Executor,
  order: NotifiedOrder,
  title: string,
  happening: OrderHappening,
  now: Date,
): Promise<void> {
  const { id, userId } = order;
  const common = { kind: 'order' as const, key: `order:${id}:${happening.what}`, href: ORDERS, now };
  const say = (head: string, body: string, more: Partial<NewNotification> = {}) =>
    notify(db, userId, { ...common, title: head, body, ...more });
  const back = `You got your ${pointsOf(order.points)} back.`;
  switch (happening.what) {
    case 'delivered':
      return say(`Delivered: ${title}`, `Your order ${id} has arrived. You’ll find it in your orders.`);
    case 'held':
      return say(
        `Held for review: ${title}`,
        `We’re reviewing order ${id} before we send it. This takes up to ${REVIEW_DAYS} days. See the reason in your orders. Your points are on hold until then, and you get them back if we don’t send it.`,
      );
    case 'released':
      return say(`Reviewed: ${title}`, `We’ve reviewed order ${id} and will send it.`);
    case 'cancelled':
      return say(`Cancelled: ${title}`, `Order ${id} was ${ended(happening.why)} ${back}`, {
        seen: happening.own,
      });
    case 'refunded':
      return say(`Refunded: ${title}`, `Order ${id}: ${sentence(happening.why)} ${back}`);
    case 'dispute':
      return say(
        `${happening.accepted ? 'Report accepted' : 'Report declined'}: ${title}`,
        `${sentence(happening.answer)}${happening.accepted || happening.final ? '' : ' You can appeal once, in your orders.'}`,
        // The answer to the appeal is another one.
        { key: `${common.key}:${happening.final ? 'appeal' : 'first'}` },
      );
  }
}

/** "cancelled by you" → "Cancelled by you."; other reasons are sentences of their own: "cancelled. No stock." Older orders say "called off". */
function ended(why: string): string {
  return /^(?:cancelled|called off) by you/.test(why) ? sentence(why) : `cancelled. ${sentence(why)}`;
}

function sentence(text: string): string {
  const trimmed = text.trim();
  const capital = trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
  return /[.!?…]$/.test(capital) ? capital : `${capital}.`;
}

/** What a round of our own game brought, all in one. Its player has just seen it. */
export async function notifyRound(
  db: Executor,
  given: {
    userId: number;
    roundId: string;
    game: string;
    gameId: number;
    /** Names of those that it paid. */
    quests: readonly string[];
    points: number;
    milestones: readonly string[];
    now: Date;
  },
): Promise<void> {
  const { userId, roundId, game, gameId, quests, points, milestones, now } = given;
  const [first, ...others] = milestones;
  if (points === 0 && first === undefined) return;
  await notify(db, userId, {
    kind: 'quest',
    key: `round:${roundId}`,
    title: `${game}: ${points > 0 ? `+${formatPoints(points)}` : first}`,
    body: [...(points > 0 ? [...quests, ...milestones] : others)].map((one) => `${one}.`).join(' '),
    href: hrefs.userGame(gameId),
    seen: true,
    now,
  });
}

/** What points that came in otherwise reached. A goal can be reached again, once what it took was spent. */
export async function notifyReached(
  db: Executor,
  given: { userId: number; reached: readonly Milestone[]; today: string; now: Date },
): Promise<void> {
  const { userId, reached, today, now } = given;
  for (const { kind, title, text, href } of reached)
    await notify(db, userId, {
      kind: 'quest',
      key: `reached:${title}${kind === 'goal' ? `:${today}` : ''}`,
      title,
      body: text,
      href: href ?? LEDGER,
      now,
    });
}

/** Somebody's first reward arrived. */
export function notifyFirstReward(db: Executor, userId: number, now: Date): Promise<void> {
  return notify(db, userId, {
    kind: 'order',
    key: 'first reward',
    title: 'Your first reward',
    body: 'You earned the badge Redeemed. It’s on your profile.',
    href: ORDERS,
    mailed: true,
    now,
  });
}

/** A day after a reward arrived: what its owner thinks of it. */
export function notifyReviewWanted(
  db: Executor,
  given: { userId: number; rewardId: number; name: string; now: Date },
): Promise<void> {
  const { userId, rewardId, name, now } = given;
  return notify(db, userId, {
    kind: 'order',
    key: `review:${rewardId}`,
    title: `How is ${name}?`,
    body: 'Write a short review. It helps other players choose.',
    href: `${hrefs.userReward(rewardId, name)}#opinions`,
    mailed: true,
    now,
  });
}

/** Points that came in by themselves: of a partner's offer, or after a dispute. `releasesAt`: they are pending until then. */
export function notifyCredited(
  db: Executor,
  given: {
    userId: number;
    entryId: number;
    title: string;
    points: number;
    releasesAt: Date | undefined;
    now: Date;
  },
): Promise<void> {
  const { userId, entryId, title, points, releasesAt, now } = given;
  const pending = releasesAt
    ? ` They unlock on ${releasesAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.`
    : '';
  return notify(db, userId, {
    kind: 'quest',
    key: `credit:${entryId}`,
    title,
    body: `You earned ${pointsOf(points)}.${pending}`,
    href: LEDGER,
    now,
  });
}

export function notifyConfirmed(
  db: Executor,
  given: { userId: number; entryId: number; title: string; points: number; now: Date },
): Promise<void> {
  const { userId, entryId, title, points, now } = given;
  return notify(db, userId, {
    kind: 'quest',
    key: `confirm:${entryId}`,
    title: `Confirmed: ${title}`,
    body: `${pointsOf(points)} unlocked. You can spend them now.`,
    href: LEDGER,
    now,
  });
}

export function notifyReversed(
  db: Executor,
  given: { userId: number; entryId: number; title: string; points: number; why: string; now: Date },
): Promise<void> {
  const { userId, entryId, title, points, why, now } = given;
  return notify(db, userId, {
    kind: 'quest',
    key: `reversal:${entryId}`,
    title: `Reversed: ${title}`,
    body: `We reversed ${pointsOf(points)}. ${sentence(why)}`,
    href: LEDGER,
    now,
  });
}

/** What a case held, for its opener, who watches it. */
export function notifyCase(
  db: Executor,
  given: {
    userId: number;
    openingId: string;
    name: string;
    caseId: number;
    item: string;
    points: number;
    now: Date;
  },
): Promise<void> {
  const { userId, openingId, name, caseId, item, points, now } = given;
  return notify(db, userId, {
    kind: 'case',
    key: `case:${openingId}`,
    title: `${name}: ${item}`,
    body: `You got ${pointsOf(points)} from this case.`,
    href: hrefs.userCase(caseId),
    seen: true,
    now,
  });
}

/** A contest is drawn: its winners read about their prizes, the others that it is over. */
export async function notifyContest(
  db: Executor,
  contest: { id: number; name: string; entries: number },
  winners: readonly { userId: number; place: string; points: number }[],
  others: readonly number[],
  now: Date,
): Promise<void> {
  const { id, name, entries } = contest;
  const common = { kind: 'contest' as const, key: `contest:${id}`, href: hrefs.userContest(id), now };
  for (const { userId, place, points } of winners)
    await notify(db, userId, {
      ...common,
      title: `You won ${place} place: ${name}`,
      body: `You won ${pointsOf(points)} among ${formatPoints(entries)} ${entries === 1 ? 'entry' : 'entries'}. You can verify the draw yourself.`,
    });
  await notifyAll(db, others, {
    ...common,
    title: `Results are in: ${name}`,
    body: `You didn’t win this time. There were ${formatPoints(entries)} entries. You can verify the draw yourself.`,
  });
}

/** What an operator decided on something that a player handed in: an article, a proof. `points`: what it paid. */
export function notifyHandedIn(
  db: Executor,
  given: {
    userId: number;
    key: string;
    title: string;
    accepted: boolean;
    reason: string;
    points: number | null;
    href: string;
    now: Date;
  },
): Promise<void> {
  const { userId, key, title, accepted, reason, points, href, now } = given;
  const paid = points !== null && points > 0 ? `You earned ${pointsOf(points)}. ` : '';
  return notify(db, userId, {
    kind: 'message',
    // Rejected twice, it notifies twice.
    key: `${key}:${accepted ? 'accepted' : `refused:${now.getTime()}`}`,
    title: `${accepted ? 'Accepted' : 'Not accepted'}: ${title}`,
    body: `${paid}${sentence(reason)}`,
    href,
    now,
  });
}

interface Moderated {
  readonly opinionId: number;
  readonly subject: 'reward' | 'game' | 'article';
  readonly subject_id: number;
  readonly subject_name: string;
  readonly reason: string;
  readonly now: Date;
}

const nounOf = ({ subject }: Moderated) => (subject === 'article' ? 'comment' : 'review');
const places = { reward: hrefs.userReward, game: hrefs.userGame, article: hrefs.userArticle } as const;
/** Reviews start closed on their page: the fragment opens them. */
const placeOf = ({ subject, subject_id }: Moderated) => `${places[subject](subject_id)}#opinions`;

/** What an operator decided on an opinion, for its writer. `again`: it was hidden before. */
export function notifyWriter(
  db: Executor,
  given: Moderated & { userId: number; becomes: 'hidden' | 'shown'; again: boolean },
): Promise<void> {
  const { opinionId, userId, becomes, again, reason, now } = given;
  const hidden = becomes === 'hidden';
  return notify(db, userId, {
    kind: 'message',
    key: `opinion:${opinionId}:${becomes}:${now.getTime()}`,
    title: `${hidden ? (again ? 'Still hidden' : 'Hidden') : 'Shown again'}: your ${nounOf(given)} on ${given.subject_name}`,
    body: hidden
      ? `${sentence(reason)} Only you can see it now. Edit it, and we’ll review it again.`
      : sentence(reason),
    href: placeOf(given),
    now,
  });
}

/** The same for those who reported it. The reason for hiding it is its writer's alone. */
export function notifyReporters(
  db: Executor,
  reporters: readonly number[],
  given: Moderated & { becomes: 'hidden' | 'kept' },
): Promise<void> {
  const { opinionId, becomes, reason, now } = given;
  return notifyAll(db, reporters, {
    kind: 'message',
    key: `report:${opinionId}:${now.getTime()}`,
    title: `We reviewed your report: a ${nounOf(given)} on ${given.subject_name}`,
    body:
      becomes === 'hidden'
        ? 'We’ve hidden it. Thanks for letting us know.'
        : `We’re keeping it. ${sentence(reason)}`,
    href: placeOf(given),
    now,
  });
}

/** A week's tournament is over, for one player who has a place in it. */
export function notifyTournament(
  db: Executor,
  given: {
    userId: number;
    week: string;
    game: string;
    place: number;
    players: number;
    from: League;
    to: League;
    now: Date;
  },
): Promise<void> {
  const { userId, week, game, place, players, from, to, now } = given;
  const [was, is] = [leagueWords(from), leagueWords(to)];
  const among = `You finished number ${formatPoints(place)} of ${formatPoints(players)} in the ${was} league.`;
  const moves = LEAGUES.indexOf(to) - LEAGUES.indexOf(from);
  return notify(db, userId, {
    kind: 'contest',
    key: `tournament:${week}`,
    title:
      moves > 0
        ? `You moved up to the ${is} league`
        : moves < 0
          ? `You’re in the ${is} league now`
          : `The ${game} tournament is over`,
    body: `${among} ${moves === 0 ? 'You stay there.' : `Next time you play in the ${is} league.`}`,
    href: `${routes.userLeaderboard.pattern}?show=tournament`,
    now,
  });
}

/** "silver" → "Silver" */
const leagueWords = (league: League) => league.charAt(0).toUpperCase() + league.slice(1);

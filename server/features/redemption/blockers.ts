/**
 * What could block a redemption now, told before somebody tries. Each check is an entry of `redemptionChecks`: a new obstacle of the
 * buy gets one here too, so that nobody meets it only after pressing the button. The buy itself asks the database (obstacle, buy).
 */
import { and, asc, eq, sql } from 'drizzle-orm';
import { MIN_AGE, MIN_ORDER_POINTS, REVIEW_DAYS } from '../../../src/lib/contract/limits.ts';
import type { RedemptionBlock, RedemptionChecks } from '../../../src/lib/contract/redemption.ts';
import { ageAt } from '../../../src/lib/format/birth-date.ts';
import { heldWords } from '../../../src/lib/format/held.ts';
import { formatPoints } from '../../../src/lib/format/points.ts';
import type { Database } from '../../db/database.ts';
import { amounts, balances, deliveryDetails, holds, ledger, rewards, users } from '../../db/schema.ts';
import { DomainError, fieldError } from '../../platform/domain-error.ts';
import { canBeId } from '../../platform/ids.ts';
import { type Texts, textsOf } from '../catalogue/rewards.ts';
import { type FirstOrder, firstOrderOf } from './first-orders.ts';

/** What the checks know: who asks, what they have, and what they look at, if anything. */
export interface Redemption {
  readonly user: typeof users.$inferSelect;
  /** Of delivery details: those that are saved. */
  readonly savedFields: ReadonlySet<string>;
  readonly balance: typeof balances.$inferSelect;
  /** What a first order of that price would meet. */
  readonly firstOrder: FirstOrder;
  /** When the next pending points count; null: none are pending. */
  readonly nextRelease: Date | null;
  /** Null: any redemption at all. */
  readonly wanted: {
    readonly minAge: number;
    readonly field: string | null;
    /** "Roblox username"; empty where nothing is needed. */
    readonly label: string;
    readonly points: number;
    readonly paused: boolean;
    readonly inStock: boolean;
  } | null;
  readonly now: Date;
}

type Block = Omit<RedemptionBlock, 'name'>;

export interface RedemptionCheck {
  readonly name: string;
  /** Null where it is no obstacle. */
  check(given: Redemption): Block | null;
}

const points = (count: number) => `${formatPoints(count)} ${count === 1 ? 'point' : 'points'}`;

/** In the order in which they are told: what only we can end first, then what its reader can. */
export const redemptionChecks: readonly RedemptionCheck[] = [
  {
    name: 'suspended',
    check: ({ user }) =>
      user.suspendedFor === null
        ? null
        : {
            effect: 'blocks',
            title: 'Your account is suspended',
            advice: `${user.suspendedFor} Your points stay yours. If this is wrong, write to support: a person reads it.`,
            way: 'support',
          },
  },
  {
    name: 'review',
    check: ({ user }) =>
      user.reviewFor === null
        ? null
        : {
            effect: 'holds',
            title: 'Your orders wait for a review',
            advice: `${heldWords(user.reviewFor)} That proves nothing, so a person looks at your orders before they go out, within ${REVIEW_DAYS} days at most. You can order; the points are held and come back if we say no. Write to support if you know why.`,
            way: 'support',
          },
  },
  {
    name: 'first_order',
    check: ({ user, balance, wanted, firstOrder: { signs, days, played } }) =>
      user.reviewFor !== null ||
      signs.every((sign) => sign === 'no_mailbox') ||
      balance.available < (wanted?.points ?? MIN_ORDER_POINTS)
        ? null
        : {
            effect: 'holds',
            title: `Your first order waits until you’ve played on ${days} days`,
            advice: `Own games paid for it${signs.includes('budget') ? ', and what they can pay today is used up' : ' and we don’t know this account well yet'}. You’ve played on ${played === 1 ? '1 day' : `${played} days`} so far. On day ${days} it goes out by itself, or sooner if our team has looked at it. Your points are held until then.`,
            way: 'earn',
          },
  },
  {
    name: 'email_unconfirmed',
    check: ({ user }) =>
      user.emailConfirmedAt !== null
        ? null
        : {
            effect: 'blocks',
            title: 'Your e-mail address isn’t confirmed',
            advice:
              user.mailboxLostAt === null
                ? 'Open the link in the mail that we sent you, or have it sent again in your settings.'
                : 'Mail to your address ends up in the mailbox of an older account, and a mailbox confirms one account. Give this account another address in your settings, or redeem from the older one.',
            way: 'confirm_mail',
          },
  },
  {
    name: 'paused',
    check: ({ wanted }) =>
      wanted?.paused
        ? {
            effect: 'blocks',
            title: 'This reward is paused',
            advice: 'Your points stay yours. Choose another reward, or make it your goal and come back.',
            way: 'rewards',
          }
        : null,
  },
  {
    name: 'stock',
    check: ({ wanted }) =>
      !wanted || wanted.inStock
        ? null
        : {
            effect: 'blocks',
            title: 'This amount is out of stock',
            advice:
              'Choose another amount, or make it your goal and come back: its page shows when it is there.',
            way: 'amounts',
          },
  },
  {
    name: 'age',
    check({ user, wanted, now }) {
      if (!wanted || wanted.minAge <= MIN_AGE) return null;
      if (user.birthDate === null)
        return {
          effect: 'blocks',
          title: `This is for people of ${wanted.minAge} and older`,
          advice: 'Save your birth date on the reward’s page. It is saved once.',
          way: 'birth_date',
        };
      if (ageAt(user.birthDate, now) >= wanted.minAge) return null;
      return {
        effect: 'blocks',
        title: `This is for people of ${wanted.minAge} and older`,
        advice: 'By your birth date you are younger. Other rewards have no such limit.',
        way: 'rewards',
      };
    },
  },
  {
    name: 'details',
    check: ({ wanted, savedFields }) =>
      !wanted?.field || savedFields.has(wanted.field)
        ? null
        : {
            effect: 'blocks',
            title: `${wanted.label} is missing`,
            advice: 'Save where it should go, on the reward’s page, before you redeem.',
            way: 'details',
          },
  },
  {
    name: 'debt',
    check: ({ balance, wanted }) =>
      balance.debt === 0 || (wanted && balance.available >= wanted.points)
        ? null
        : {
            effect: 'blocks',
            title: `You owe ${points(-balance.debt)}`,
            advice:
              'A credit was reversed after it had been spent. New points settle this first; your ledger shows which credit it was.',
            way: 'ledger',
          },
  },
  { name: 'points', check: pointsCheck },
];

/** Too few points; what is pending or reserved is told, since it explains why. */
function pointsCheck({ balance, nextRelease, wanted, now }: Redemption): Block | null {
  const needed = wanted?.points ?? MIN_ORDER_POINTS;
  const missing = needed - balance.available;
  if (missing <= 0) return null;
  const title = wanted
    ? `${points(missing)} missing`
    : `${points(missing)} missing for the smallest order of ${formatPoints(MIN_ORDER_POINTS)}`;
  if (balance.available + balance.reserved >= needed)
    return {
      effect: 'blocks',
      title,
      advice: `${points(balance.reserved)} are reserved for orders that aren’t delivered yet. While an order waits you can call it off, and its points come back.`,
      way: 'orders',
    };
  if (balance.pending > 0) {
    const days = nextRelease ? Math.ceil((nextRelease.getTime() - now.getTime()) / 86_400_000) : 0;
    const when =
      nextRelease === null
        ? ''
        : days <= 1
          ? ', the next of them within a day'
          : `, the next of them in ${days} days`;
    return {
      effect: 'blocks',
      title,
      advice: `${points(balance.pending)} of yours are pending and count once they are confirmed${when}.`,
      way: 'ledger',
    };
  }
  return { effect: 'blocks', title, advice: 'Quests of our own games pay at once.', way: 'earn' };
}

const amountUnknown = () =>
  fieldError('amount_id', 'This reward has no such amount. Please choose one of those listed.');

async function wantedOf(
  db: Database,
  texts: Texts,
  rewardId: number,
  amountId: number | null,
): Promise<Redemption['wanted']> {
  const { page } = textsOf(texts, rewardId);
  if (amountId !== null && !canBeId(amountId)) throw amountUnknown();
  const [row] = await db.drizzle
    .select({
      minAge: rewards.minAge,
      field: rewards.field,
      points: amounts.points,
      pausedAt: rewards.pausedAt,
      stock: sql<
        number | null
      >`stock_of(${amounts.id}, ${amounts.isCode}, ${amounts.stock}, ${amounts.hasCodes})`,
    })
    .from(amounts)
    .innerJoin(rewards, eq(rewards.id, amounts.rewardId))
    .where(
      and(
        eq(rewards.id, rewardId),
        eq(rewards.active, true),
        eq(amounts.active, true),
        amountId === null ? undefined : eq(amounts.id, amountId),
      ),
    )
    .orderBy(asc(amounts.position))
    .limit(1);
  if (!row) {
    if (amountId === null) throw new DomainError('not_found');
    throw amountUnknown();
  }
  const { delivery } = page;
  return {
    minAge: row.minAge,
    field: row.field,
    label: delivery === undefined || delivery.kind === 'code' ? '' : delivery.label,
    points: row.points,
    paused: row.pausedAt !== null,
    inStock: row.stock === null || row.stock > 0,
  };
}

async function nextReleaseOf(db: Database, userId: number): Promise<Date | null> {
  const [row] = await db.drizzle
    .select({ at: holds.releasesAt })
    .from(ledger)
    .innerJoin(holds, eq(holds.ledgerId, ledger.id))
    .where(eq(ledger.userId, userId))
    .orderBy(asc(holds.releasesAt))
    .limit(1);
  return row?.at ?? null;
}

/** What blocks this user now: a reward's amount (null: the smallest), or without a reward any redemption. Errors: not_found, invalid. */
export async function checkRedemption(
  db: Database,
  texts: Texts,
  given: { userId: number; rewardId: number | null; amountId: number | null; now: Date },
): Promise<RedemptionChecks> {
  const { userId, rewardId, amountId, now } = given;
  const [row] = await db.drizzle
    .select({ user: users, balance: balances })
    .from(users)
    .innerJoin(balances, eq(balances.userId, users.id))
    .where(eq(users.id, userId));
  if (!row) throw new DomainError('not_found');
  const saved = await db.drizzle
    .select({ field: deliveryDetails.field })
    .from(deliveryDetails)
    .where(eq(deliveryDetails.userId, userId));
  const wanted = rewardId === null ? null : await wantedOf(db, texts, rewardId, amountId);
  const points = wanted?.points ?? MIN_ORDER_POINTS;
  const facts: Redemption = {
    ...row,
    firstOrder: await firstOrderOf(db.drizzle, { userId, points, now }),
    savedFields: new Set(saved.map(({ field }) => field)),
    nextRelease: row.balance.pending === 0 ? null : await nextReleaseOf(db, userId),
    wanted,
    now,
  };
  const blocks = redemptionChecks.flatMap(({ name, check }): RedemptionBlock[] => {
    const found = check(facts);
    return found ? [{ name, ...found }] : [];
  });
  return { ready: blocks.every(({ effect }) => effect !== 'blocks'), blocks };
}

/** The words for what blocks a redemption, and for the reasons to hold an order. */
import { MIN_AGE, MIN_ORDER_POINTS, REVIEW_DAYS } from '../../../src/lib/contract/limits.ts';
import type { RedemptionBlock } from '../../../src/lib/contract/redemption/redemption.ts';
import { heldWords } from '../../../src/lib/format/held.ts';
import { formatPoints, pointsInWords } from '../../../src/lib/format/points.ts';
import { asSentence } from '../../../src/lib/format/sentence.ts';
import { site } from '../../../src/lib/site.ts';
import type { balances, users } from '../../db/schema.ts';
import { DAY } from '../../platform/time.ts';
import type { FirstOrder } from './first-orders.ts';

/** The codes that redemption_blockers returns. A purchase is rejected with the same codes. */
const blockerCodes = [
  'suspended',
  'email_unconfirmed',
  'reward_paused',
  'out_of_stock',
  'birth_date_needed',
  'too_young',
  'details_needed',
  'not_enough_points',
] as const;
export type BlockerCode = (typeof blockerCodes)[number];

interface Facts {
  readonly user: typeof users.$inferSelect;
  readonly balance: typeof balances.$inferSelect;
  readonly firstOrder: FirstOrder;
  /** When the next pending points are released; null if none are pending. */
  readonly nextRelease: Date | null;
  /** Null means any redemption. */
  readonly wanted: Wanted | null;
  readonly now: Date;
}

export interface Wanted {
  readonly minAge: number;
  readonly field: string | null;
  /** "Roblox username"; empty if the reward needs no details. */
  readonly label: string;
  readonly points: number;
  readonly paused: boolean;
  /** Null means unlimited. */
  readonly stock: number | null;
}

type Words = Pick<RedemptionBlock, 'title' | 'advice' | 'way'>;

const ageTitle = ({ wanted }: Facts) => `This is for players ${wanted?.minAge ?? MIN_AGE}+`;

/** In the order in which players see them: first the blockers that only we can lift, then those that the player can. */
const blockerWords: Readonly<Record<BlockerCode, (facts: Facts) => Words>> = {
  suspended: ({ user }) => ({
    title: 'Your account is suspended',
    advice: `${asSentence(user.suspendedFor ?? 'You can’t redeem for now')} You keep your points. If you think this is a mistake, contact support.`,
    way: 'support',
  }),
  email_unconfirmed: mailWords,
  reward_paused: () => ({
    title: 'This reward is paused',
    advice: 'You keep your points. Choose another reward, or set it as your goal and come back.',
    way: 'rewards',
  }),
  out_of_stock: () => ({
    title: 'This amount is out of stock',
    advice: 'Choose another amount, or set it as your goal and come back: its page shows when it’s back.',
    way: 'amounts',
  }),
  birth_date_needed: (facts) => ({
    title: ageTitle(facts),
    advice: 'Save your date of birth on the reward’s page. You only do this once.',
    way: 'birth_date',
  }),
  too_young: (facts) => ({
    title: ageTitle(facts),
    advice: 'Your date of birth says you’re younger. Other rewards have no age limit.',
    way: 'rewards',
  }),
  details_needed: ({ wanted }) => ({
    title: `${wanted?.label ?? ''} is missing`,
    advice: 'Save your delivery details on the reward’s page before you redeem.',
    way: 'details',
  }),
  not_enough_points: pointsWords,
};

function mailWords({ user: { email, mailboxLostAt } }: Facts): Words {
  const way = 'confirm_mail';
  if (email === null)
    return {
      title: 'Add your email address',
      advice: 'You need a confirmed one before your first redemption.',
      way,
    };
  return {
    title: 'Your email address isn’t confirmed',
    advice:
      mailboxLostAt === null
        ? 'Open the link in the email we sent you. Check your spam folder too, or ask for a new link.'
        : 'An older account already uses this mailbox, and each mailbox can confirm only one account. Use another address, or redeem from the older account.',
    way,
  };
}

function pointsWords({ balance, nextRelease, wanted, now }: Facts): Words {
  const needed = wanted?.points ?? MIN_ORDER_POINTS;
  const missing = needed - balance.available;
  const title = wanted
    ? `You need ${pointsInWords(missing)} more`
    : `Smallest reward: ${pointsInWords(needed)}${balance.available > 0 ? `, ${formatPoints(missing)} to go` : ''}`;
  if (balance.available + balance.reserved >= needed)
    return {
      title,
      advice: `${pointsInWords(balance.reserved)} are on hold for orders that haven’t been delivered yet. You can cancel an order while it waits, and its points come back.`,
      way: 'orders',
    };
  if (balance.pending > 0) {
    const days = nextRelease ? Math.ceil((nextRelease.getTime() - now.getTime()) / DAY) : null;
    const when =
      days === null ? '' : days <= 1 ? ', the next ones within a day' : `, the next ones in ${days} days`;
    return {
      title,
      advice: `${pointsInWords(balance.pending)} are pending and unlock later${when}.`,
      way: 'ledger',
    };
  }
  return { title, advice: `Quests in ${site.name} games pay right away.`, way: 'earn' };
}

/** A debt is shown next to the missing points. It explains why new points don't raise the balance at first. */
function debtBlock({ balance }: Facts): RedemptionBlock {
  return {
    name: 'debt',
    effect: 'blocks',
    title: `You owe ${pointsInWords(-balance.debt)}`,
    advice:
      'We reversed points you had already spent. New points pay this off first. Your points history shows which ones.',
    way: 'ledger',
  };
}

/** Returns the reason why an order would be held, for a review or for some days; null if it wouldn't be. */
function holdOf({
  user,
  balance,
  wanted,
  firstOrder: { signs, days, played },
}: Facts): RedemptionBlock | null {
  if (user.reviewFor !== null)
    return {
      name: 'review',
      effect: 'holds',
      title: 'We review your orders first',
      advice: `${heldWords(user.reviewFor)} That doesn’t prove anything, so our team checks your orders before we send them, within ${REVIEW_DAYS} days at most. You can still order. Your points are on hold until then, and you get them back if we decline it. Contact support if you know why.`,
      way: 'support',
    };
  // An unconfirmed address is already a blocker, so it needs no second message.
  if (signs.every((sign) => sign === 'no_mailbox')) return null;
  if (balance.available < (wanted?.points ?? MIN_ORDER_POINTS)) return null;
  const why = signs.includes('budget')
    ? 'they’ve paid out all they can today'
    : 'we don’t know your account well yet';
  return {
    name: 'first_order',
    effect: 'holds',
    title: `We’ll send your first order once you’ve played on ${days} days`,
    advice: `You paid for it with points from our games, and ${why}. You’ve played on ${played === 1 ? '1 day' : `${played} days`} so far. We send it automatically on day ${days}, or sooner if our team has checked it. Your points are on hold until then.`,
    way: 'earn',
  };
}

/** Explains what blocks a redemption or would hold its order, in the order in which players see it. */
export function blocksOf(codes: readonly BlockerCode[], facts: Facts): RedemptionBlock[] {
  const blocks = blockerCodes
    .filter((code) => codes.includes(code))
    .map((code): RedemptionBlock => ({ name: code, effect: 'blocks', ...blockerWords[code](facts) }));
  if (facts.balance.debt < 0 && codes.includes('not_enough_points')) blocks.splice(-1, 0, debtBlock(facts));
  const hold = holdOf(facts);
  // Last, because nothing has to be done about it before ordering.
  return hold ? [...blocks, hold] : blocks;
}

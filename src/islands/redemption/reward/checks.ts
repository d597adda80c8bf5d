import type { User } from '../../../lib/contract/account/account.ts';
import type { Reward } from '../../../lib/contract/catalogue/rewards.ts';
import { MIN_AGE, STOCK_COUNTED_TO } from '../../../lib/contract/limits.ts';
import { ageAt } from '../../../lib/format/birth-date.ts';
import { pointsInWords } from '../../../lib/format/points.ts';
import type { Choice } from './choices.ts';

type CheckName = 'paused' | 'stock' | 'age' | 'details' | 'points';

/** A requirement for a redemption. ok: met. todo: the reader can fill it in here. bad: it blocks the redemption. */
interface Check {
  readonly name: CheckName;
  readonly state: 'ok' | 'todo' | 'bad';
  readonly words: string;
}

/**
 * Returns what redeeming this amount requires, before the player tries. The rules and their order match the server's, which
 * checks again.
 */
export function checksOf(reward: Reward, amount: Choice, user: User, now: Date): Check[] {
  return [
    ...pausedCheck(reward),
    ...stockCheck(amount),
    ...ageCheck(reward, user, now),
    ...detailsCheck(reward, user),
    ...pointsCheck(amount, user),
  ];
}

export function isReady(checks: readonly Check[]): boolean {
  return checks.every(({ state }) => state === 'ok');
}

/** Whether the account can't redeem anything for now. Known before the server says what to do about it. */
export const isBarred = ({ email_confirmed: confirmed, suspended }: User): boolean =>
  confirmed === false || Boolean(suspended);

/** Returns the stock in words: "3 left", "10 or more in stock", "sent by our team", "out of stock" */
export function stockWords(stock: number | null): string {
  if (stock === null) return 'sent by our team';
  if (stock <= 0) return 'out of stock';
  return stock >= STOCK_COUNTED_TO ? `${STOCK_COUNTED_TO} or more in stock` : `${stock} left`;
}

function pausedCheck({ paused }: Reward): Check[] {
  return paused ? [{ name: 'paused', state: 'bad', words: 'Paused for now. You keep your points.' }] : [];
}

function stockCheck({ stock }: Choice): Check[] {
  if (stock === undefined) return [];
  const words = stockWords(stock);
  return [
    {
      name: 'stock',
      state: stock === 0 ? 'bad' : 'ok',
      words: words.charAt(0).toUpperCase() + words.slice(1),
    },
  ];
}

function ageCheck({ min_age }: Reward, { birth_date }: User, now: Date): Check[] {
  if (min_age === null || min_age <= MIN_AGE) return [];
  if (!birth_date)
    return [{ name: 'age', state: 'todo', words: `For players ${min_age}+: add your date of birth` }];
  const ok = ageAt(birth_date, now) >= min_age;
  return [{ name: 'age', state: ok ? 'ok' : 'bad', words: `For players ${min_age}+` }];
}

function detailsCheck({ delivery }: Reward, user: User): Check[] {
  if (delivery === null || delivery.kind === 'code') return [];
  const saved = savedDetail(delivery.field, user);
  return [
    saved === undefined
      ? { name: 'details', state: 'todo', words: `${delivery.label} missing` }
      : { name: 'details', state: 'ok', words: `${delivery.label} saved` },
  ];
}

/** Returns nothing if the price or the balance is unknown, because the host checks it anyway. */
function pointsCheck({ points }: Choice, { balance }: User): Check[] {
  if (points === null || balance === undefined) return [];
  const missing = points - balance.available;
  return missing > 0
    ? [{ name: 'points', state: 'bad', words: `${pointsInWords(missing)} to go` }]
    : [{ name: 'points', state: 'ok', words: 'You can afford this' }];
}

/** Whether a redemption needs details that browsers never store. */
export function needsDetails({ min_age, delivery }: Reward): boolean {
  return (min_age ?? 0) > MIN_AGE || (delivery !== null && delivery.kind !== 'code');
}

export function savedDetail(field: string, user: User): string | undefined {
  return user.delivery_details?.[field];
}

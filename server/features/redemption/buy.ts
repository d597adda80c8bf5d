/**
 * The purchase. One statement places the order. For a reward that is sent to a player, this file also checks whether other
 * accounts have orders sent to the same place. fulfilment.ts ends orders.
 */
import type * as v from 'valibot';
import type { Balance } from '../../../src/lib/contract/account/account.ts';
import type { rewardInfoSchema } from '../../../src/lib/contract/catalogue/rewards.ts';
import type { Order } from '../../../src/lib/contract/redemption/buy.ts';
import type { Database } from '../../db/database.ts';
import { announce } from '../../db/events.ts';
import { DomainError, fieldError } from '../../platform/domain-error.ts';
import type { Vault } from '../../platform/encryption.ts';
import { canBeId } from '../../platform/ids.ts';
import { orderDetails } from '../account/delivery-details.ts';
import { type RewardMine, type RewardReader, type Texts, textsOf } from '../catalogue/rewards.ts';
import type { Purchase } from './buy-queue.ts';
import { openCode } from './code-stock.ts';
import { recordDestination } from './destinations.ts';
import { holdOrder } from './order-reviews.ts';

type RewardInfo = v.InferOutput<typeof rewardInfoSchema>;

interface Bought extends RewardInfo {
  order: Order;
  balance: Balance;
  repeated?: true;
}

export interface PurchaseResult {
  readonly userId: number;
  readonly order: Readonly<Pick<Order, 'id' | 'points' | 'state'>>;
  /** Whether an earlier request with the same key made the order. */
  readonly repeated: boolean;
  /** Whether the reward was the buyer's goal. */
  readonly goal: boolean;
  /** Builds the buyer's answer. If the reward has been removed since, it throws not_found and names the order. */
  answer(): Promise<Bought>;
}

interface BuyAnswer {
  outcome: string;
  user_id: number;
  field: string | null;
  order: OrderRow;
  mine: RewardMine;
}

/** An order as the database returns it; the names come from the catalogue. */
interface OrderRow
  extends Pick<
    Order,
    'id' | 'points' | 'cents' | 'state' | 'held_for' | 'code' | 'details' | 'created_at' | 'delivered_at'
  > {
  amount_id: number;
  details_field: string | null;
}

function orderOf(
  { texts, vault }: Pick<BuyDeps, 'texts' | 'vault'>,
  { rewardId, userId }: { rewardId: number; userId: number },
  { amount_id, details_field: detailsField, ...row }: OrderRow,
): Order {
  const { card, amounts } = textsOf(texts, rewardId);
  const { id, name, glyph, colour } = card;
  return {
    ...row,
    // The code of a held order came later. Opening it is a call of its own, which is recorded.
    code: row.held_for === null ? openCode(vault, amount_id, row.code) : null,
    details: orderDetails(vault, { userId, details: row.details, detailsField }),
    reward: { id, name, glyph, colour },
    amount: amounts.find((amount) => amount.id === amount_id)?.label ?? '',
    created_at: new Date(row.created_at).toISOString(),
    delivered_at: row.delivered_at && new Date(row.delivered_at).toISOString(),
  };
}

const amountUnknown = () =>
  fieldError('amount_id', 'This reward doesn’t come in that amount. Please choose one from the list.');

// Only buy_for_token makes this value, and tests check the answer against the contract. Purchases needn't check it again.
function isBuyAnswer(value: unknown): value is BuyAnswer {
  return typeof value === 'object' && value !== null && 'outcome' in value;
}

export interface BuyDeps {
  readonly db: Database;
  readonly send: (purchase: Purchase) => Promise<unknown>;
  readonly texts: Texts;
  readonly reader: RewardReader;
  readonly vault: Vault;
}

/** Returns the reward as the buyer sees it now. If the reward is gone, it throws not_found and names the order. */
async function infoOf(
  { reader }: BuyDeps,
  rewardId: number,
  { user_id, mine, order }: BuyAnswer,
): Promise<RewardInfo> {
  try {
    return await reader.infoFor(rewardId, user_id, mine);
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'not_found')) throw error;
    throw new DomainError('not_found', {
      message: `We no longer offer this reward. Your order ${order.id} went through earlier, and you’ll find it in your orders.`,
    });
  }
}

/**
 * Holds the order if another account's order went to the same place. A repeated order runs it again, because the first request may
 * have ended before this step.
 */
async function checkDestination(
  { db, ...deps }: BuyDeps,
  rewardId: number,
  answer: BuyAnswer,
  now: Date,
): Promise<BuyAnswer> {
  const { user_id: userId, order } = answer;
  const { id, details, details_field: detailsField } = order;
  if (details === null) return answer;
  await recordDestination(db, deps, { id, userId, rewardId, details, detailsField }, now);
  const heldFor = order.state === 'pending' ? await holdOrder(db, order.id) : null;
  return heldFor ? { ...answer, order: { ...order, state: 'held', held_for: heldFor } } : answer;
}

function announcePurchase(
  { drizzle }: Database,
  rewardId: number,
  { user_id: userId, order }: BuyAnswer,
): void {
  announce(drizzle, { kind: 'balance', userId });
  announce(drizzle, { kind: 'order', userId, orderId: order.id });
  announce(drizzle, { kind: 'reward', rewardId });
}

function resultOf(parts: BuyDeps, rewardId: number, answer: BuyAnswer): PurchaseResult {
  const { user_id: userId, order, mine, outcome } = answer;
  const repeated = outcome === 'repeated';
  return {
    userId,
    order,
    repeated,
    goal: mine.goal === true,
    async answer() {
      const info = await infoOf(parts, rewardId, answer);
      return {
        ...info,
        order: orderOf(parts, { rewardId, userId }, order),
        balance: mine.balance,
        ...(repeated && { repeated }),
      };
    },
  };
}

/**
 * Redeems an amount (null: the smallest) for the owner of a token. The same key with the same body returns the same order;
 * another body is rejected. Errors: unauthenticated, not_found, invalid (amount, details, key), price_changed, and the codes of
 * redemption_blockers. Source: spec section 7.
 */
export async function buy(parts: BuyDeps, given: Purchase): Promise<PurchaseResult> {
  const { rewardId, amountId, now } = given;
  if (amountId !== null && !canBeId(amountId)) throw amountUnknown();
  const answer = await parts.send(given);
  if (!isBuyAnswer(answer)) throw new Error('buy_for_token returned no outcome');
  switch (answer.outcome) {
    case 'bought':
      // The order is placed, so it is announced before the steps that may fail.
      announcePurchase(parts.db, rewardId, answer);
      return resultOf(parts, rewardId, await checkDestination(parts, rewardId, answer, now));
    case 'repeated':
      return resultOf(parts, rewardId, await checkDestination(parts, rewardId, answer, now));
    case 'amount_unknown':
      throw amountUnknown();
    case 'key_reused':
      throw fieldError(
        'Idempotency-Key',
        'This key belongs to another purchase. Send a new key for a new purchase.',
      );
    case 'details_needed':
      throw fieldError(
        answer.field ?? 'details',
        'We need to know where to send this reward. Please save your delivery details first. We didn’t take any points.',
      );
    case 'not_found':
    case 'unauthenticated':
    case 'not_enough_points':
    case 'reward_paused':
    case 'price_changed':
    case 'suspended':
    case 'email_unconfirmed':
    case 'out_of_stock':
    case 'birth_date_needed':
    case 'too_young':
      throw new DomainError(answer.outcome);
    default:
      throw new Error(`buy_for_token returned ${answer.outcome}`);
  }
}

/**
 * Limits how fast accounts can be made from one network. A farm makes them in a row, a school over weeks. The limit never shuts
 * anyone out for good.
 */
import type { Executor } from '../../db/database.ts';
import { coarseNetwork, isPublicAddress } from '../../platform/client-address.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { countRequest } from '../../platform/rate-limit.ts';
import { DAY, HOUR } from '../../platform/time.ts';

/** Where someone signs up from, and how many may; null if it isn't limited. */
export type JoinPlace = { readonly address: string; readonly hour: number; readonly day: number } | null;

/** Counts a new account. Errors: too_many_requests, with a message for people who share the network. */
export async function countJoin(db: Executor, place: JoinPlace, now: Date): Promise<void> {
  if (!place || !isPublicAddress(place.address)) return;
  // An IPv4 /24 or an IPv6 /48: one customer may hold all the /64 networks of a /48.
  const network = coarseNetwork(place.address);
  try {
    await countRequest(db, `joins-hour:${network}`, place.hour, HOUR, now);
    await countRequest(db, `joins-day:${network}`, place.day, DAY, now);
  } catch (error) {
    if (!(error instanceof DomainError && error.retryAfter !== undefined)) throw error;
    const minutes = Math.ceil(error.retryAfter / 60);
    const wait = minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
    throw new DomainError('too_many_requests', {
      message: `Too many accounts were created from your network today. That can happen at a school or in a dorm. Try again in ${wait}, or sign up from another connection. Until then you can play as a guest.`,
      retryAfter: error.retryAfter,
    });
  }
}

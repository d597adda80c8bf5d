/** What keeps one person from being many: how fast a network may join, and when a first order goes out at once. */
import { ConfigError, type Env } from './values.ts';

export interface TrustSettings {
  /** Accounts that may be made from one network (an IPv4 /24, an IPv6 /64), within an hour and within a day. */
  readonly joins: { readonly hour: number; readonly day: number };
  /** Of a first order that own games pay (features/redemption/first-orders.ts): different days, and minutes, of counted play. */
  readonly firstOrder: { readonly playDays: number; readonly playMinutes: number };
}

/** The defaults; tests take them from here. */
export const TRUST: TrustSettings = {
  joins: { hour: 10, day: 30 },
  firstOrder: { playDays: 3, playMinutes: 3 },
};

function whole(env: Env, name: string, fallback: number, least: number, most: number): number {
  const given = env[name] || String(fallback);
  const number = Number(given);
  if (!/^(?:0|[1-9]\d{0,5})$/.test(given) || number < least || number > most)
    throw new ConfigError(`${name} must be a whole number from ${least} to ${most}, but is "${given}".`);
  return number;
}

export function trustSettings(env: Env): { readonly trust: TrustSettings } {
  const { joins, firstOrder } = TRUST;
  return {
    trust: {
      joins: {
        hour: whole(env, 'JOINS_PER_HOUR', joins.hour, 1, 100_000),
        day: whole(env, 'JOINS_PER_DAY', joins.day, 1, 100_000),
      },
      firstOrder: {
        playDays: whole(env, 'FIRST_ORDER_DAYS', firstOrder.playDays, 1, 30),
        playMinutes: whole(env, 'FIRST_ORDER_MINUTES', firstOrder.playMinutes, 0, 600),
      },
    },
  };
}

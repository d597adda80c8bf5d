/** What our own games may pay: they bring in no money, so the operator says what they may cost. See docs/decisions, "Own games are a welcome". */
import { ConfigError, type Env } from './values.ts';

/** All in points. */
export interface PlayBudget {
  /** What one-time quests pay an account, beside its daily limit. */
  readonly welcome: number;
  /** What own games pay an account within one UTC day; one-time quests too, once the welcome is used up. */
  readonly daily: number;
  /** What own games pay all accounts together within one UTC day. */
  readonly siteDaily: number;
}

/** The site's pages name the same ones (PLAY_BUDGET in contract/limits). */
const defaults: PlayBudget = { welcome: 600, daily: 80, siteDaily: 20_000 };
const MOST = 9_999_999;

function points(env: Env, name: string, fallback: number): number {
  const given = env[name] || String(fallback);
  if (!/^(?:0|[1-9]\d{0,6})$/.test(given))
    throw new ConfigError(`${name} must be a whole number of points from 0 to ${MOST}, but is "${given}".`);
  return Number(given);
}

export function playSettings(env: Env): { readonly playBudget: PlayBudget } {
  return {
    playBudget: {
      welcome: points(env, 'WELCOME_POINTS', defaults.welcome),
      daily: points(env, 'DAILY_POINTS', defaults.daily),
      siteDaily: points(env, 'SITE_DAILY_POINTS', defaults.siteDaily),
    },
  };
}

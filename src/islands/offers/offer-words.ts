import type { Offer, OfferCard } from '../../lib/contract/offers/offers.ts';
import type { Tone } from '../../lib/format/marks.ts';
import { formatMoney } from '../../lib/format/points.ts';

type State = OfferCard['state'];

/** The badge for each state. A new offer has none. */
export const offerBadges: Readonly<Record<Exclude<State, 'new'>, { tone: Tone; words: string }>> = {
  opened: { tone: 'info', words: 'started' },
  tracked: { tone: 'info', words: 'tracked' },
  pending: { tone: 'pending', words: 'pending' },
  credited: { tone: 'ok', words: 'credited' },
  reversed: { tone: 'bad', words: 'reversed' },
  ended: { tone: 'off', words: 'expired' },
};

type Step = Offer['goal']['state'];
export const stepBadges: Readonly<Record<Step, { tone: Tone; words: string }>> = {
  open: { tone: 'off', words: 'not yet' },
  noted: { tone: 'ok', words: 'done' },
  pending: { tone: 'pending', words: 'pending' },
  confirmed: { tone: 'ok', words: 'confirmed' },
  reversed: { tone: 'bad', words: 'reversed' },
};

export const kindWords: Readonly<Record<OfferCard['kind'], string>> = {
  game: 'Game',
  app: 'App',
  survey: 'Survey',
  'sign-up': 'Signup',
  subscription: 'Subscription',
};

/** ["mobile"] → "phone", both → "any device" */
export function deviceWords(devices: readonly string[]): string {
  if (devices.length > 1) return 'any device';
  return devices[0] === 'mobile' ? 'phone' : 'computer';
}

export function spendWords(cents: number): string {
  return cents === 0 ? 'free' : `you pay ${formatMoney(cents)}`;
}

/** 24 → "24 hours", 168 → "7 days" */
export function hoursWords(hours: number): string {
  if (hours === 0) return 'no time';
  if (hours < 48) return hours === 1 ? '1 hour' : `${hours} hours`;
  return `${Math.round(hours / 24)} days`;
}

// biome-ignore lint/style/noRestrictedGlobals: the names of all countries are in no other place
let regions: Intl.DisplayNames | undefined;

/** ["PL", "US"] → "Poland, United States" */
export function countryWords(codes: readonly string[] | null): string {
  if (codes === null) return 'everywhere';
  // biome-ignore lint/style/noRestrictedGlobals: as above, and only where an offer names countries
  regions ??= new Intl.DisplayNames(['en'], { type: 'region' });
  return codes.map((code) => regions?.of(code) ?? code).join(', ');
}

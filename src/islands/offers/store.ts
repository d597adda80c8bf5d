/** Partner offers: the list, one offer with its timeline, starting it and disputing it. */
import { atom } from 'nanostores';
import { request } from '../../lib/client/client.ts';
import type { Answer } from '../../lib/contract/call.ts';
import { MIN_DISPUTE, type OFFER_VIEWS } from '../../lib/contract/limits.ts';
import * as calls from '../../lib/contract/offers/offers.ts';
import { type FormState, submitForm, type Wrong } from '../shared/stores/form.ts';
import { refetchOn } from '../shared/stores/live.ts';
import { asApiError, begin, createLoader, shown } from '../shared/stores/load.ts';

export interface OffersView {
  readonly show: (typeof OFFER_VIEWS)[number];
  readonly page: number;
}

const list = createLoader<Answer<typeof calls.listOffers>>();
export const $offers = list.$load;
const one = createLoader<calls.Offer>();
export const $offer = one.$load;

let view: OffersView = { show: 'all', page: 1 };

export function loadOffers(wanted: OffersView): Promise<void> {
  view = wanted;
  return list.run(() => request(calls.listOffers, { query: wanted }), true, wanted);
}

/** The state of the button to the partner. */
type Opening =
  | { readonly state: 'none' }
  | { readonly state: 'opening' }
  | { readonly state: 'refused'; readonly message: string };
export const $opening = atom<Opening>({ state: 'none' });
export const $dispute = atom<FormState>({ state: 'open' });

export async function loadOffer(id: number): Promise<void> {
  $opening.set({ state: 'none' });
  $dispute.set({ state: 'open' });
  await one.run(async () => (await request(calls.getOffer, { params: { id } })).offer);
}

/** Refetches the offer while it is on screen. */
export function refreshOffer(id: number): Promise<void> {
  return one.run(async () => (await request(calls.getOffer, { params: { id } })).offer, true);
}

/** Keeps the offer with this id, or the list if null, up to date while a screen shows it. */
export function followOffers(id: number | null): () => void {
  return refetchOn(['OfferChanged', 'BalanceChanged'], () =>
    id === null ? loadOffers(view) : refreshOffer(id),
  );
}

/**
 * Records the click and returns the address of the partner's page. Null if the offer can't be opened; `$opening` has the reason.
 * Opening it again returns the same click, so a retry is safe.
 */
export async function openOffer(id: number): Promise<string | null> {
  if ($opening.get().state === 'opening') return null;
  const finish = begin<Opening>($opening, { state: 'opening' });
  try {
    const { offer } = await request(calls.openOffer, { params: { id } });
    put(offer);
    finish({ state: 'none' });
    return offer.mine?.url ?? null;
  } catch (error) {
    finish({ state: 'refused', message: asApiError(error).message });
    return null;
  }
}

function put(offer: calls.Offer): void {
  one.renew((before) => (before.id === offer.id ? offer : before));
}

/**
 * Opens a dispute about the offer on screen, or appeals its rejection. Never rejects: returns whether it was sent; `$dispute` has
 * the reason if not.
 */
export async function sendDispute(id: number, text: string, milestone: string | null): Promise<boolean> {
  const isAppeal = shown($offer.get())?.mine?.dispute?.state === 'refused';
  const field = isAppeal ? 'appeal' : 'proof';
  const tooShort = text.trim().length < MIN_DISPUTE;
  const wrong: Wrong = tooShort ? { [field]: `Please write at least ${MIN_DISPUTE} characters.` } : {};
  // Not the form's state, because another offer may be on screen by then.
  let isSent = false;
  await submitForm($dispute, wrong, async () => {
    const { offer } = await (isAppeal
      ? request(calls.appealOffer, { params: { id }, body: { appeal: text } })
      : request(calls.disputeOffer, { params: { id }, body: { proof: text, milestone } }));
    put(offer);
    isSent = true;
  });
  if ($dispute.get().state === 'done') $dispute.set({ state: 'open' });
  return isSent;
}

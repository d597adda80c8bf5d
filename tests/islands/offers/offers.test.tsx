import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Dispute } from '../../../src/islands/offers/Dispute.tsx';
import { OfferList } from '../../../src/islands/offers/OfferList.tsx';
import { PayoutsIsland } from '../../../src/islands/offers/payouts/PayoutsIsland.tsx';
import {
  disputeOffer,
  getPayouts,
  listOffers,
  type OfferCard,
  offerSchema,
} from '../../../src/lib/contract/offers/offers.ts';
import { signIn } from '../../support/fixtures.ts';
import { hostOfEachTest, pageOf } from '../../support/host.ts';
import { sampleOf } from '../../support/sample.ts';
import { button, field, isOff, press, textsOf, type } from '../../support/screen.ts';

const demo = { id: 'demo', name: 'Demo partner', demo: true };
const offer = (id: number, partner = demo): OfferCard => ({
  id,
  name: `Offer ${id}`,
  slug: `offer-${id}`,
  kind: 'game',
  summary: 'A game',
  partner,
  points: 100,
  devices: ['mobile'],
  spend_cents: 0,
  state: 'new',
  figures: null,
});
const host = hostOfEachTest(() => signIn());

test.each([
  ['once if all offers are from there', [offer(1), offer(2)], 1, 0],
  ['on its offers if there are others', [offer(1), offer(2), offer(3, { ...demo, demo: false })], 2, 2],
])('the demo partner is named %s', async (_, offers, times, onCards) => {
  host.on(listOffers, () => pageOf(offers));
  render(<OfferList query="" />);
  const cards = textsOf(await screen.findAllByRole('link', { name: /Offer/ }));
  expect(screen.getAllByText('Demo partner')).toHaveLength(times);
  expect(cards.filter((card) => card?.includes('Demo partner'))).toHaveLength(onCards);
});

test('a report is about the goal, or the milestone that the player chooses', async () => {
  const offer = sampleOf(offerSchema, { id: 1 });
  if (!offer.mine) throw new Error('a sample has all of it');
  const steps = [
    { milestone: 'level_5', name: 'Reach level 5' },
    { milestone: null, name: 'Finish it' },
  ];
  const mine = { ...offer.mine, can_dispute: true, dispute: null, dispute_steps: steps };
  host.on(disputeOffer, () => ({ offer }));
  const proof = 'I reached it on Tuesday, here is the picture.';
  const { rerender } = render(<Dispute offer={offer} mine={mine} />);
  const send = async () => {
    type(/your proof/, proof);
    press('Send report');
    await waitFor(() => expect(isOff(button('Send report'))).toBe(false));
    await waitFor(() => expect(field(/your proof/).value).toBe(''));
    return host.bodies(disputeOffer).at(-1);
  };
  expect(await send()).toEqual({ proof, milestone: null });
  fireEvent.change(screen.getByLabelText('What wasn’t credited?'), { target: { value: 'level_5' } });
  expect(await send()).toEqual({ proof, milestone: 'level_5' });
  rerender(<Dispute offer={offer} mine={{ ...mine, dispute_steps: steps.slice(1) }} />);
  expect(screen.queryByLabelText('What wasn’t credited?')).toBeNull();
  expect(await send()).toEqual({ proof, milestone: null });
});

test('delivery times are left out until there are some', async () => {
  host.on(getPayouts, () => ({
    partners: [{ name: 'Demo partner', demo: true, figures: null }],
    deliveries: [],
  }));
  render(<PayoutsIsland area="user" />);
  await screen.findByRole('table', { name: 'Partners' });
  expect(screen.queryByText(/enough data yet/)).toBeNull();
});

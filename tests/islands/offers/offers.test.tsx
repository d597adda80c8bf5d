import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OfferList } from '../../../src/islands/offers/OfferList.tsx';
import { PayoutsIsland } from '../../../src/islands/offers/payouts/PayoutsIsland.tsx';
import { getPayouts, listOffers, type OfferCard } from '../../../src/lib/contract/offers/offers.ts';
import { signIn } from '../../support/fixtures.ts';
import { hostOfEachTest, pageOf } from '../../support/host.ts';
import { textsOf } from '../../support/screen.ts';

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

test('delivery times are left out until there are some', async () => {
  host.on(getPayouts, () => ({
    partners: [{ name: 'Demo partner', demo: true, figures: null }],
    deliveries: [],
  }));
  render(<PayoutsIsland area="user" />);
  await screen.findByRole('table', { name: 'Partners' });
  expect(screen.queryByText(/enough data yet/)).toBeNull();
});

import { routes } from '../../lib/routing/routes.ts';
import { lazy } from '../shared/lazy.tsx';
import { useQuery } from '../shared/use-address.ts';
import { OffersSkeleton } from './OfferCard.tsx';
import { OfferList } from './OfferList.tsx';
import '../shared/torn-card.css';
import './offers.css';

const OfferPage = lazy(async () => (await import('./OfferPage.tsx')).OfferPage, OffersSkeleton);

/** Parses a query: '?offer=12' → 12. Null if there is none; 0 if it isn't a valid id, which no offer has. */
function offerIn(query: string): number | null {
  const given = new URLSearchParams(query).get('offer');
  if (given === null) return null;
  return /^[1-9]\d{0,9}$/.test(given) ? Number(given) : 0;
}

/** Partner offers: the list, or the offer in the address. */
export function OfferwallsIsland() {
  const query = useQuery(routes.userOfferwalls.pattern);
  if (query === null) return <OffersSkeleton />;
  const id = offerIn(query);
  return id === null ? <OfferList query={query} /> : <OfferPage key={id} id={id} />;
}

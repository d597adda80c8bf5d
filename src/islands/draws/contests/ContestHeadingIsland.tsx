import { useStore } from '@nanostores/react';
import { shown } from '../../../lib/stores/load.ts';
import { useNumber } from '../../shared/use-numbered.ts';
import { type Area, places } from './contest-places.ts';
import { $contest } from './contest-store.ts';

/** The page's heading: the contest's name, once it is known. */
export function ContestHeadingIsland({ area }: { readonly area: Area }) {
  const id = useNumber(places[area].pattern);
  const contest = shown(useStore($contest, { ssr: 'initial' }));
  return <h1>{contest !== undefined && contest.id === id ? contest.name : 'Contest'}</h1>;
}

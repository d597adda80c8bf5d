import { useStore } from '@nanostores/react';
import { shown } from '../../../lib/stores/load.ts';
import { useNumber } from '../../shared/use-numbered.ts';
import { type Area, places } from './case-places.ts';
import { $case } from './case-store.ts';

/** The page's heading: the case's name, once it is known. */
export function CaseHeadingIsland({ area }: { readonly area: Area }) {
  const id = useNumber(places[area].pattern);
  const one = shown(useStore($case, { ssr: 'initial' }));
  return <h1>{one !== undefined && one.id === id ? one.name : 'Case'}</h1>;
}

import type { ReactNode } from 'react';
import { lazy } from '../shared/lazy.tsx';
import { groups, type Place } from './places.ts';

// Loaded separately, because most of a day's work is on the screens of what is waiting.
const WaitingScreen = lazy(async () => (await import('./WaitingScreen.tsx')).WaitingScreen);
const ManagingScreen = lazy(async () => (await import('./ManagingScreen.tsx')).ManagingScreen);

const [{ sections: waiting }] = groups;

/** Returns the screen for an address. Null for an unknown section. */
export function screenOf(place: Place): ReactNode {
  const { section } = place;
  if (section === undefined) return null;
  const waits = section === null || waiting.some((one) => one === section);
  return waits ? <WaitingScreen place={place} /> : <ManagingScreen place={place} />;
}

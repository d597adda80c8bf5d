import { type CollectionEntry, type CollectionKey, getCollection } from 'astro:content';
import { extensions } from '../lib/host.ts';

/** Returns a collection of our catalogue. Null for another host, whose entries aren't in our catalogue. */
export async function ownEntries<C extends CollectionKey>(
  collection: C,
): Promise<CollectionEntry<C>['data'][] | null> {
  return extensions ? (await getCollection(collection)).map((entry) => entry.data) : null;
}

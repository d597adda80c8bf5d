import { getCollection } from 'astro:content';
import type { APIRoute } from 'astro';
import { symbolsOf } from '../components/glyph.ts';
import { drawings } from '../content/glyph-files.ts';

const PROVIDERS = ['google', 'apple', 'discord', 'steam'];

/** The logos on the catalogue's tickets, and those of the auth providers. */
export const GET: APIRoute = async () => {
  const rewards = await getCollection('catalogueRewards');
  return symbolsOf([...PROVIDERS, ...drawings(), ...rewards.flatMap(({ data }) => data.glyph ?? [])]);
};

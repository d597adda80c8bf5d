import { getCollection } from 'astro:content';
import type { APIRoute } from 'astro';
import { glyphPath } from '../components/glyph.ts';

const PROVIDERS = ['google', 'apple', 'discord', 'steam'];

/** Every glyph that the catalogue names, and those of the auth providers, as symbols of one file: islands draw them with `<use href="/glyphs.svg#steam">`. */
export const GET: APIRoute = async () => {
  const rewards = await getCollection('catalogueRewards');
  const slugs = new Set([...PROVIDERS, ...rewards.flatMap(({ data }) => data.glyph ?? [])]);
  const symbols = [...slugs]
    .sort()
    .map((slug) => `<symbol id="${slug}" viewBox="0 0 24 24"><path d="${glyphPath(slug)}"/></symbol>`);
  return new Response(`<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`, {
    headers: { 'Content-Type': 'image/svg+xml' },
  });
};

import type { APIRoute, GetStaticPaths } from 'astro';
import { type Card, cardName } from '../../components/cards/card.ts';
import { cardPicture, drawCards } from '../../components/cards/files.ts';
import { allCards } from '../../components/cards/pages.ts';

/** The pictures for sharing: one for each page that has an address to share. CARDS=off leaves them out, for builds that are only measured. */
export const getStaticPaths = (async () => {
  if (process.env.CARDS === 'off') return [];
  const cards = new Map([...(await allCards())].map(([path, card]) => [cardName(path, card), card] as const));
  if (import.meta.env.PROD) {
    // All together, not one by one as they are asked for: most of the work is done beside Node's own thread.
    const start = performance.now();
    await drawCards(cards);
    console.log(`${cards.size} cards took ${Math.round(performance.now() - start)} ms`);
  }
  return [...cards].map(([name, card]) => ({ params: { name }, props: { card } }));
}) satisfies GetStaticPaths;

export const GET: APIRoute<{ card: Card }> = async ({ params, props }) =>
  new Response(new Uint8Array(await cardPicture(params.name ?? '', props.card)), {
    headers: { 'Content-Type': 'image/png' },
  });

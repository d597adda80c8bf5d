import type { APIRoute, GetStaticPaths } from 'astro';
import { type Card, cardName } from '../../components/cards/card.ts';
import { cardPicture, drawCards } from '../../components/cards/files.ts';
import { allCards } from '../../components/cards/pages.ts';

/**
 * The sharing cards, one for each page with a canonical address. CARDS=off leaves them out, for builds that are only measured.
 */
export const getStaticPaths = (async () => {
  if (process.env.CARDS === 'off') return [];
  const cards = new Map([...(await allCards())].map(([path, card]) => [cardName(path, card), card] as const));
  if (import.meta.env.PROD) {
    // Draw all in parallel instead of one by one on request, because most of the work runs outside Node's own thread.
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

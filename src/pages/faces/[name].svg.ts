import { getCollection } from 'astro:content';
import type { APIRoute } from 'astro';
import { gameArt } from '../../components/art.ts';
import { drawingAddress, faceOf } from '../../components/face.ts';
import { rewardById } from '../../components/showcase.ts';

export async function getStaticPaths() {
  const rewards = (await getCollection('catalogueRewards')).map(({ data }) => data);
  const pages = (await getCollection('rewards')).map(({ id, data: { reward, glyph } }) => {
    const own = rewardById(rewards, reward, id);
    return { ...own, glyph: glyph ?? own.glyph };
  });
  const games = (await getCollection('catalogueGames')).flatMap(({ data }) => data.arcade ?? []);
  const boxes = new Map([
    ...[...rewards, ...pages].map((reward) => [faceOf(reward), '0 0 160 100'] as const),
    ...games.map((arcade) => [gameArt(arcade), '0 0 40 40'] as const),
  ]);
  return [...boxes].map(([drawing, box]) => ({
    params: { name: drawingAddress(drawing).split(/[/.]/)[2] },
    props: { drawing, box },
  }));
}

/** The pictures of tickets and of our own games as separate files, which pages load lazily below the first screen. */
export const GET: APIRoute = ({ props: { drawing, box } }) =>
  new Response(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${drawing}</svg>`, {
    headers: { 'Content-Type': 'image/svg+xml' },
  });

import { getCollection } from 'astro:content';
import type { APIRoute } from 'astro';
import { drawingAddress, faceOf } from '../../components/face.ts';
import { rewardById } from '../../components/showcase.ts';

export async function getStaticPaths() {
  const rewards = (await getCollection('catalogueRewards')).map(({ data }) => data);
  const pages = (await getCollection('rewards')).map(({ id, data: { reward, glyph } }) => {
    const own = rewardById(rewards, reward, id);
    return { ...own, glyph: glyph ?? own.glyph };
  });
  const drawings = new Set([...rewards, ...pages].map(faceOf));
  return [...drawings].map((drawing) => ({
    params: { name: drawingAddress(drawing).split(/[/.]/)[2] },
    props: { drawing },
  }));
}

/** The pictures of tickets as separate files, which pages load lazily below the first screen. */
export const GET: APIRoute = ({ props: { drawing } }) =>
  new Response(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 100">${drawing}</svg>`, {
    headers: { 'Content-Type': 'image/svg+xml' },
  });

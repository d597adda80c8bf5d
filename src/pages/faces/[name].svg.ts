import { getCollection } from 'astro:content';
import type { APIRoute } from 'astro';
import { faceName, faceOf } from '../../components/face.ts';
import { rewardById } from '../../components/showcase.ts';

export async function getStaticPaths() {
  const rewards = (await getCollection('catalogueRewards')).map(({ data }) => data);
  const pages = (await getCollection('rewards')).map(({ id, data: { reward, glyph } }) => {
    const own = rewardById(rewards, reward, id);
    return { ...own, glyph: glyph ?? own.glyph };
  });
  const faces = new Set([...rewards, ...pages].map(faceOf));
  return [...faces].map((face) => ({ params: { name: faceName(face) }, props: { face } }));
}

/** Every ticket's face as a picture of its own: pages fetch those below the first screen when they come near. */
export const GET: APIRoute = ({ props }) =>
  new Response(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 100">${props.face}</svg>`, {
    headers: { 'Content-Type': 'image/svg+xml' },
  });

import type { APIRoute } from 'astro';
import { sceneOf } from '../../components/glyph.ts';
import { scenes } from '../../content/glyph-files.ts';

export const getStaticPaths = () => scenes().map((name) => ({ params: { name } }));

/** The step pictures for guides. */
export const GET: APIRoute<never, { name: string }> = ({ params }) => sceneOf(params.name);

import type { APIRoute } from 'astro';
import { boardOf } from '../../components/glyph.ts';
import { boards } from '../../content/glyph-files.ts';

export const getStaticPaths = () => boards().map((name) => ({ params: { name } }));

/** The boards of our own games, for their cards and pages. */
export const GET: APIRoute<never, { name: string }> = ({ params }) => boardOf(params.name);

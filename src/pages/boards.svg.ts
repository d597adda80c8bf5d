import type { APIRoute } from 'astro';
import { boardsOf } from '../components/glyph.ts';
import { boards } from '../content/glyph-files.ts';

/** The boards of our own games, for their cards and pages. */
export const GET: APIRoute = () => boardsOf(boards());

import type { APIRoute } from 'astro';
import { symbolsOf } from '../components/glyph.ts';
import { drawings } from '../content/glyph-files.ts';

/** Only our own drawings, for pages without tickets. Brand logos are much larger. */
export const GET: APIRoute = () => symbolsOf(drawings());

import type { APIRoute } from 'astro';
import { symbolsOf } from '../components/glyph.ts';
import { drawings } from '../content/glyph-files.ts';

/** Our own drawings alone, for pages without tickets: marks of brands are many times as heavy. */
export const GET: APIRoute = () => symbolsOf(drawings());

import type { APIRoute } from 'astro';
import { scenesOf } from '../components/glyph.ts';
import { scenes } from '../content/glyph-files.ts';

/** The step pictures for guides. */
export const GET: APIRoute = () => scenesOf(scenes());

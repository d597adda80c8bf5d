import type { APIRoute } from 'astro';
import { scenesOf } from '../components/glyph.ts';
import { scenes } from '../content/glyph-files.ts';

/** The pictures of steps on guides. */
export const GET: APIRoute = () => scenesOf(scenes());

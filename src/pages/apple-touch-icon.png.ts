import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderAsync } from '@resvg/resvg-js';
import type { APIRoute } from 'astro';
import { encodePng } from '../components/cards/png.ts';

/** The favicon for home screens, which ask for it by this address without being told. They round its corners themselves. */
export const GET: APIRoute = async () => {
  const svg = readFileSync(join(process.cwd(), 'public/favicon.svg'), 'utf8').replace(/ rx="[\d.]+"/, '');
  const picture = await renderAsync(svg, {
    fitTo: { mode: 'width', value: 180 },
    font: { loadSystemFonts: false },
  });
  return new Response(new Uint8Array(await encodePng(picture)), { headers: { 'Content-Type': 'image/png' } });
};

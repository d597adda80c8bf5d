import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderAsync } from '@resvg/resvg-js';
import { encodePng } from './cards/png.ts';

/** Returns the favicon as a square PNG for home screens, which round the corners themselves. `width` is in pixels. */
export async function markPng(width: number): Promise<Response> {
  const svg = readFileSync(join(process.cwd(), 'public/favicon.svg'), 'utf8').replace(/ rx="[\d.]+"/, '');
  const picture = await renderAsync(svg, {
    fitTo: { mode: 'width', value: width },
    font: { loadSystemFonts: false },
  });
  return new Response(new Uint8Array(await encodePng(picture)), { headers: { 'Content-Type': 'image/png' } });
}

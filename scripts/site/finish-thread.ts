/** The thread behind ./finisher.ts. */
import { parentPort } from 'node:worker_threads';
import { finishContent } from './finish.ts';
import type { Answer, Asked } from './finisher.ts';

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

function answer({ number, page }: Asked): Answer {
  const finished = finishContent(decoder.decode(page));
  if (!finished) return { number, made: undefined };
  const { html, ...found } = finished;
  return { number, made: { page: encoder.encode(html), ...found } };
}

parentPort?.on('message', (pages: readonly Asked[]) => parentPort?.postMessage(pages.map(answer)));

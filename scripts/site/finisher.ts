import { Worker } from 'node:worker_threads';
import type { Finished } from './finish.ts';

/** UTF-8 */
type Bytes = Uint8Array<ArrayBuffer>;

/** A finished page; nothing for one that loads scripts. */
type Made = (Finished & { readonly page: Bytes }) | undefined;

export interface Asked {
  readonly number: number;
  readonly page: Bytes;
}
export interface Answer {
  readonly number: number;
  readonly made: Made;
}

export interface Finisher {
  /**
   * Finishes a content page (./finish.ts).
   * @throws what went wrong in the thread, at this call and all that wait or follow
   */
  finish(page: Bytes): Promise<Made>;
  close(): Promise<void>;
}

/** How many pages go to the thread and back together: waking it is dear beside what it does for one. */
const TOGETHER = 8;
/** Milliseconds until fewer go. */
const PATIENCE = 5;

/** Content pages are finished in a thread of their own, while the next ones are being made. */
export function openFinisher(): Finisher {
  const thread = new Worker(new URL('./finish-thread.ts', import.meta.url));
  const waiting = new Map<number, PromiseWithResolvers<Made>>();
  let asked: Asked[] = [];
  let last = 0;
  let ended: { readonly error: unknown } | undefined;

  let timer: NodeJS.Timeout | undefined;

  const send = () => {
    clearTimeout(timer);
    thread.postMessage(asked);
    asked = [];
  };
  const end = (error: unknown) => {
    ended ??= { error };
    for (const { reject } of waiting.values()) reject(ended.error);
    waiting.clear();
  };
  thread.on('message', (answers: readonly Answer[]) => {
    for (const { number, made } of answers) {
      waiting.get(number)?.resolve(made);
      waiting.delete(number);
    }
  });
  thread.on('error', end);
  thread.on('exit', () => end(new Error('The thread that finishes pages has ended.')));

  return {
    finish(page) {
      if (ended) return Promise.reject(ended.error);
      const answer = Promise.withResolvers<Made>();
      waiting.set(++last, answer);
      const many = asked.push({ number: last, page });
      if (many === TOGETHER) send();
      else if (many === 1) timer = setTimeout(send, PATIENCE);
      return answer.promise;
    },
    close: async () => void (await thread.terminate()),
  };
}

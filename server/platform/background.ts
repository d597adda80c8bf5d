import { errorText } from './error-text.ts';

/** Work that a call starts and doesn't wait for. */
export interface Background {
  /** Starts the work. A failure is logged as "what: why" and goes no further. */
  run(what: string, work: () => Promise<void>): void;
  /** Resolves when all started work is done. */
  idle(): Promise<void>;
}

export function createBackground(log: (text: string) => void): Background {
  const open = new Set<Promise<void>>();
  return {
    run(what, work) {
      const running = work()
        .catch((error: unknown) => log(`${what}: ${errorText(error)}`))
        .finally(() => open.delete(running));
      open.add(running);
    },
    async idle() {
      while (open.size > 0) await Promise.all(open);
    },
  };
}

/** Lets in as much work at once as gets done in time, and rejects the rest immediately, rather than answering everybody too late. */
import { DomainError } from './domain-error.ts';

export interface GateLimits {
  /** Under way at the same time. */
  readonly running: number;
  /** In the queue behind them. */
  readonly waiting: number;
  /** Milliseconds that a call waits in the queue at most. */
  readonly patience: number;
}

interface Gate {
  /** Resolves when the work may begin, with a callback for its end. Errors: overloaded, immediately or after the time limit. */
  enter(): Promise<() => void>;
}

interface Waiting {
  readonly until: number;
  letIn(): void;
  refuse(): void;
}

/** Seconds after which a queue that was full has long been worked off. */
const RETRY_AFTER = 2;

export function createGate({ running: most, waiting: longest, patience }: GateLimits): Gate {
  const queue: Waiting[] = [];
  let running = 0;
  let timer: NodeJS.Timeout | undefined;
  const overloaded = () => new DomainError('overloaded', { retryAfter: RETRY_AFTER });

  /** Of a queue in order the first is the first whose patience ends. */
  function refuseLate(): void {
    clearTimeout(timer);
    timer = undefined;
    const now = performance.now();
    while (queue[0] && queue[0].until <= now) queue.shift()?.refuse();
    if (queue[0]) timer = setTimeout(refuseLate, queue[0].until - now);
  }

  function leave(): void {
    running--;
    refuseLate();
    queue.shift()?.letIn();
  }

  /** Takes a place; who leaves twice gives back one. */
  function take(): () => void {
    running++;
    let isIn = true;
    return () => {
      if (isIn) leave();
      isIn = false;
    };
  }

  return {
    enter() {
      if (running < most) return Promise.resolve(take());
      refuseLate();
      if (queue.length >= longest) return Promise.reject(overloaded());
      return new Promise((resolve, reject) => {
        queue.push({
          until: performance.now() + patience,
          letIn: () => resolve(take()),
          refuse: () => reject(overloaded()),
        });
        if (!timer) refuseLate();
      });
    },
  };
}

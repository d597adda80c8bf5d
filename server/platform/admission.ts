/**
 * A gate for work. It admits as much at the same time as can be done in time, and rejects the rest immediately instead of
 * answering everyone too late.
 */
import { DomainError } from './domain-error.ts';

export interface GateLimits {
  /** Running at the same time. */
  readonly running: number;
  /** In the queue behind those. */
  readonly waiting: number;
  /** How long a call may wait in the queue, in milliseconds. */
  readonly patience: number;
}

interface Gate {
  /**
   * Resolves when the work may start, with a callback to call at its end. Errors: overloaded, immediately or after the time
   * limit.
   */
  enter(): Promise<() => void>;
}

interface Waiting {
  readonly until: number;
  letIn(): void;
  refuse(): void;
}

/** Seconds after which a full queue has surely been worked off. */
const RETRY_AFTER = 2;

export function createGate({ running: most, waiting: longest, patience }: GateLimits): Gate {
  const queue: Waiting[] = [];
  let running = 0;
  let timer: NodeJS.Timeout | undefined;
  const overloaded = () => new DomainError('overloaded', { retryAfter: RETRY_AFTER });

  /** The queue is in order, so the first call in it is the first to time out. */
  function rejectLate(): void {
    clearTimeout(timer);
    timer = undefined;
    const now = performance.now();
    while (queue[0] && queue[0].until <= now) queue.shift()?.refuse();
    if (queue[0]) timer = setTimeout(rejectLate, queue[0].until - now);
  }

  function leave(): void {
    running--;
    rejectLate();
    queue.shift()?.letIn();
  }

  /** Takes a place. Leaving twice frees only one. */
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
      rejectLate();
      if (queue.length >= longest) return Promise.reject(overloaded());
      return new Promise((resolve, reject) => {
        queue.push({
          until: performance.now() + patience,
          letIn: () => resolve(take()),
          refuse: () => reject(overloaded()),
        });
        if (!timer) rejectLate();
      });
    },
  };
}

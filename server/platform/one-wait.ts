/** How long one call waits for connections: where all are in use each of its statements does, and only all these waits together are bounded. */
import { AsyncLocalStorage } from 'node:async_hooks';

const waits = new AsyncLocalStorage<{ ms: number }>();

/** Runs a call. */
export const withOneWait = <T>(call: () => T): T => waits.run({ ms: 0 }, call);

/** What the call that is under way has waited so far, to be added to; undefined outside of one. */
export const waitsOfCall = () => waits.getStore();

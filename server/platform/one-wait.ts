/**
 * How long one call waits for database connections. If all are in use, each of its statements waits. The limit applies to all
 * these waits together.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const waits = new AsyncLocalStorage<{ ms: number }>();

/** Runs a call with its own waiting time. */
export const withOneWait = <T>(call: () => T): T => waits.run({ ms: 0 }, call);

/** Returns the current call's waiting time so far, to be added to; undefined outside a call. */
export const waitsOfCall = () => waits.getStore();

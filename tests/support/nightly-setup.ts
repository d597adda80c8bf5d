/** Each night properties are tried with many more values than `npm test` has time for. */
import fc from 'fast-check';

if (process.env.NIGHTLY)
  fc.configureGlobal({ numRuns: 2_000, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: false });

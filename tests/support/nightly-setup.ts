/** At night, properties are tested with many more values than in `npm test`. */
import fc from 'fast-check';

if (process.env.NIGHTLY)
  fc.configureGlobal({ numRuns: 2_000, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: false });

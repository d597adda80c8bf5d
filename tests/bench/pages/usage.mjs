/** Loaded before a builder: says on leaving what its process took, in the file that USAGE_FILE names. */
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage = { work: (userCPUTime + systemCPUTime) / 1e6, memory: maxRSS * 1024 };
  writeFileSync(process.env.USAGE_FILE ?? '', JSON.stringify(usage));
});

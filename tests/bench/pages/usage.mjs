/** Loaded before a builder. On exit it writes the process's resource usage to the file in USAGE_FILE. */
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage = { work: (userCPUTime + systemCPUTime) / 1e6, memory: maxRSS * 1024 };
  writeFileSync(process.env.USAGE_FILE ?? '', JSON.stringify(usage));
});

import { CASES_PER_DAY } from '../lib/contract/limits.ts';
import { extensions } from '../lib/host.ts';

/** How often a player can open cases, in words. Null for other hosts, which have their own limit. */
export const caseLimit = extensions
  ? `${CASES_PER_DAY} openings a day, all cases together. Days begin at midnight UTC.`
  : null;

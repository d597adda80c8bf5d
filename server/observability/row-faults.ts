/** Reports rows that lists leave out: one log line per row and route, and a metric. */
import { errorTrace } from '../platform/error-text.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

interface RowFaultParts {
  readonly log: Log;
  readonly metrics?: Pick<Metrics, 'rowLeftOut'>;
}

export interface RowFault {
  /** The route's pattern. */
  readonly route: string;
  /** The call's id. */
  readonly id: string;
  /** The ids of the row. */
  readonly ids: string;
  readonly error: unknown;
}

export type ReportRowFault = (fault: RowFault) => void;

/** How many rows are remembered as reported, so a list that is requested every second doesn't fill the log. */
const MOST = 1000;

export function createRowFaults({ log, metrics }: RowFaultParts): ReportRowFault {
  const reported = new Set<string>();
  return ({ route, id, ids, error }) => {
    metrics?.rowLeftOut(route);
    const key = `${route}: ${ids}`;
    if (reported.has(key)) return;
    if (reported.size >= MOST) reported.clear();
    reported.add(key);
    log(`${route} (${id}) can't show a row, ${ids}: ${errorTrace(error)}`);
  };
}

/**
 * The process's log for its operator, one line per message. Callers pass nothing secret: no bodies, tokens or delivery details.
 */
import { type Level, pino } from 'pino';

/** Fields for programs that read the log: numbers and short texts. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;
export type Log = (message: string, fields?: LogFields, level?: Level) => void;
type LogFormat = 'text' | 'json';

interface LogOptions {
  /**
   * 'text': the message as a person reads it at a terminal. 'json': one object per line, with the time, a level and the fields.
   */
  readonly format: LogFormat;
  readonly write: (line: string) => void;
  readonly now: () => Date;
}

/**
 * error: a call failed because of a bug of ours. warn: something went wrong or was rejected. info: a call, or a successful
 * security event.
 */
function levelOf({ event, outcome, status }: LogFields): Level {
  if (event !== undefined) return outcome === 'done' ? 'info' : 'warn';
  if (status === undefined) return 'warn';
  return Number(status) >= 500 ? 'error' : 'info';
}

export function createLog({ format, write, now }: LogOptions): Log {
  if (format === 'text') return (message) => write(message);
  const logger = pino(
    {
      base: null,
      messageKey: 'message',
      timestamp: () => `,"time":"${now().toISOString()}"`,
      formatters: { level: (level) => ({ level }) },
    },
    { write: (line) => write(line.trimEnd()) },
  );
  return (message, fields = {}, level = levelOf(fields)) => logger[level](fields, message);
}

/** What the process reports to its operator, a line each. Nothing secret is ever handed in: no bodies, tokens, details of deliveries. */
import { type Level, pino } from 'pino';

/** What a machine that reads the log looks for: numbers and short texts. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;
export type Log = (message: string, fields?: LogFields) => void;
type LogFormat = 'text' | 'json';

interface LogOptions {
  /** 'text': the message as a person reads it at a terminal. 'json': an object a line, with the time, a level and the fields. */
  readonly format: LogFormat;
  readonly write: (line: string) => void;
  readonly now: () => Date;
}

/** error: a call failed by our fault. warn: something went wrong, or was refused. info: a call, or a security event that is in order. */
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
  return (message, fields = {}) => logger[levelOf(fields)](fields, message);
}

/** What the process tells its operator, a line each. Nothing secret is ever handed in: no bodies, tokens, details of deliveries. */
import type { LogLine } from './syslog.ts';

/** What a machine that reads the log looks for: numbers and short texts. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;
export type Log = (message: string, fields?: LogFields) => void;
export type LogFormat = 'text' | 'json';

export interface LogOptions {
  /** 'text': the message as a person reads it at a terminal. 'json': an object a line, with the time and the fields. */
  readonly format: LogFormat;
  readonly write: (line: string) => void;
  readonly now: () => Date;
  /** Where each line goes as well, whatever the format. */
  readonly send?: ((line: LogLine) => void) | undefined;
}

export function createLog({ format, write, now, send }: LogOptions): Log {
  return (message, fields) => {
    const time = now();
    write(format === 'text' ? message : JSON.stringify({ time: time.toISOString(), message, ...fields }));
    send?.({ time, message, fields });
  };
}

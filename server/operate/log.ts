/** What the process tells its operator, a line each. Nothing secret is ever handed in: no bodies, tokens, details of deliveries. */

/** What a machine that reads the log looks for: numbers and short texts. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;
export type Log = (message: string, fields?: LogFields) => void;
export type LogFormat = 'text' | 'json';

export interface LogOptions {
  /** 'text': the message as a person reads it at a terminal. 'json': an object a line, with the time and the fields. */
  readonly format: LogFormat;
  readonly write: (line: string) => void;
  readonly now: () => Date;
}

export function createLog({ format, write, now }: LogOptions): Log {
  if (format === 'text') return (message) => write(message);
  return (message, fields) => write(JSON.stringify({ time: now().toISOString(), message, ...fields }));
}

/** A line of the log as other machines take it: a message of syslog (RFC 5424), behind the number of its octets (RFC 5425, 4.3). */
import { hostname } from 'node:os';
import type { LogFields } from './log.ts';

export interface LogLine {
  readonly time: Date;
  readonly message: string;
  readonly fields: LogFields | undefined;
}

/** What every receiver should take, in octets (RFC 5425, 4.3.1). */
export const LONGEST = 8192;
/** local0: of no program in particular. */
const FACILITY = 16;
const CUT = '… (cut)';

/** The name by which the machine is found again; an address of a visitor is never part of it. */
const HERE =
  hostname()
    .replaceAll(/[^\x21-\x7e]/g, '')
    .slice(0, 255) || '-';

/** 3: a call failed by our fault. 4: a try that was refused, or words about something that went wrong. 5: a security event. 6: a call. */
function severityOf({ event, outcome, status }: LogFields): number {
  if (event !== undefined) return outcome === 'done' ? 5 : 4;
  if (status === undefined) return 4;
  return Number(status) >= 500 ? 3 : 6;
}

/** What kind of line it is: the security event's name, 'call', or 'words'. */
const kindOf = ({ event, status }: LogFields) => event ?? (status === undefined ? 'words' : 'call');

/** The whole message with its length before it, as it goes onto the wire: '94 <134>1 2026-11-22T…'. */
export function framed({ time, message, fields = {} }: LogLine): Buffer {
  const priority = FACILITY * 8 + severityOf(fields);
  const at = time.toISOString();
  const head = `<${priority}>1 ${at} ${HERE} playtally ${process.pid} ${kindOf(fields)} - `;
  const room = LONGEST - head.length;
  let body = inAscii({ time: at, message, ...fields });
  if (body.length > room) {
    // A letter takes six octets at most.
    const left = Math.floor((room - inAscii({ time: at, message: CUT, ...fields }).length) / 6);
    body = inAscii({ time: at, message: message.slice(0, Math.max(left, 0)) + CUT, ...fields });
  }
  const whole = Buffer.from(head + body);
  return Buffer.concat([Buffer.from(`${whole.length} `), whole]);
}

/**
 * As JSON whose every other letter is written as its number: a message in UTF-8 would have to begin with a byte order mark (RFC 5424, 6.4),
 * on which readers of JSON stumble.
 */
function inAscii(value: object): string {
  return JSON.stringify(value).replaceAll(
    /[^\x20-\x7e]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

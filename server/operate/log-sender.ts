/**
 * Sends what the process logs to who keeps it elsewhere, where it can't be changed from this machine. Nobody waits for it: lines wait in
 * memory while the other side is away, as many as there is room for, and those beyond that are counted. Every line stands in the standard
 * error as well. TCP tells nothing of what the other side has kept: what was under way when a connection broke is sent again, so a line
 * can arrive twice, and one that the other side's machine took but lost is lost.
 */

import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { errorText } from '../error-text.ts';
import type { Log } from './log.ts';
import { framed, type LogLine } from './syslog.ts';

/** Milliseconds. */
export interface Patience {
  /** Until it is tried again after a first failure, doubled with each further one up to `most`. */
  readonly first: number;
  readonly most: number;
  /** How long the other side may take to open a connection, or to take what was sent. */
  readonly answer: number;
  /** How long the end of the process waits for what is still to go. */
  readonly end: number;
}

export interface LogSenderOptions {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** Whose certificates count, as PEM; those that Node trusts unless told. */
  readonly authority?: string | undefined;
  readonly patience?: Patience;
  /** For lines that wait, in octets. */
  readonly room?: number;
}

export interface LogSender {
  /** Takes a line. Neither waits nor throws. */
  send(line: LogLine): void;
  /** Begins to connect; whether that works is told to `log`. */
  open(log: Log): void;
  stats(): LogSenderStats;
  /** Sends what waits, for a bounded time, and says how much of it couldn't be. */
  close(): Promise<void>;
}

export interface LogSenderStats {
  readonly connected: boolean;
  /** Lines that are still to go. */
  readonly waiting: number;
  /** Lines that found no room since the process started. */
  readonly dropped: number;
}

const PATIENCE: Patience = { first: 1_000, most: 60_000, answer: 10_000, end: 5_000 };
/** Some 15,000 calls. */
const ROOM = 4 * 1024 * 1024;
/** How much is handed to the connection at once. */
const BATCH = 64 * 1024;

export function createLogSender(options: LogSenderOptions): LogSender {
  const { host, port, patience = PATIENCE, room = ROOM } = options;
  const where = `${host}:${port}`;
  let waiting: Buffer[] = [];
  /** What the connection was given and hasn't passed on yet. */
  let underWay: Buffer[] = [];
  let octets = 0;
  let dropped = 0;
  let droppedTold = 0;
  let socket: Socket | undefined;
  let connected = false;
  let pause = patience.first;
  let retry: NodeJS.Timeout | undefined;
  /** Why it is away, as that was told. */
  let away: string | undefined;
  let log: Log = () => {};
  let isEnding = false;
  let ended = () => {};

  function send(line: LogLine): void {
    const frame = framed(line);
    if (octets + frame.length > room) {
      dropped++;
      return;
    }
    waiting.push(frame);
    octets += frame.length;
    pump();
  }

  function pump(): void {
    const line = socket;
    if (!connected || !line || underWay.length > 0) return;
    if (waiting.length === 0) {
      tellBack();
      if (isEnding) line.end();
      return;
    }
    underWay = nextBatch();
    const batch = Buffer.concat(underWay);
    line.write(batch, (error) => {
      // One that failed is over in a moment, and what was under way goes by the next.
      if (error || line !== socket) return;
      underWay = [];
      octets -= batch.length;
      pump();
    });
  }

  function nextBatch(): Buffer[] {
    let size = 0;
    const end = waiting.findIndex((frame) => {
      size += frame.length;
      return size > BATCH;
    });
    return waiting.splice(0, end === -1 ? waiting.length : Math.max(end, 1));
  }

  /** Once all is through that waited, so that there is room for these words too. */
  function tellBack(): void {
    if (away !== undefined) {
      away = undefined;
      log(`the log is sent to ${where} again`);
    }
    const lost = dropped - droppedTold;
    if (lost === 0) return;
    droppedTold = dropped;
    log(`${linesOf(lost)} found no room while ${where} took none, and ${standsAlone(lost)}`, {
      dropped: lost,
    });
  }

  function open(): void {
    retry = undefined;
    const opened = connectTo(options);
    socket = opened;
    let since: number | undefined;
    let reason = 'it ended the connection';
    opened.setKeepAlive(true, 30_000);
    opened.setTimeout(patience.answer);
    opened.on('timeout', () => {
      if (since === undefined || underWay.length > 0)
        opened.destroy(new Error(`no answer within ${patience.answer / 1000} seconds`));
    });
    opened.once(options.tls ? 'secureConnect' : 'connect', () => {
      since = performance.now();
      connected = true;
      pump();
    });
    opened.on('error', (error) => {
      reason = errorText(error);
    });
    // Nothing is said there, but only who reads hears the end.
    opened.resume();
    opened.once('close', () => {
      socket = undefined;
      connected = false;
      waiting = [...underWay, ...waiting];
      underWay = [];
      if (isEnding && waiting.length === 0) return ended();
      if (reason !== away) log(`the log can't be sent to ${where}, and waits: ${reason}`);
      away = reason;
      // One that takes everybody and keeps nobody is away as well.
      if (since !== undefined && performance.now() - since > patience.most) pause = patience.first;
      // Not all processes at once.
      retry = setTimeout(open, pause * (0.5 + Math.random() / 2));
      pause = Math.min(pause * 2, patience.most);
    });
  }

  async function close(): Promise<void> {
    isEnding = true;
    pause = patience.first;
    await new Promise<void>((resolve) => {
      const bound = setTimeout(resolve, patience.end);
      ended = () => {
        clearTimeout(bound);
        resolve();
      };
      if (connected) pump();
      else if (waiting.length === 0) ended();
      else if (retry) {
        clearTimeout(retry);
        open();
      }
    });
    clearTimeout(retry);
    socket?.removeAllListeners('close');
    socket?.destroy();
    const left = waiting.length + underWay.length;
    if (left > 0)
      log(`${linesOf(left)} couldn't be sent to ${where} before the end, and ${standsAlone(left)}`);
  }

  return {
    send,
    open(told) {
      log = told;
      open();
    },
    stats: () => ({ connected, waiting: waiting.length + underWay.length, dropped }),
    close,
  };
}

function connectTo({ host, port, tls, authority }: LogSenderOptions): Socket {
  if (!tls) return connectPlain({ host, port });
  return connectTls({
    host,
    port,
    ...(authority !== undefined && { ca: authority }),
    // By which a host of several names knows which certificate is asked for; an address is none.
    ...(isIP(host) === 0 && { servername: host }),
  });
}

const linesOf = (count: number) => `${count} ${count === 1 ? 'line' : 'lines'} of the log`;
const standsAlone = (count: number) => `${count === 1 ? 'stands' : 'stand'} in the standard error alone`;

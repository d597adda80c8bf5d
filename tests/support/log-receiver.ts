/** Who keeps logs: takes syslog messages by the number of their octets (RFC 5425), over TLS or plain TCP. */
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import { onTestFinished } from 'vitest';
import { anyPort } from '../../scripts/ports.ts';

/** A message as it arrived. */
export interface Received {
  /** '134' of '<134>1 …'. */
  readonly priority: number;
  /** Version, time, host, program, process, kind and structured data, as they stand there. */
  readonly head: readonly string[];
  /** What follows, byte for byte. */
  readonly body: Buffer;
  /** The body read as JSON. */
  readonly line: Readonly<Record<string, unknown>>;
}

export interface LogReceiver {
  readonly port: number;
  readonly received: readonly Received[];
  /** How often somebody connected who went through with TLS. */
  readonly connections: number;
  /** `message` of each that arrived. */
  messages(): unknown[];
  /** From now on nothing more is read of what is sent. */
  stall(): void;
  /** Ends all connections and takes no new ones, as if the machine had gone. */
  stop(): Promise<void>;
}

interface Wanted {
  /** With this certificate; without one plain TCP. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** That of one that was stopped. */
  readonly port?: number;
}

/** Ends with the test. A message that isn't framed as the standard has it ends its connection and fails the test. */
export async function startLogReceiver({ tls, port }: Wanted = {}): Promise<LogReceiver> {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  const wrong: unknown[] = [];
  let connections = 0;
  const take = (socket: Socket) => {
    connections++;
    let rest = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      try {
        for (let next = frameOf(rest); next; next = frameOf(rest)) {
          received.push(read(next.frame));
          rest = rest.subarray(next.end);
        }
      } catch (error) {
        wrong.push(error);
        socket.destroy();
      }
    });
  };
  const server: Server = tls ? createSecureServer(tls, take) : createServer(take);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // Whoever doesn't trust it breaks off in the middle.
    socket.on('error', () => {});
  });
  server.on('tlsClientError', () => {});
  server.on('secureConnection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  // Not one of the system's: the next connection or listener could have that before a receiver is back there.
  const place = port ?? (await anyPort());
  await new Promise<void>((ready, fail) => {
    server.once('error', fail);
    server.listen(place, '127.0.0.1', ready);
  });
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= new Promise((done) => {
      server.close(() => done());
      for (const socket of sockets) socket.destroy();
    });
    return stopping;
  };
  onTestFinished(async () => {
    await stop();
    if (wrong.length > 0) throw wrong[0];
  });
  return {
    port: place,
    received,
    get connections() {
      return connections;
    },
    messages: () => received.map(({ line }) => line.message),
    stall() {
      for (const socket of sockets) socket.pause();
    },
    stop,
  };
}

/** '5 hello…' → 'hello', and where it ends; undefined while it isn't whole. */
function frameOf(bytes: Buffer): { frame: Buffer; end: number } | undefined {
  const space = bytes.indexOf(' ');
  if (space === -1) return undefined;
  const count = bytes.subarray(0, space).toString('latin1');
  if (!/^[1-9]\d*$/.test(count)) throw new Error(`no number of octets: ${count.slice(0, 80)}`);
  const end = space + 1 + Number(count);
  return bytes.length < end ? undefined : { frame: bytes.subarray(space + 1, end), end };
}

function read(frame: Buffer): Received {
  const text = frame.toString('latin1');
  // Version to structured data have no spaces in what we send.
  const [start = '', priority = '', head = ''] = /^<(\d{1,3})>((?:\S+ ){7})/.exec(text) ?? [];
  if (start === '') throw new Error(`no message of syslog: ${text.slice(0, 200)}`);
  const body = frame.subarray(start.length);
  return {
    priority: Number(priority),
    head: head.trimEnd().split(' '),
    body,
    line: JSON.parse(body.toString('utf8')),
  };
}

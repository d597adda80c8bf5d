import { type AddressInfo, createServer, type Socket } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';
import { selfSigned } from './certificate.ts';

/** A received mail. */
interface Arrived {
  readonly from: string;
  readonly to: readonly string[];
  /** By name in lower case. */
  readonly head: ReadonlyMap<string, string>;
  readonly text: string;
  readonly html: string;
  /** The user who logged in to send it, if any. */
  readonly user: string | undefined;
}

interface MailServer {
  /** 'smtp://127.0.0.1:41234' */
  readonly url: string;
  readonly port: number;
  readonly mails: Arrived[];
  /**
   * From now on every recipient, or every complete message, is rejected with 550 and this text, which may begin with an enhanced
   * code ('5.7.1 Relay access denied'). null: everything is accepted again.
   */
  refuse(words: string | null, what?: 'recipient' | 'message'): void;
  /** From now on this status is the answer to these recipients. */
  refuseRecipients(status: number, addresses: readonly string[]): void;
  /** Stops it early; otherwise the end of the test does. */
  close(): Promise<void>;
}

export const mailUser = { name: 'playtally', password: 'p@ss:word/1' } as const;

interface Wanted {
  /** As mailUser. */
  readonly needsLogin?: boolean;
  /** With an untrusted certificate: on request, or from the first byte. */
  readonly tls?: 'offered' | 'first';
}

/** A real SMTP server on a free port of this machine. */
export async function startMailServer({ needsLogin = false, tls }: Wanted = {}): Promise<MailServer> {
  const mails: Arrived[] = [];
  const refusals: Record<'recipient' | 'message', string | null> = { recipient: null, message: null };
  const refused = new Map<string, number>();
  const refusal = (words: string | null, status = 550) =>
    words === null ? null : Object.assign(new Error(words), { responseCode: status });
  const server = new SMTPServer({
    authOptional: !needsLogin,
    secure: tls === 'first',
    hideENHANCEDSTATUSCODES: true,
    ...(tls && selfSigned('127.0.0.1')),
    // It has no trusted certificate.
    disabledCommands: tls === undefined ? ['STARTTLS'] : [],
    onAuth({ username, password }, _session, done) {
      const known = username === mailUser.name && password === mailUser.password;
      done(known ? null : new Error('who are you?'), known ? { user: mailUser.name } : undefined);
    },
    onRcptTo({ address }, _session, done) {
      const status = refused.get(address);
      done(status === undefined ? refusal(refusals.recipient) : refusal('try again later', status));
    },
    onData(stream, { envelope, user }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        if (refusals.message !== null) return done(refusal(refusals.message));
        mails.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          ...(await read(Buffer.concat(chunks))),
          user: typeof user === 'string' ? user : undefined,
        });
        done();
      });
    },
  });
  await new Promise<void>((ready, fail) => {
    server.once('error', fail);
    // A client that doesn't trust it disconnects in the middle.
    server.on('error', () => {});
    server.listen(0, '127.0.0.1', ready);
  });
  // A server that listens on a port has an address of this form.
  const { port } = server.server.address() as AddressInfo;
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= new Promise((closed) => server.close(closed));
    return closing;
  };
  onTestFinished(close);
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    refuse: (words, what = 'recipient') => {
      refusals[what] = words;
    },
    refuseRecipients(status, addresses) {
      for (const address of addresses) refused.set(address, status);
    },
    close,
  };
}

/** The URL of a mail server that accepts connections but never answers. It ends with the test. */
export async function silentServer(onLine: (line: Socket) => void = () => {}): Promise<string> {
  const server = createServer(onLine);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return `smtp://127.0.0.1:${port}`;
}

async function read(raw: Buffer): Promise<Pick<Arrived, 'head' | 'text' | 'html'>> {
  const { headers, text = '', html = '' } = await PostalMime.parse(raw);
  return {
    head: new Map(headers.map(({ key, value }) => [key, value])),
    text: text.trimEnd(),
    html: html.trimEnd(),
  };
}

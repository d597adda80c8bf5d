/** The command line's session: the server and the token, in a file that only its owner can read. */
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import type { Call } from '../../src/lib/contract/call.ts';
import { validationErrorSchema } from '../../src/lib/contract/errors.ts';

const sessionSchema = v.object({ server: v.string(), token: v.string() });
type Session = v.InferOutput<typeof sessionSchema>;

/** An error message for the person at the terminal, printed without a stack. */
export class CliError extends Error {
  override name = 'CliError';
  /** The server's error code, if the server rejected the call. */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

export function sessionFile(env: NodeJS.ProcessEnv): string {
  return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'playtally', 'operator.json');
}

export function readSession(file: string): Session | null {
  try {
    const read = v.safeParse(sessionSchema, JSON.parse(readFileSync(file, 'utf8')));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}

export function writeSession(file: string, session: Session): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // The mode is set before the secret is written, because an existing file keeps its own mode.
  writeFileSync(file, '', { mode: 0o600 });
  chmodSync(file, 0o600);
  writeFileSync(file, JSON.stringify(session));
}

export function forgetSession(file: string): void {
  rmSync(file, { force: true });
}

export interface Sent {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** The key of an earlier try of the same command, so that it is carried out once. Default: a new one. */
  readonly key?: string | undefined;
}

/**
 * Sends a call and returns the answer that the contract promises. Throws a CliError with a message. If a change may have been carried
 * out without an answer, the message has its key.
 */
export async function send(
  { server, token }: { server: string; token: string | null },
  call: Call,
  { params = {}, query = {}, body, key = crypto.randomUUID() }: Sent,
): Promise<unknown> {
  // Searches are sent with POST, so that no log has what was searched for.
  const isChange = call.who === 'operator' && call.method !== 'GET' && !call.path.endsWith('/search');
  const lost = (what: string) =>
    new CliError(
      isChange
        ? `${what} The change may have been made. Within a day, you can run the same command again with --key ${key}: then it is made once.`
        : what,
    );
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const given = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : '';
  let response: Response;
  let text: string;
  try {
    response = await fetch(server + path + search, {
      method: call.method,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'idempotency-key': key,
        'user-agent': 'playtally command line',
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      ...(call.method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
      signal: AbortSignal.timeout(60_000),
    });
    text = await response.text();
  } catch (error) {
    if (!isUnreached(error)) throw lost(`No answer came from ${server}.`);
    throw new CliError(
      `Couldn’t connect to ${server}. Is the server running? Choose another one with --server.`,
    );
  }
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw lost(`${server} answered ${response.status}, but not like a Playtally server.`);
  }
  if (response.status === 401)
    throw new CliError('You are not logged in, or the session has ended. Run: npm run cli -- login');
  if (response.status >= 500) throw lost(cliErrorOf(answer, response.status).message);
  if (!response.ok) throw cliErrorOf(answer, response.status);
  const read = v.safeParse(call.answer, answer);
  if (!read.success) throw lost(`${server} runs another version, so its answer can't be read.`);
  return read.output;
}

/** Whether the request can't have arrived. An error without a code is one of the address itself, such as a port that is never used. */
const isUnreached = (error: unknown): boolean =>
  error instanceof TypeError &&
  error.cause instanceof Error &&
  (!('code' in error.cause) ||
    ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'].includes(
      String(error.cause.code),
    ));

/** Returns the server's message, or each wrong field with its message. */
function cliErrorOf(answer: unknown, status: number): CliError {
  const read = v.safeParse(v.partial(validationErrorSchema, ['errors']), answer);
  if (!read.success) return new CliError(`The server answered ${status}.`);
  const { message, code } = read.output;
  const fields = Object.entries(read.output.errors ?? {});
  if (fields.length === 0) return new CliError(message, code);
  return new CliError(fields.map(([field, texts]) => `${field}: ${texts.join(' ')}`).join('\n'), code);
}

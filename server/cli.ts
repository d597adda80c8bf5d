/**
 * The operator's command line: `npm run cli -- orders`. It speaks to the running server by the same calls as the operator's pages, with
 * an operator's session, so that there is one set of rules and one log.
 */

import { readFileSync } from 'node:fs';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as v from 'valibot';
import type { Call } from '../src/lib/contract/call.ts';
import {
  beginOperatorSetUp,
  confirmOperatorSetUp,
  getOperatorCaptcha,
  operatorLogIn,
  operatorLogOut,
} from '../src/lib/contract/operator.ts';
import { type Asker, createAsker } from './cli-ask.ts';
import type { Command, Field } from './cli-command.ts';
import { commands, groups } from './cli-commands.ts';
import { shown } from './cli-output.ts';
import {
  CliError,
  forgetSession,
  readSession,
  type Sent,
  send,
  sessionFile,
  writeSession,
} from './cli-session.ts';
import { fatalText } from './error-text.ts';

const usageOf = ({ words, fields }: Command) =>
  [
    words,
    ...fields.map(({ given, needed, as }) => {
      const text = given.startsWith('<') || as === 'yes' ? given : `${given} …`;
      return needed ? text : `[${text}]`;
    }),
  ].join(' ');

function help(): string {
  const sections = Object.entries(groups).map(
    ([name, list]) => `${name}\n${list.map((one) => `  ${usageOf(one)}\n      ${one.about}`).join('\n')}`,
  );
  return `Playtally, for operators. Everything here is also at the desk in a browser (OPERATOR_URL), and every act is noted in the log.

First time
  setup
      Become an operator by a set-up code: from the server's first start, or from another operator
  login
      Log in: e-mail address, password, and the code of your authenticator app
  logout
      End the session

${sections.join('\n\n')}

With any command
  --json            the answer as JSON, for scripts
  --server <url>    another server than http://localhost:8000 (or set PLAYTALLY_API)
  --help            what the command takes

Examples
  npm run cli -- orders --state held
  npm run cli -- deliver 12 --reference "gift 77-12"
  npm run cli -- codes import ./codes.csv
  npm run cli -- adjust 31 -300 --reason "Counted twice by mistake."
`;
}

interface Line {
  readonly positional: string[];
  readonly flags: Map<string, string | true>;
}

/** `deliver 12 --code X --json` in parts; a number below zero is no flag. */
function readLine(words: readonly string[]): Line {
  const positional: string[] = [];
  const flags = new Map<string, string | true>();
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const [, name, inner] = /^--([a-z][\w-]*)(?:=([\s\S]*))?$/.exec(word) ?? [];
    if (name === undefined) {
      if (/^-[^\d]/.test(word)) throw new CliError(`${word} isn't known. See: npm run cli -- help`);
      positional.push(word);
      continue;
    }
    const next = words[at + 1];
    const takesNext =
      inner === undefined && next !== undefined && !next.startsWith('--') && !plainFlags.has(name);
    flags.set(name, inner ?? (takesNext ? next : true));
    if (takesNext) at++;
  }
  return { positional, flags };
}

const plainFlags = new Set([
  'json',
  'help',
  ...commands.flatMap(({ fields }) =>
    fields.filter(({ as }) => as === 'yes').map(({ given }) => given.slice(2)),
  ),
]);

/** The command whose words these begin with, the longer first: "codes import" before "codes". */
function find(words: readonly string[]): { command: Command; rest: string[] } | null {
  for (const count of [2, 1]) {
    const command = commands.find((one) => one.words === words.slice(0, count).join(' '));
    if (command) return { command, rest: words.slice(count) };
  }
  return null;
}

function read({ as, given, about }: Field, text: string | true): unknown {
  if (as === 'yes') return true;
  if (text === true) throw new CliError(`${given} needs a value: ${about}.`);
  if (as === 'number') {
    if (!/^-?\d{1,15}$/.test(text)) throw new CliError(`${given} must be a whole number: ${about}.`);
    return Number(text);
  }
  if (as === 'text') return text;
  let content: string;
  try {
    content = readFileSync(text, 'utf8');
  } catch {
    throw new CliError(`The file ${text} can't be read.`);
  }
  if (as === 'file') return content;
  try {
    return JSON.parse(content);
  } catch {
    throw new CliError(`The file ${text} isn't valid JSON.`);
  }
}

/** What is typed as what the call takes: in its path, its query or its body. */
function sentBy(
  { call, fields, fixed, words }: Command,
  rest: readonly string[],
  flags: Line['flags'],
): Sent {
  const params: Record<string, unknown> = {};
  const query: Record<string, unknown> = {};
  let body: Record<string, unknown> = { ...fixed };
  const places = fields.filter(({ given }) => given.startsWith('<'));
  if (rest.length > places.length)
    throw new CliError(`“${rest[places.length]}” is one too many. See: npm run cli -- ${words} --help`);
  for (const field of fields) {
    const place = places.indexOf(field);
    const text = place >= 0 ? rest[place] : flags.get(field.given.slice(2));
    if (text === undefined) {
      if (field.needed) throw new CliError(`${field.given} is missing: ${field.about}.`);
      continue;
    }
    const value = read(field, text);
    if (field.name === '*') body = { ...body, ...(typeof value === 'object' && value) };
    else if (call.path.includes(`:${field.name}`)) params[field.name] = value;
    else if (call.method === 'GET') query[field.name] = value;
    else body[field.name] = value;
  }
  const known = new Set(['json', 'help', 'server', ...fields.map(({ given }) => given.slice(2))]);
  for (const name of flags.keys())
    if (!known.has(name))
      throw new CliError(`--${name} isn't known here. See: npm run cli -- ${words} --help`);
  return { params, query, body };
}

/** The work that the server asks for before a log-in; some seconds on a slow machine. */
async function solvedCaptcha(server: string, effort: 'normal' | 'hard'): Promise<string> {
  const answer = await send({ server, token: null }, getOperatorCaptcha, { query: { effort } });
  const { challenge } = v.parse(getOperatorCaptcha.answer, answer);
  if (challenge === null) return 'off';
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

type Special = (given: { server: string; file: string; asker: Asker }) => Promise<string>;

/** Those that ask: a password on the command line would stand in the shell's history. */
const specials: Readonly<Record<string, Special>> = {
  async login({ server, file, asker }) {
    const email = await asker.ask('E-mail address: ');
    const password = await asker.ask('Password: ', true);
    const code = await asker.ask('Code of your authenticator app: ');
    const attempt = async (effort: 'normal' | 'hard') =>
      begin(server, file, operatorLogIn, {
        email,
        password,
        code,
        captcha: await solvedCaptcha(server, effort),
      });
    try {
      return await attempt('normal');
    } catch (error) {
      // Many guess at this account: the same again, after longer work.
      if (!(error instanceof CliError) || error.code !== 'more_work') throw error;
      return attempt('hard');
    }
  },
  async setup({ server, file, asker }) {
    const setup_code = await asker.ask('Set-up code: ');
    const name = await asker.ask('Your name: ');
    const email = await asker.ask('Your e-mail address: ');
    const password = await asker.ask('A password of at least 10 characters: ', true);
    const body = { setup_code, name, email, password };
    const answer = await send({ server, token: null }, beginOperatorSetUp, { body });
    process.stdout.write(
      `\nPut this into your authenticator app, as a time-based account:\n\n${shown(answer, {})}\n\n`,
    );
    const code = await asker.ask('The code that it shows now: ');
    return begin(server, file, confirmOperatorSetUp, { setup_code, code });
  },
  async logout({ file }) {
    const session = readSession(file);
    forgetSession(file);
    if (session) await send(session, operatorLogOut, {});
    return 'Logged out.';
  },
};

async function begin(server: string, file: string, call: Call, body: object): Promise<string> {
  const answer = await send({ server, token: null }, call, { body });
  const { token, operator } = Object.assign({ token: '', operator: { name: '' } }, answer);
  writeSession(file, { server, token });
  return `Logged in as ${operator.name}. The session ends half an hour after the last command, and after 12 hours in any case.`;
}

const commandHelp = (command: Command) =>
  [
    `npm run cli -- ${usageOf(command)}`,
    `  ${command.about}`,
    '',
    ...command.fields.map(
      ({ given, about, needed }) => `  ${given.padEnd(16)}${about}${needed ? '' : ' (optional)'}`,
    ),
  ].join('\n');

async function run(words: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { positional, flags } = readLine(words);
  const [first] = positional;
  if (first === undefined || first === 'help') return help();
  const file = sessionFile(env);
  const session = readSession(file);
  const named = flags.get('server');
  const server = String(
    (named === true ? undefined : named) ??
      env.PLAYTALLY_API ??
      session?.server ??
      `http://localhost:${env.API_PORT || 8000}`,
  ).replace(/\/+$/, '');
  const special = Object.hasOwn(specials, first) ? specials[first] : undefined;
  if (special) {
    const asker = createAsker(process.stdin, process.stdout);
    try {
      return await special({ server, file, asker });
    } finally {
      asker.close();
    }
  }
  const found = find(positional);
  if (!found) throw new CliError(`There is no command “${first}”. See: npm run cli -- help`);
  const { command, rest } = found;
  if (flags.has('help')) return commandHelp(command);
  const sent = sentBy(command, rest, flags);
  // A token is for the server that gave it, and goes to no other.
  const token = session?.server === server ? session.token : null;
  const answer = await send({ server, token }, command.call, sent);
  return flags.has('json') ? JSON.stringify(answer, null, 2) : shown(answer, command);
}

try {
  process.stdout.write(`${await run(process.argv.slice(2), process.env)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof CliError ? error.message : fatalText(error)}\n`);
  process.exitCode = 1;
}

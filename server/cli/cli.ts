/**
 * The operator's command line: `npm run cli -- orders`. It makes the same calls to the running server as the operators' pages,
 * with an operator's session, so there is one set of rules and one audit log.
 */

import { readFileSync } from 'node:fs';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { Command, InvalidArgumentError, Option } from 'commander';
import * as v from 'valibot';
import type { Call } from '../../src/lib/contract/call.ts';
import * as calls from '../../src/lib/contract/operators/operator.ts';
import { fatalText } from '../platform/error-text.ts';
import { type Asker, createAsker } from './ask.ts';
import type { Command as CliCommand, Field } from './command.ts';
import { groups, renamed } from './commands.ts';
import { shown } from './output.ts';
import {
  CliError,
  forgetSession,
  readSession,
  type Sent,
  send,
  sessionFile,
  writeSession,
} from './session.ts';

/** Solves the proof of work that the server asks for before a login. It takes some seconds on a slow machine. */
async function solvedCaptcha(server: string, effort: 'normal' | 'hard'): Promise<string> {
  const answer = await send({ server, token: null }, calls.getOperatorCaptcha, { query: { effort } });
  const { challenge } = v.parse(calls.getOperatorCaptcha.answer, answer);
  if (challenge === null) return 'off';
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

interface Special {
  readonly about: string;
  run(given: { server: string; file: string; asker: Asker }): Promise<string>;
}

/** Commands that ask questions. A password on the command line would end up in the shell's history. */
const specials: Readonly<Record<string, Special>> = {
  login: {
    about: 'Log in: email address, password, and the code of your authenticator app',
    async run({ server, file, asker }) {
      const email = await asker.ask('Email address: ');
      const password = await asker.ask('Password: ', true);
      const code = await asker.ask('Code of your authenticator app: ');
      const attempt = async (effort: 'normal' | 'hard') =>
        begin(server, file, calls.operatorLogIn, {
          email,
          password,
          code,
          captcha: await solvedCaptcha(server, effort),
        });
      try {
        return await attempt('normal');
      } catch (error) {
        // Many people are guessing at this account, so it tries again with more work.
        if (!(error instanceof CliError) || error.code !== 'more_work') throw error;
        return attempt('hard');
      }
    },
  },
  setup: {
    about: "Become an operator with a setup code, from the server's first start or from another operator",
    async run({ server, file, asker }) {
      const setup_code = await asker.ask('Setup code: ');
      const name = await asker.ask('Your name: ');
      const email = await asker.ask('Your email address: ');
      const password = await asker.ask('A password of at least 10 characters: ', true);
      const body = { setup_code, name, email, password };
      const answer = await send({ server, token: null }, calls.beginOperatorSetUp, { body });
      process.stdout.write(
        `\nAdd this to your authenticator app as a time-based account:\n\n${shown(answer, {})}\n\n`,
      );
      const code = await asker.ask('The code it shows now: ');
      return begin(server, file, calls.confirmOperatorSetUp, { setup_code, code });
    },
  },
  logout: {
    about: 'End the session',
    async run({ file }) {
      const session = readSession(file);
      forgetSession(file);
      if (session) await send(session, calls.operatorLogOut, {});
      return 'Logged out.';
    },
  },
};

async function begin(server: string, file: string, call: Call, body: object): Promise<string> {
  const answer = await send({ server, token: null }, call, { body });
  const { token, operator } = Object.assign({ token: '', operator: { name: '' } }, answer);
  writeSession(file, { server, token });
  return `Logged in as ${operator.name}. The session ends after half an hour without a command, and after 12 hours at the latest.`;
}

const program = new Command('npm run cli --')
  .description(
    'Playtally for operators. You can do the same in a browser (OPERATOR_URL). Every action is logged.',
  )
  .option('--json', 'print the answer as JSON, for scripts')
  .option(
    '--key <key>',
    'the key from an earlier try that got no answer, so that the command is carried out only once',
  )
  .addOption(
    new Option('--server <url>', 'the server, if it isn’t http://localhost:8000').env('PLAYTALLY_API'),
  )
  .configureHelp({
    // Lists all commands together, including those of two words.
    visibleCommands: (command) => (command.parent ? [...command.commands] : leavesOf(command)),
    subcommandTerm: (command) =>
      `${wordsOf(command)} ${command.usage().replaceAll(/\[(?:options|command)\] ?/g, '')}`,
    showGlobalOptions: true,
  })
  .addHelpText(
    'after',
    `
Examples:
  npm run cli -- orders --state held
  npm run cli -- deliver 12 --reference "gift 77-12"
  npm run cli -- codes import ./codes.csv
  npm run cli -- adjust 31 -300 --reason "Counted twice by mistake."`,
  );

/** Returns the command for these words, and creates it if needed: 'codes import' → `import` of `codes`. */
function commandAt(words: string): Command {
  return words
    .split(' ')
    .reduce<Command>(
      (parent, word) => parent.commands.find((one) => one.name() === word) ?? parent.command(word),
      program,
    );
}

const wordsOf = (command: Command): string =>
  command.parent?.parent ? `${wordsOf(command.parent)} ${command.name()}` : command.name();

const leavesOf = (command: Command): Command[] =>
  command.commands.flatMap((one) => [...(one.description() ? [one] : []), ...leavesOf(one)]);

/** Returns the server to call and the token. A token is only sent to the server that issued it. */
function place() {
  const file = sessionFile(process.env);
  const session = readSession(file);
  const given: unknown = program.getOptionValue('server');
  const server = String(
    given ?? session?.server ?? `http://localhost:${process.env.API_PORT || 8000}`,
  ).replace(/\/+$/, '');
  return { server, file, token: session?.server === server ? session.token : null };
}

for (const [words, { about, run }] of Object.entries(specials))
  commandAt(words)
    .description(about)
    .helpGroup('First time:')
    .action(async () => {
      const asker = createAsker(process.stdin, process.stdout);
      try {
        console.log(await run({ ...place(), asker }));
      } finally {
        asker.close();
      }
    });

for (const [group, list] of Object.entries(groups)) for (const spec of list) add(group, spec);

function add(group: string, spec: CliCommand): void {
  const command = commandAt(spec.words)
    .description(spec.about ?? spec.call.summary)
    .helpGroup(`${group}:`);
  for (const field of spec.fields) {
    const { given, about, as, needed } = field;
    const parse = (text: string) => read(as, text);
    if (given.startsWith('<')) command.argument(given, about, parse);
    else if (as === 'yes') command.option(given, about);
    else
      command.addOption(new Option(`${given} <${as}>`, about).argParser(parse).makeOptionMandatory(needed));
  }
  command.action(async () => {
    const { server, token } = place();
    const { key } = v.parse(v.object({ key: v.optional(v.string()) }), program.opts());
    const answer = await send({ server, token }, spec.call, { ...sentBy(spec, command), key });
    console.log(program.getOptionValue('json') ? JSON.stringify(answer, null, 2) : shown(answer, spec));
  });
}

/** Converts a word to the type that the call takes. */
function read(as: Field['as'], text: string): unknown {
  if (as === 'number') {
    if (!/^-?\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
    return Number(text);
  }
  if (as === 'text') return text;
  let content: string;
  try {
    content = readFileSync(text, 'utf8');
  } catch {
    throw new InvalidArgumentError("The file can't be read.");
  }
  if (as === 'file') return content;
  try {
    return JSON.parse(content);
  } catch {
    throw new InvalidArgumentError("The file isn't valid JSON.");
  }
}

/** Converts the arguments to the call's path, query and body. */
function sentBy({ call, fields, fixed }: CliCommand, command: Command): Sent {
  const params: Record<string, unknown> = {};
  const query: Record<string, unknown> = {};
  let body: Record<string, unknown> = { ...fixed };
  const places = fields.filter(({ given }) => given.startsWith('<'));
  for (const field of fields) {
    const option = command.options.find(({ long }) => long === field.given);
    const value: unknown = option
      ? command.getOptionValue(option.attributeName())
      : command.processedArgs[places.indexOf(field)];
    if (value === undefined) continue;
    if (field.name === '*') body = { ...body, ...(typeof value === 'object' && value) };
    else if (call.path.includes(`:${field.name}`)) params[field.name] = value;
    else if (call.method === 'GET') query[field.name] = value;
    else body[field.name] = value;
  }
  return { params, query, body };
}

try {
  const given = process.argv.slice(2);
  const known = renamed(given);
  if (known) process.stderr.write(`“${known.old}” is now called “${known.now}”. The old name still works.\n`);
  await program.parseAsync(known?.words ?? given, { from: 'user' });
} catch (error) {
  process.stderr.write(`${error instanceof CliError ? error.message : fatalText(error)}\n`);
  process.exitCode = 1;
}

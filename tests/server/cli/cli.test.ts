/** The command line as a separate process, with a real server. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { commands, renamed } from '../../../server/cli/commands.ts';
import { stepAt, totpAt } from '../../../server/features/auth/totp.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';

const CLI = join(import.meta.dirname, '../../../server/cli/cli.ts');
const SETUP = 'a-setting-of-some-length';

let folder: string;
let server: ServerProcess;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'playtally-cli-'));
  server = await startServerProcess({
    DATA_DIR: join(folder, 'data'),
    OPERATOR_SETUP: SETUP,
    // Whichever captcha players get: a command line couldn't show its widget.
    CAPTCHA: 'turnstile',
    CAPTCHA_SITE_KEY: 'site-key',
    CAPTCHA_SECRET: 'secret',
  });
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Said {
  readonly out: string;
  readonly err: string;
  readonly code: number | null;
}

/** Runs it. `answers` returns the next input line each time its output ends with a question. */
function cli(words: readonly string[], answers?: (said: string) => string): Promise<Said> {
  const env = {
    ...process.env,
    XDG_CONFIG_HOME: join(folder, 'config'),
    PLAYTALLY_API: `http://127.0.0.1:${server.api}`,
  };
  const child = spawn(process.execPath, [CLI, ...words], { env });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    said.out += chunk;
    if (answers && said.out.endsWith(': ')) child.stdin.write(`${answers(said.out)}\n`);
  });
  child.stderr.on('data', (chunk) => {
    said.err += chunk;
  });
  if (!answers) child.stdin.end();
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ ...said, code }));
  });
}

function secretOf(out: string): Buffer {
  const [, shown = ''] = /^secret +([A-Z2-7 ]+)$/m.exec(out) ?? [];
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...shown.replaceAll(' ', '')].map((one) => letters.indexOf(one).toString(2).padStart(5, '0'));
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

test('a newcomer sets up, looks around, acts, and finds it all in the log', async () => {
  expect((await cli(['orders'])).err).toContain('npm run cli -- login');
  const forms: [string, string][] = [
    ['Setup code: ', SETUP],
    ['name: ', 'Ada'],
    ['address: ', 'ada@play.example'],
    ['characters: ', 'seven quiet lanterns'],
  ];
  const set = await cli(['setup'], (out) => {
    const known = forms.find(([question]) => out.endsWith(question));
    return known?.[1] ?? totpAt(secretOf(out), stepAt(new Date()));
  });
  expect(set.err).toBe('');
  expect(set.out).toContain('Logged in as Ada');
  const file = join(folder, 'config/playtally/operator.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toContain('operator-');

  expect((await cli(['orders'])).out).toContain('Nothing here.');
  expect((await cli(['codes', '--search', 'steam'])).out).toMatch(/^amount_id +reward +amount +in_stock/);
  writeFileSync(join(folder, 'codes.csv'), 'code,amount_id\nCLI-00001,1201\nx,1201\n');
  const imported = await cli(['codes', 'import', join(folder, 'codes.csv')]);
  expect(imported.out).toMatch(/added +1/);
  expect(imported.out).toContain('too short to be a code');
  const json = await cli(['users', '--search', 'demo@playtally.example', '--json']);
  const [demo] = JSON.parse(json.out).data;
  const adjusted = await cli(['adjust', String(demo.id), '-300', '--reason', 'Counted twice by mistake.']);
  expect(adjusted.out).toMatch(/adjustment.points +-300/);
  const large = await cli(['adjust', String(demo.id), '9000', '--reason=For the ticket of Tuesday.']);
  expect(large.out).toMatch(/adjustment.state +waiting/);
  const audit = (await cli(['audit'])).out;
  for (const act of ['operator.set_up', 'amount.import_codes', 'adjustment.book', 'adjustment.propose'])
    expect(audit).toContain(act);
  expect((await cli(['overview'])).out).toMatch(/overview.adjust_alone +5000/);
  expect((await cli(['logout'])).out).toContain('Logged out');
  expect((await cli(['overview'])).err).toContain('not logged in');

  const again = await cli(['login'], (out) => {
    const known = forms.find(([question]) => out.endsWith(question)) ?? [];
    if (out.endsWith('Password: ')) return 'seven quiet lanterns';
    // The setup used up the current code.
    return known[1] ?? totpAt(secretOf(set.out), stepAt(new Date()) + 1);
  });
  expect([again.err, again.out]).toEqual(['', expect.stringContaining('Logged in as Ada')]);
  const former = await cli(['opinions', '--show', 'newest']);
  expect(former.out).toMatch(/^id +version +waits_since/);
  expect(former.err).toBe('“opinions” is now called “reviews”. The old name still works.\n');
  const [text] = JSON.parse((await cli(['reviews', '--show', 'newest', '--json'])).out).data;
  const why = 'It names where somebody lives.';
  const hide = ['review', 'hide', String(text.id), '--version', String(text.version), '--reason', why];
  expect((await cli(hide)).out).toMatch(/opinion.hidden_for +It names where somebody lives/);
  expect((await cli(hide)).err).toContain('It’s already hidden.');
});

test('mistakes are explained in a sentence, without a stack, and nothing is sent elsewhere', async () => {
  const wrong: [string[], RegExp][] = [
    [['deliver', 'twelve'], /'twelve' is invalid for argument 'id'. It must be a whole number/],
    [['cancel', '1'], /'--reason <text>' not specified/],
    [['orders', '--stat', 'open'], /unknown option '--stat'/],
    [['codes', 'import', '/no/such/file'], /can't be read/],
    [['orders', '--server', 'http://127.0.0.1:1'], /Couldn’t connect/],
  ];
  const said = await Promise.all(wrong.map(([words]) => cli(words)));
  for (const [at, [words, message]] of wrong.entries()) {
    expect(said[at], words.join(' ')).toMatchObject({ err: expect.stringMatching(message), code: 1 });
    expect(said[at]?.err).not.toContain('    at ');
  }
});

test.each<[string, (answer: ServerResponse) => void]>([
  ['the connection breaks', (answer) => answer.destroy()],
  ['a proxy answers', (answer) => answer.writeHead(502).end('<title>Bad gateway</title>')],
  ['the server fails', (answer) => answer.writeHead(500).end('{"message": "Sorry.", "code": "internal"}')],
])('a change whose end is unknown because %s can be sent again with its key', async (_, fail) => {
  const keys: unknown[] = [];
  const host = createServer(({ headers }, answer) => {
    keys.push(headers['idempotency-key']);
    fail(answer);
  });
  await new Promise<void>((done) => host.listen(0, '127.0.0.1', done));
  onTestFinished(() => void host.close());
  const { port } = v.parse(v.object({ port: v.number() }), host.address());
  const words = [
    'adjust',
    '1',
    '500',
    '--reason',
    'Counted too few.',
    '--server',
    `http://127.0.0.1:${port}`,
  ];
  const { err } = await cli(words);
  const [, key = ''] = /run the same command again with --key (\S+): then it is made once\./.exec(err) ?? [];
  await cli([...words, '--key', key]);
  expect(keys).toEqual([key, key]);
  expect((await cli(['orders', ...words.slice(-2)])).err).not.toContain('--key');
});

test('the help names every command, and each command lists its options', async () => {
  const { out } = await cli(['help']);
  for (const { words } of commands) expect(out).toContain(`  ${words}`);
  expect((await cli(['deliver', '--help'])).out).toContain('--reference');
});

test('commands have the words of the screens, and read the old ones', () => {
  const all = commands.map(({ words }) => words);
  expect(all.filter((words) => /opinion|dispute|thread|contest/.test(words))).toEqual([]);
  for (const [old, now] of [
    ['contests --state open', 'giveaways --state open'],
    ['contest call-off 3', 'giveaway cancel 3'],
    [
      '--json --server http://localhost:1 dispute accept 4',
      '--json --server http://localhost:1 problem report accept 4',
    ],
    ['dispute 4', 'problem report 4'],
    ['opinion hide 1', 'review hide 1'],
    ['thread 3', 'conversation 3'],
  ] as const)
    expect(renamed(old.split(' '))?.words.join(' ')).toBe(now);
  expect(renamed(['reviews'])).toBeNull();
});

/** The log that is kept elsewhere: real connections to a receiver that reads what the standards say (RFC 5424, RFC 5425). */
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../server/operate/log.ts';
import { createLogSender, type LogSenderOptions } from '../../server/operate/log-sender.ts';
import { createMetrics } from '../../server/operate/metrics.ts';
import { selfSigned } from '../support/certificate.ts';
import { testDatabase } from '../support/database.ts';
import { type LogReceiver, startLogReceiver } from '../support/log-receiver.ts';
import { silentServer } from '../support/mail-server.ts';
import { freePorts } from '../support/server-process.ts';

const clock = () => new Date('2026-11-22T12:00:00Z');
const tls = selfSigned('127.0.0.1');
/** A test waits for nothing longer than it must. */
const patience = { first: 5, most: 20, answer: 5_000, end: 5_000 };

/** A log that is sent to a port of this machine, and what it wrote here. */
function sentTo(port: number, options: Partial<LogSenderOptions> = {}) {
  const written: string[] = [];
  const sender = createLogSender({
    ...{ host: '127.0.0.1', port, tls: true, authority: tls.cert, patience },
    ...options,
  });
  onTestFinished(() => sender.close());
  const log = createLog({
    format: 'text',
    write: (line) => void written.push(line),
    now: clock,
    send: sender.send,
  });
  sender.open(log);
  return { log, written, sender };
}

const arrived = (receiver: LogReceiver, messages: readonly string[]) =>
  expect.poll(() => receiver.messages()).toEqual(messages);

describe('the log', () => {
  test('arrives by TLS line by line, whatever language it is in, and stands here as well', async () => {
    const receiver = await startLogReceiver({ tls });
    const { log, written } = sentTo(receiver.port);
    const lines = ['Zażółć gęślą jaźń', 'a line\nof two', '🎮'.repeat(300), 'the last'];
    for (const line of lines) log(line, { route: 'é' });
    await arrived(receiver, lines);
    expect(written).toEqual(lines);
    expect(receiver.connections).toBe(1);
    for (const { head, body, line } of receiver.received) {
      expect(head.slice(0, 2)).toEqual(['1', '2026-11-22T12:00:00.000Z']);
      expect(head.slice(3)).toEqual(['playtally', String(process.pid), 'words', '-']);
      expect(line.route).toBe('é');
      expect(body.every((octet) => octet >= 0x20 && octet < 0x7f)).toBe(true);
    }
  });

  test('arrives without TLS at a host of this machine', async () => {
    const receiver = await startLogReceiver();
    const { log } = sentTo(receiver.port, { tls: false, authority: undefined });
    log('near');
    await arrived(receiver, ['near']);
  });

  test('waits while its host is away, and then goes on in order', async () => {
    const first = await startLogReceiver({ tls });
    const { log, written, sender } = sentTo(first.port);
    log('before');
    await arrived(first, ['before']);
    await first.stop();
    await expect.poll(() => written.at(-1)).toMatch(/can't be sent to 127\.0\.0\.1:\d+, and waits/);
    for (let line = 0; line < 500; line++) log(`meanwhile ${line}`);
    expect(sender.stats()).toMatchObject({ connected: false, dropped: 0 });
    const second = await startLogReceiver({ tls, port: first.port });
    await expect.poll(() => second.messages()).toContain(`the log is sent to 127.0.0.1:${first.port} again`);
    const meanwhile = second.messages().filter((message) => String(message).startsWith('meanwhile'));
    expect(meanwhile).toEqual(Array.from({ length: 500 }, (_, line) => `meanwhile ${line}`));
    // Said once a reason, however often it was tried.
    const told = written.filter((line) => line.includes('waits'));
    expect(new Set(told).size).toBe(told.length);
  });

  test('keeps no more than there is room for: the rest is counted and told once its host is back', async () => {
    const [port = 0] = await freePorts(1);
    const { log, written, sender } = sentTo(port, { room: 2_000 });
    await expect.poll(() => written).toHaveLength(1);
    for (let line = 0; line < 50; line++) log(`line ${line}`);
    const { waiting, dropped } = sender.stats();
    expect(waiting).toBeGreaterThan(2);
    expect(waiting).toBeLessThan(20);
    // What it said first of the host waits too.
    expect(dropped).toBe(51 - waiting);
    expect(written).toHaveLength(51);

    const metrics = createMetrics({
      ...{ db: await testDatabase(), sockets: () => ({ connections: 0 }), clock, log: () => {} },
      logSender: sender.stats,
    });
    for (const line of ['connected 0', `waiting ${waiting}`, `dropped_total ${dropped}`])
      expect(await metrics.text()).toContain(`playtally_log_${line}\n`);

    const receiver = await startLogReceiver({ tls, port });
    const words = `${dropped} lines of the log found no room while 127.0.0.1:${port} took none, and stand in the standard error alone`;
    await expect.poll(() => receiver.messages()).toContain(words);
    expect(receiver.received.find(({ line }) => line.message === words)?.line.dropped).toBe(dropped);
    expect(receiver.messages()).toContain('line 0');
    expect(await metrics.text()).toContain('playtally_log_connected 1\n');
    log('after');
    await expect.poll(() => receiver.messages()).toContain('after');
    expect(written.filter((line) => line.includes('no room'))).toHaveLength(1);
  });

  test('goes by a new connection where its host takes nothing any more', async () => {
    const receiver = await startLogReceiver({ tls });
    const { log, written } = sentTo(receiver.port, {
      patience: { ...patience, answer: 200 },
      room: 64 * 1024 * 1024,
    });
    log('first');
    await arrived(receiver, ['first']);
    receiver.stall();
    // More than both ends keep in between.
    for (let line = 0; line < 2_500; line++) log('x'.repeat(7_000));
    log('the last');
    await expect.poll(() => receiver.messages()).toContain('the last');
    expect(written.join('\n')).toContain('no answer within 0.2 seconds');
    // As often as its host took too long.
    expect(receiver.connections).toBeGreaterThan(1);
  });
});

describe('nothing is told', () => {
  test.each([
    ['whose certificate is another’s', selfSigned('127.0.0.1').cert, tls, /self-signed|verify/],
    ['whose certificate nobody vouches for', undefined, tls, /self-signed/],
    ['that has another name', undefined, selfSigned('logs.test'), /altnames/],
  ])('a host %s', async (_, authority, own, words) => {
    const receiver = await startLogReceiver({ tls: own });
    const known = words.source === 'altnames' ? own.cert : authority;
    const { log, written, sender } = sentTo(receiver.port, {
      authority: known,
      patience: { ...patience, end: 50 },
    });
    log('secret');
    await expect.poll(() => written[1]).toMatch(words);
    expect(written[1]).toMatch(/can't be sent to 127\.0\.0\.1:\d+, and waits: /);
    expect(receiver.connections).toBe(0);
    expect(receiver.received).toEqual([]);
    expect(sender.stats().waiting).toBe(2);
  });

  test('a host that speaks no TLS', async () => {
    const { port } = new URL(await silentServer());
    const { log, written } = sentTo(Number(port), {
      patience: { ...patience, answer: 50, end: 50 },
    });
    log('secret');
    await expect.poll(() => written[1]).toContain('no answer within 0.05 seconds');
  });
});

describe('at the end', () => {
  test('what waits is sent', async () => {
    const receiver = await startLogReceiver({ tls });
    const { log, written, sender } = sentTo(receiver.port);
    // Before there is a connection at all.
    for (let line = 0; line < 2_000; line++) log(`line ${line}`);
    expect(receiver.received).toEqual([]);
    await sender.close();
    await expect.poll(() => receiver.messages()).toEqual(written);
    expect(written).toHaveLength(2_000);
  });

  test('nobody waits longer than a moment for a host that is away, and what is left is told', async () => {
    const [port = 0] = await freePorts(1);
    const { log, written, sender } = sentTo(port, { patience: { ...patience, end: 100 } });
    log('one');
    await expect.poll(() => written).toHaveLength(2);
    await sender.close();
    expect(written.at(-1)).toMatch(
      /^2 lines of the log couldn't be sent to 127\.0\.0\.1:\d+ before the end, and stand in the standard error alone$/,
    );
    await sender.close();
  });
});

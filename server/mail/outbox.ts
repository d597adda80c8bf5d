import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ComposedMail, headersOf, type SendComposed } from './mail.ts';

interface OutboxOptions {
  /** Created with the first mail. */
  readonly folder: string;
  readonly from: string;
  readonly clock: () => Date;
  readonly log: (text: string) => void;
}

/**
 * Replaces the mail server if none is set: each mail becomes a file, 2026-11-21T10-06-25-123Z-1.eml, and its link is logged. Such
 * a link may open an account, so config.ts doesn't allow this in production, and only the owner can read the file.
 */
export function createOutbox({ folder, from, clock, log }: OutboxOptions): SendComposed {
  let count = 0;
  return async (mail) => {
    const at = clock();
    const name = `${at.toISOString().replaceAll(/[:.]/g, '-')}-${++count}.eml`;
    await mkdir(folder, { recursive: true });
    // A file with that name is another mail, so this is an error and it isn't overwritten.
    await writeFile(join(folder, name), inWords(mail, from, at), { flag: 'wx', mode: 0o600 });
    log(`Mail for ${mail.to}: ${/https?:\/\/\S+/.exec(mail.text)?.[0] ?? join(folder, name)}`);
  };
}

/** Returns a mail as a file, without transfer encoding, so that people and tests can read its links. */
function inWords(mail: ComposedMail, from: string, at: Date): string {
  const boundary = `part-${randomUUID()}`;
  const part = (type: string, content: string) => [
    `--${boundary}`,
    `Content-Type: ${type}; charset=utf-8`,
    'Content-Transfer-Encoding: 8bit',
    '',
    content,
  ];
  return [
    `From: ${from}`,
    `To: ${mail.to}`,
    `Subject: ${mail.subject}`,
    `Date: ${at.toUTCString()}`,
    ...Object.entries(headersOf(mail)).map(([name, value]) => `${name}: ${value}`),
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    ...part('text/plain', mail.text),
    ...part('text/html', mail.html),
    `--${boundary}--`,
    '',
  ].join('\n');
}

import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { headersOf, type Mail, type SendMail } from './mail.ts';

interface OutboxOptions {
  /** Made when the first mail is put there. */
  readonly folder: string;
  readonly from: string;
  readonly clock: () => Date;
  readonly log: (text: string) => void;
}

/**
 * Where no mail server is set: each mail becomes a file, 2026-11-21T10-06-25-123Z-1.eml, and its link is logged. The link opens an
 * account, so config.ts keeps this out of production, and the file is its owner's alone to read.
 */
export function createOutbox({ folder, from, clock, log }: OutboxOptions): SendMail {
  let count = 0;
  return async (mail) => {
    const at = clock();
    const name = `${at.toISOString().replaceAll(/[:.]/g, '-')}-${++count}.eml`;
    await mkdir(folder, { recursive: true });
    // A file of that name is another's mail: that is an error, not to be written over.
    await writeFile(join(folder, name), inWords(mail, from, at), { flag: 'wx', mode: 0o600 });
    log(`Mail for ${mail.to}: ${/https?:\/\/\S+/.exec(mail.text)?.[0] ?? join(folder, name)}`);
  };
}

/** A mail as a file, except for the encoding: links stay in one piece, for people and tests to read. */
function inWords(mail: Mail, from: string, at: Date): string {
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

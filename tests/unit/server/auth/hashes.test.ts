import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SERVER = join(import.meta.dirname, '../../../../server');

test('nothing hashes with MD5 or SHA-1 unless a protocol requires it', () => {
  const found = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) =>
      [
        ...readFileSync(join(SERVER, name), 'utf8').matchAll(
          /(createHash|createHmac|createSign|createVerify|pbkdf2\w*|hkdf\w*|digest|hash)\(\s*['"](md5|rsa-md5|sha-?1|rsa-sha1|ripemd\w*)['"]/gi,
        ),
      ].map(([, by, hash]) => `${name}: ${by} ${hash}`),
    );
  expect(found.sort()).toEqual([
    // Codes of authenticator apps, RFC 6238.
    'features/auth/totp.ts: createHmac sha1',
    // Pusher's protocol includes the body's MD5 in what HMAC-SHA-256 signs.
    'realtime/hosted.ts: createHash md5',
  ]);
});

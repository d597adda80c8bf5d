/**
 * What is encrypted at rest: codes, and whatever else must not be readable by who gets hold of the database or of a copy of it. The
 * keys are settings (DATA_KEYS) and never in the database.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

export interface Vault {
  /** Encrypts for one purpose ("code:1201"): what was sealed for one can't be passed off as another's. */
  seal(purpose: string, text: string): string;
  /** Throws where the text was changed, was sealed for another purpose, or by a key that isn't known any more. */
  open(purpose: string, sealed: string): string;
  /** Whether the key is there that it was sealed by. */
  hasKeyOf(sealed: string): boolean;
  /** The same for the same text: shows whether it was there before without revealing what it is. */
  digest(purpose: string, text: string): Buffer;
}

export const KEY_BYTES = 32;
const VERSION = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Names a key without revealing anything about it. */
const nameOf = (key: Uint8Array) => createHash('sha256').update(key).digest('hex').slice(0, 8);

/**
 * AES-256-GCM by keys of 32 bytes: the first seals, all of them open, so that a key can be changed while old texts are still there.
 * Digests are made by the last, the oldest, and stay the same through a change for as long as that one is kept.
 */
export function createVault(keys: readonly Uint8Array[]): Vault {
  const byName = new Map(keys.map((key) => [nameOf(key), key]));
  const [newest] = keys;
  const oldest = keys.at(-1);
  if (!newest || !oldest || keys.some(({ length }) => length !== KEY_BYTES))
    throw new Error(`the vault needs keys of ${KEY_BYTES} bytes`);
  const digestKey = Buffer.from(hkdfSync('sha256', oldest, '', 'digest', KEY_BYTES));
  return {
    seal(purpose, text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', newest, nonce).setAAD(Buffer.from(purpose));
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${VERSION}.${nameOf(newest)}.${sealed.toString('base64url')}`;
    },
    open(purpose, sealed) {
      const [version, name = '', body = ''] = sealed.split('.');
      const key = byName.get(name);
      if (version !== VERSION || !key)
        throw new Error(`sealed by a key that isn't in DATA_KEYS (${name || '?'})`);
      const bytes = Buffer.from(body, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(-TAG_BYTES));
      const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    },
    hasKeyOf: (sealed) => byName.has(sealed.split('.')[1] ?? ''),
    digest: (purpose, text) => createHmac('sha256', digestKey).update(`${purpose}\0${text}`).digest(),
  };
}

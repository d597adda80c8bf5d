/**
 * Encrypts data at rest: codes, and everything else that someone with a copy of the database must not be able to read. The keys
 * are settings (DATA_KEYS) and never in the database.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

export interface Vault {
  /** Encrypts for one purpose ("code:1201"). A text encrypted for one purpose can't be used for another. */
  seal(purpose: string, text: string): string;
  /** Decrypts. Throws if the text was changed, was encrypted for another purpose, or its key is unknown. */
  open(purpose: string, sealed: string): string;
  /** Returns whether the key of an encrypted text is known. */
  hasKeyOf(sealed: string): boolean;
  /** Returns the same digest for the same text. It shows whether a text was seen before without revealing it. */
  digest(purpose: string, text: string): Buffer;
}

export const KEY_BYTES = 32;
const VERSION = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Returns a name for a key that reveals nothing about it. */
const nameOf = (key: Uint8Array) => createHash('sha256').update(key).digest('hex').slice(0, 8);

/**
 * Creates a vault: AES-256-GCM with keys of 32 bytes. The first key encrypts and all of them decrypt, so the key can be changed
 * while old texts remain. Digests use the last, oldest key. They stay the same after a change as long as that key is kept.
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

/** An authenticator and its browser in one, which makes ES256 passkeys and uses them as in the WebAuthn specification. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type {
  NewPasskey,
  PasskeyUse,
  StartedCreation,
  StartedUse,
} from '../../src/lib/contract/auth/passkeys.ts';

/** Deviations from what the browser was asked for. */
export interface Change {
  readonly origin?: string;
  readonly challenge?: string;
  readonly rpId?: string;
  readonly type?: string;
  /** Whether it verified its user. */
  readonly verified?: boolean;
  readonly counter?: number;
  readonly handle?: string;
  /** The key that signs. */
  readonly by?: SoftPasskey;
  readonly format?: string;
}

export interface SoftPasskey {
  readonly id: string;
  readonly handle: string;
  readonly privateKey: KeyObject;
  counter: number;
}

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const HAS_KEY = 64;

const sha256 = (given: string | Buffer) => createHash('sha256').update(given).digest();
const encoded = (given: Uint8Array) => Buffer.from(given).toString('base64url');

function authData(rpId: string, flags: number, counter: number): Buffer {
  const tail = Buffer.alloc(5);
  tail.writeUInt8(flags);
  tail.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(rpId), tail]);
}

const clientData = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

const flagsOf = ({ verified = true }: Change) => USER_PRESENT | (verified ? USER_VERIFIED : 0);

/** `origin`: of the page that asks. */
export function softwareAuthenticator(origin: string) {
  function create(
    { options }: StartedCreation,
    change: Change = {},
  ): { key: SoftPasskey; passkey: NewPasskey } {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const cose = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    );
    const id = randomBytes(16);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const key = { id: encoded(id), handle: options.user.id, privateKey, counter: change.counter ?? 0 };
    const data = Buffer.concat([
      authData(change.rpId ?? options.rp.id, flagsOf(change) | HAS_KEY, key.counter),
      Buffer.alloc(16),
      length,
      id,
      cose,
    ]);
    const attestation = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, Uint8Array[]>>([
        ['fmt', change.format ?? 'none'],
        ['attStmt', new Map(change.format ? [['x5c', [new Uint8Array(8)]]] : [])],
        ['authData', new Uint8Array(data)],
      ]),
    );
    const client = clientData(
      change.type ?? 'webauthn.create',
      change.challenge ?? options.challenge,
      change.origin ?? origin,
    );
    return {
      key,
      passkey: {
        id: key.id,
        rawId: key.id,
        type: 'public-key',
        response: { clientDataJSON: encoded(client), attestationObject: encoded(attestation) },
      },
    };
  }

  function use(key: SoftPasskey, { options }: StartedUse, change: Change = {}): PasskeyUse {
    const counter = change.counter ?? (key.counter === 0 ? 0 : ++key.counter);
    const data = authData(change.rpId ?? options.rpId, flagsOf(change), counter);
    const client = clientData(
      change.type ?? 'webauthn.get',
      change.challenge ?? options.challenge,
      change.origin ?? origin,
    );
    const signer = change.by ?? key;
    return {
      id: key.id,
      rawId: key.id,
      type: 'public-key',
      response: {
        clientDataJSON: encoded(client),
        authenticatorData: encoded(data),
        signature: encoded(sign('sha256', Buffer.concat([data, sha256(client)]), signer.privateKey)),
        userHandle: change.handle ?? key.handle,
      },
    };
  }

  return { create, use };
}

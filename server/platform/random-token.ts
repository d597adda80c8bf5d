/** Secrets that we give out and store only as a hash: those of sessions, mailed links and attempts. */
import { createHash, randomBytes } from 'node:crypto';

/** Returns 32 random bytes as 43 characters that need no escaping in a URL. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

/** Returns the hash under which the database stores a token. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

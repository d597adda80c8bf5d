import { type Code, codes } from './protocol.ts';

export interface HandshakeRules {
  /** The application key in the URL: /app/{key}. */
  readonly key: string;
  /** Origins of pages that may connect, as browsers write them: "https://play.example". */
  readonly allowedOrigins: readonly string[];
}

/**
 * Returns why a new connection is rejected, or null if it may stay. A missing Origin passes: only browsers send one, and it
 * proves something only for them. Signatures keep all other clients out of private channels.
 * @param target the request's target: "/app/key?protocol=7&client=js"
 */
export function rejectionOf(
  target: string,
  origin: string | undefined,
  rules: HandshakeRules,
): { code: Code; message: string } | null {
  const [path = '', query = ''] = target.split('?', 2);
  const key = /^\/app\/([^/]+)\/?$/.exec(path)?.[1];
  if (key === undefined) return { code: codes.unknownPath, message: 'Nothing here' };
  if (key !== encodeURIComponent(rules.key))
    return { code: codes.unknownKey, message: 'Unknown application key' };
  if (origin !== undefined && !rules.allowedOrigins.includes(origin)) {
    return { code: codes.unauthorized, message: 'This origin isn’t allowed' };
  }
  const version = new URLSearchParams(query).get('protocol');
  if (version === null) return { code: codes.noVersion, message: 'Name a protocol version' };
  if (version !== '7') return { code: codes.unsupportedVersion, message: 'Only protocol 7 is supported' };
  return null;
}

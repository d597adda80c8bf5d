import { type ErrorCode, errorMessages } from '../../src/lib/contract/errors.ts';

/** What the security log records about a rejection (http/security-log.ts). The caller never sees it. */
export interface Suspect {
  readonly event: 'sign_in_refused' | 'proof_refused';
  /** The account that the attempt was about, if known. */
  readonly userId?: number | undefined;
}

/**
 * Something that the rules don't allow, with a message for the person who asked. `fields` makes it a validation error (422).
 * Features throw it, and the app's onError turns it into a response.
 */
export class DomainError extends Error {
  override name = 'DomainError';
  readonly code: ErrorCode;
  readonly fields: Readonly<Record<string, readonly string[]>> | undefined;
  /** Seconds after which it makes sense to try again. */
  readonly retryAfter: number | undefined;
  readonly suspect: Suspect | undefined;

  constructor(
    code: ErrorCode,
    options: {
      message?: string;
      fields?: Record<string, string[]>;
      retryAfter?: number;
      suspect?: Suspect | undefined;
    } = {},
  ) {
    super(options.message ?? Object.values(options.fields ?? {})[0]?.[0] ?? errorMessages[code]);
    this.code = code;
    this.fields = options.fields;
    this.retryAfter = options.retryAfter;
    this.suspect = options.suspect;
  }
}

/** Returns an error that belongs to one field of a form. */
export function fieldError(field: string, text: string, suspect?: Suspect): DomainError {
  return new DomainError('invalid', { fields: { [field]: [text] }, suspect });
}

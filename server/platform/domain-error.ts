import { type ErrorCode, errorMessages } from '../../src/lib/contract/errors.ts';

/** What the log of security events records about a rejection (http/security-log.ts); who asked never reads it. */
export interface Suspect {
  readonly event: 'sign_in_refused' | 'proof_refused';
  /** Whose account it was about, where that is known. */
  readonly userId?: number | undefined;
}

/**
 * What the rules don't allow, in words for the person who asked. `fields` makes it a validation error (422). Thrown by the
 * domain, turned into a response once, in the app's onError.
 */
export class DomainError extends Error {
  override name = 'DomainError';
  readonly code: ErrorCode;
  readonly fields: Readonly<Record<string, readonly string[]>> | undefined;
  /** Seconds until it is worth trying again. */
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

/** A refusal that belongs to one field of a form. */
export function fieldError(field: string, text: string, suspect?: Suspect): DomainError {
  return new DomainError('invalid', { fields: { [field]: [text] }, suspect });
}

/**
 * The headers of every API answer. They are set before the handler runs. Setting them afterwards, as the stock middlewares do,
 * rebuilds each answer as a full Response, which cost a third of a small call (the empty call of bench:api).
 */
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { errorMessages } from '../../src/lib/contract/errors.ts';
import { DomainError } from '../platform/domain-error.ts';

const security = {
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  // Search engines that follow a call's URL should list the site's pages, not API answers.
  'X-Robots-Tag': 'noindex',
  // Answers differ by token, so no cache may keep them.
  'Cache-Control': 'no-store',
} as const;

export const securityHeaders: MiddlewareHandler = (c, next) => {
  for (const [name, value] of Object.entries(security)) c.header(name, value);
  return next();
};

const preflight = {
  'Access-Control-Allow-Methods': 'GET,POST,PUT,DELETE',
  'Access-Control-Allow-Headers':
    'Authorization,Content-Type,Accept,Idempotency-Key,X-Socket-Id,X-Requested-With',
  'Access-Control-Max-Age': '7200',
} as const;

/** The path prefix of operators' calls, and of no others. */
export const OPERATOR_CALLS = '/api/operator/';

/**
 * CORS: only pages of the operators' host may make operators' calls, and only pages of the players' host all others. There are no
 * cookies: the token has its own header. An operators' call from another origin is rejected before anything else. Clients that
 * aren't pages, such as the command line, send no origin.
 */
export function allowOrigin(of: {
  readonly siteUrl: string;
  readonly operatorUrl: string;
}): MiddlewareHandler {
  return (c, next) => {
    c.header('Vary', 'Origin');
    c.header('Access-Control-Expose-Headers', 'Retry-After');
    const isOperators = c.req.path.startsWith(OPERATOR_CALLS);
    const origin = isOperators ? of.operatorUrl : of.siteUrl;
    const from = c.req.header('Origin');
    const allowed = from === origin;
    if (isOperators && from !== undefined && !allowed && c.req.method !== 'OPTIONS')
      return Promise.reject(new DomainError('forbidden'));
    if (allowed) c.header('Access-Control-Allow-Origin', origin);
    if (c.req.method !== 'OPTIONS') return next();
    if (allowed) for (const [name, value] of Object.entries(preflight)) c.header(name, value);
    return Promise.resolve(c.body(null, 204));
  };
}

/** Rejects a body above `bytes`: by its announced length, or while it is read if it announces none. */
export function limitBody(bytes: number): MiddlewareHandler {
  const refuse = (c: Parameters<MiddlewareHandler>[0]) =>
    c.json({ message: errorMessages.too_large, code: 'too_large' }, 413);
  const whileRead = bodyLimit({ maxSize: bytes, onError: refuse });
  return (c, next) => {
    const announced = c.req.header('Content-Length');
    if (announced !== undefined) return Number(announced) > bytes ? Promise.resolve(refuse(c)) : next();
    return c.req.method === 'GET' ? next() : whileRead(c, next);
  };
}

/**
 * The calls with which partners report (docs/operators/partners.md). They aren't part of the contract: the caller isn't a
 * browser, and the signature covers raw bytes, not a parsed body.
 */
import type { Context, Hono } from 'hono';
import { PARTNER_ID } from '../../../src/lib/contract/offers/offer-files.ts';
import type { ApiEnv } from '../../http/app-deps.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { isSignedBy } from './partner-secrets.ts';
import { type Report, readReport } from './postback-report.ts';
import { takePostback } from './postbacks.ts';
import { storeRejected } from './rejected-reports.ts';

interface Signed {
  /** Exactly the bytes that were signed. */
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly signature: string;
  readonly isJson: boolean;
}

/** Returns the query as it was sent. A parsed URL would escape some characters again, and the signature wouldn't match. */
function rawQuery(c: Context<ApiEnv>): string {
  const env: unknown = c.env;
  const sent =
    typeof env === 'object' && env !== null && 'incoming' in env
      ? (env.incoming as { url?: unknown } | undefined)?.url
      : undefined;
  const address = typeof sent === 'string' ? sent : c.req.url;
  const at = address.indexOf('?');
  return at < 0 ? '' : address.slice(at + 1);
}

/** Reads the signature from the header X-Signature or from the end of the query. In the query, it covers everything before it. */
function signedQuery(c: Context<ApiEnv>): Signed {
  const query = rawQuery(c);
  const inside = /^(.*)&signature=([^&]*)$/.exec(query);
  const text = inside?.[1] ?? query;
  const signature = inside?.[2] ?? c.req.header('X-Signature') ?? '';
  return { bytes: Buffer.from(text), text, signature, isJson: false };
}

async function signedBody(c: Context<ApiEnv>): Promise<Signed> {
  const bytes = new Uint8Array(await c.req.arrayBuffer());
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const isJson = (c.req.header('Content-Type') ?? '').includes('json');
  return { bytes, text, signature: c.req.header('X-Signature') ?? '', isJson };
}

export function postbackRoutes(app: Hono<ApiEnv>): void {
  app.on(['GET', 'POST'], '/postback/:partner', async (c) => {
    const { db, vault, clock, log } = c.var.parts;
    const partner = c.req.param('partner');
    // Checked before the database, which doesn't accept some characters.
    if (!PARTNER_ID.test(partner)) throw new DomainError('signature_refused');
    const signed = c.req.method === 'GET' ? signedQuery(c) : await signedBody(c);
    const holds = await isSignedBy(db.drizzle, vault, {
      partner,
      signed: signed.bytes,
      signature: signed.signature,
    });
    if (!holds) throw new DomainError('signature_refused');
    let report: Report | undefined;
    try {
      report = readReport(signed.text, signed.isJson);
      const taken = await takePostback(db, { partner, report, raw: signed.text, now: clock() });
      return c.json({ status: taken.duplicate ? 'duplicate' : 'recorded', outcome: taken.outcome });
    } catch (error) {
      // The report is genuine but can't be used, so the operator responsible for the partner must see it.
      if (error instanceof DomainError) {
        await storeRejected(db, { partner, raw: signed.text, report, error, now: clock() });
        log(`postback of ${partner} refused (${error.code}): ${signed.text.slice(0, 500)}`);
      }
      throw error;
    }
  });
}

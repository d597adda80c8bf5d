/** A partner in tests: signs like partners, and bypasses the client, which never sends such calls. */
import { createHmac } from 'node:crypto';
import { demoPartner } from '../../server/db/demo-partner.ts';
import type { TestApi } from './api.ts';

export type Fields = Readonly<Record<string, string>>;

export const sign = (text: string, secret: string = demoPartner.secret) =>
  createHmac('sha256', secret).update(text).digest('hex');

/** Signs the fields and sends them as a GET, as most partners do. */
export function report(
  api: Pick<TestApi, 'raw'>,
  fields: Fields,
  { partner = demoPartner.id, secret = demoPartner.secret }: { partner?: string; secret?: string } = {},
): Promise<Response> {
  const query = new URLSearchParams(fields).toString();
  return api.raw(`/postback/${partner}?${query}&signature=${sign(query, secret)}`);
}

/** The same, and returns the answer: 'recorded credited', 'duplicate credited', '403 signature_refused'. */
export async function reported(...given: Parameters<typeof report>): Promise<string> {
  const response = await report(...given);
  const answer: unknown = await response.json();
  const { status, outcome, code } = Object.assign({ status: '', outcome: '', code: '' }, answer);
  return response.status === 200 ? `${status} ${outcome}` : `${response.status} ${code}`;
}

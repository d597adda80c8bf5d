/** What the demo partner sends: reports written and signed as by any partner (docs/operators/partners.md). */
import { createHmac, randomBytes } from 'node:crypto';
import { demoPartner } from '../../server/db/demo-partner.ts';
import { DAY } from '../../server/platform/time.ts';

export interface Sent {
  /** The button that was pressed: "credit", "forged credit". */
  readonly what: string;
  /** The query, with the signature at its end. */
  readonly query: string;
  readonly at: string;
  /** 0 if the server couldn't be reached. */
  readonly status: number;
  /** The server's answer, or why there is none. */
  readonly answer: string;
}

export interface Visit {
  readonly sent: Sent[];
  /** The last genuine credit or milestone, which a reversal takes back. */
  lastTransaction: string | undefined;
  /** The last genuine report, which a duplicate repeats. */
  lastQuery: string | undefined;
  /** The id of a transaction whose reversal was sent first. The next credit uses it. */
  ahead: string | undefined;
}

const newId = (kind: string) => `${kind}-${randomBytes(5).toString('hex')}`;

function signed(fields: Record<string, string>, secret: string): string {
  const query = new URLSearchParams(fields).toString();
  return `${query}&signature=${createHmac('sha256', secret).update(query).digest('hex')}`;
}

async function send(visit: Visit, apiUrl: string, what: string, query: string): Promise<number> {
  const at = new Date().toISOString();
  try {
    const response = await fetch(`${apiUrl}/postback/${demoPartner.id}?${query}`);
    visit.sent.unshift({ what, query, at, status: response.status, answer: await response.text() });
    return response.status;
  } catch {
    const answer = `${apiUrl} can’t be reached. Is the server running?`;
    visit.sent.unshift({ what, query, at, status: 0, answer });
    return 0;
  }
}

export const acts = ['credit', 'milestone', 'reversal', 'duplicate', 'forged', 'late'] as const;
type Act = (typeof acts)[number];

/** Sends what a button says. Afterwards the server's answer is first in the visit's list. */
export async function perform(
  visit: Visit,
  given: { apiUrl: string; act: Act; click: string; milestone: string; deadlineDays: number },
): Promise<void> {
  const { apiUrl, act, click, milestone, deadlineDays } = given;
  const genuine = async (what: string, fields: Record<string, string>) => {
    const query = signed(fields, demoPartner.secret);
    visit.lastQuery = query;
    return send(visit, apiUrl, what, query);
  };
  switch (act) {
    case 'credit': {
      const transaction = visit.ahead ?? newId('credit');
      visit.ahead = undefined;
      visit.lastTransaction = transaction;
      await genuine('Credit', { kind: 'credit', transaction, click });
      return;
    }
    case 'milestone': {
      const transaction = newId('milestone');
      visit.lastTransaction = transaction;
      await genuine(`Milestone ${milestone}`, { kind: 'milestone', transaction, click, milestone });
      return;
    }
    case 'reversal': {
      const reference = visit.lastTransaction ?? newId('credit');
      if (visit.lastTransaction === undefined) visit.ahead = reference;
      visit.lastTransaction = undefined;
      await genuine('Reversal', {
        kind: 'reversal',
        transaction: newId('reversal'),
        reference,
        reason: 'The purchase was refunded.',
      });
      return;
    }
    case 'duplicate':
      if (visit.lastQuery !== undefined) await send(visit, apiUrl, 'The same again', visit.lastQuery);
      return;
    case 'forged':
      await send(
        visit,
        apiUrl,
        'Forged credit',
        signed({ kind: 'credit', transaction: newId('forged'), click }, 'not-the-secret'),
      );
      return;
    case 'late': {
      // As if it was reached after the deadline, which is at most this many days away.
      const at = new Date(Date.now() + (deadlineDays + 1) * DAY).toISOString();
      await genuine('Late credit', { kind: 'credit', transaction: newId('late'), click, at });
    }
  }
}

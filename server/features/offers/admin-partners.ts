/** Partners as operators see them and turn them on and off. partner-secrets.ts has their keys. */
import { and, asc, desc, eq, gt, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type * as v from 'valibot';
import type * as calls from '../../../src/lib/contract/offers/operator-partners.ts';
import type { Database, Executor, Transaction } from '../../db/database.ts';
import {
  clicks,
  ledger,
  offers,
  operatorPayments,
  operators,
  partnerSecrets,
  partners,
  postbacks,
  rejectedReports,
  users,
} from '../../db/schema.ts';
import { DomainError } from '../../platform/domain-error.ts';
import type { Vault } from '../../platform/encryption.ts';
import { onlyOf } from '../../platform/ids.ts';
import { pageOf } from '../../platform/pagination.ts';
import { mapRows } from '../../platform/sound-rows.ts';
import { DAY, earlier, HOUR } from '../../platform/time.ts';
import { givenReason } from '../admin/act.ts';
import { grantOrPropose, NEW_OPERATOR_HOURS, withdrawProposal } from '../admin/approvals.ts';
import { recordAuditEvent } from '../admin/audit-log.ts';
import type { FigureDays } from '../admin/figure-days.ts';
import { addPartnerSecret, endOldSecret, endSecrets } from './partner-secrets.ts';

const ADD_KEY = 'partner.add_key';

/** The points that a report moved: positive for a credit, negative for what it reversed. */
export const movedPoints = sql<number>`CASE WHEN ${postbacks.outcome} = 'credited' THEN ${ledger.points}
  WHEN ${postbacks.outcome} = 'reversed' THEN -(SELECT coalesce(sum(c.points), 0)::integer FROM postbacks p JOIN ledger c ON c.id = p.ledger_id
    WHERE p.partner = ${postbacks.partner} AND p.transaction = ${postbacks.reference} AND p.kind <> 'reversal') ELSE 0 END`;

/** Returns how many reports of a partner arrived from this moment, before `until` if given, and the points that they moved. */
async function movedBy(db: Executor, partner: string, from: Date, until?: Date) {
  const [moved] = await db
    .select({
      reports: sql<number>`count(*)::integer`,
      // Beyond an integer's range for a busy partner.
      points: sql<number>`coalesce(sum(${movedPoints}), 0)::double precision`,
    })
    .from(postbacks)
    .leftJoin(ledger, eq(ledger.id, postbacks.ledgerId))
    .where(
      and(
        eq(postbacks.partner, partner),
        gte(postbacks.receivedAt, from),
        until && lt(postbacks.receivedAt, until),
      ),
    );
  return moved ?? { reports: 0, points: 0 };
}

export async function listPartners(
  db: Executor,
  now: Date,
  { wanted, days = null }: { wanted?: SQL; days?: FigureDays | null } = {},
): Promise<calls.OperatorPartner[]> {
  const rows = await db.select().from(partners).where(wanted).orderBy(asc(partners.name), asc(partners.id));
  const keys = await db
    .select({ of: partnerSecrets.partner, number: partnerSecrets.number, at: partnerSecrets.createdAt })
    .from(partnerSecrets)
    .orderBy(desc(partnerSecrets.number));
  const proposals = await db
    .select({ of: operatorPayments.subjectId, by: { id: operators.id, name: operators.name } })
    .from(operatorPayments)
    .innerJoin(operators, eq(operators.id, operatorPayments.operatorId))
    .where(
      and(
        eq(operatorPayments.act, ADD_KEY),
        eq(operatorPayments.state, 'waiting'),
        gt(operatorPayments.at, earlier(now, NEW_OPERATOR_HOURS * HOUR)),
      ),
    );
  const since = earlier(now, 30 * DAY);
  const found = await Promise.all(
    rows.map(async (row) => {
      const [last] = await db
        .select({ at: postbacks.receivedAt })
        .from(postbacks)
        .where(eq(postbacks.partner, row.id))
        .orderBy(desc(postbacks.id))
        .limit(1);
      const month = await movedBy(db, row.id, since);
      const inDays = days && (await movedBy(db, row.id, days.from, days.until));
      const active = await db.$count(offers, and(eq(offers.partner, row.id), eq(offers.active, true)));
      const rejected = await db.$count(rejectedReports, eq(rejectedReports.partner, row.id));
      return { row, last, month, inDays, active, rejected };
    }),
  );
  return mapRows(
    found,
    ({ row, last, month, inDays, active, rejected }): calls.OperatorPartner => ({
      id: row.id,
      name: row.name,
      demo: row.demo,
      listed: row.listed,
      enabled: row.disabledAt === null,
      offers: active,
      keys: keys
        .filter(({ of }) => of === row.id)
        .map(({ number, at }) => ({ number, created_at: at.toISOString() })),
      key_proposed_by: proposals.find(({ of }) => of === row.id)?.by ?? null,
      last_report_at: last?.at.toISOString() ?? null,
      reports_30_days: month.reports,
      points_30_days: month.points,
      in_days: inDays,
      rejected_reports: rejected,
    }),
  );
}

async function partnerOf(db: Executor, id: string, now: Date): Promise<calls.OperatorPartner> {
  const [one] = await listPartners(db, now, { wanted: eq(partners.id, id) });
  if (!one) throw new DomainError('not_found');
  return one;
}

interface Acting {
  readonly operatorId: number;
  readonly partner: string;
  readonly reason: string;
  readonly now: Date;
}

/**
 * Runs one action on a partner, with its row locked, and records it in the audit log. `name` may depend on the result of `work`.
 */
async function act<T>(
  db: Database,
  given: Acting,
  name: string | ((result: T) => string),
  work: (tx: Transaction, row: typeof partners.$inferSelect) => Promise<T>,
): Promise<{ partner: calls.OperatorPartner; result: T }> {
  const { operatorId, partner: id, now } = given;
  const reason = givenReason(given.reason);
  return db.drizzle.transaction(async (tx) => {
    const [row] = await tx.select().from(partners).where(eq(partners.id, id)).for('update');
    if (!row) throw new DomainError('not_found');
    const before = await partnerOf(tx, id, now);
    const result = await work(tx, row);
    const after = await partnerOf(tx, id, now);
    const short = ({ enabled, keys }: calls.OperatorPartner) => ({
      enabled,
      keys: keys.map(({ number }) => number).join(', '),
    });
    await recordAuditEvent(tx, {
      operatorId,
      act: `partner.${typeof name === 'string' ? name : name(result)}`,
      subjectId: id,
      reason,
      before: short(before),
      after: short(after),
      now,
    });
    return { partner: after, result };
  });
}

/** The actions below throw not_found, nothing_to_do if nothing would change, and the field `reason`. */
export async function switchPartner(
  db: Database,
  given: Acting,
  on: boolean,
): Promise<calls.OperatorPartner> {
  const { partner } = await act(db, given, on ? 'enable' : 'disable', async (tx, row) => {
    if ((row.disabledAt === null) === on)
      throw new DomainError('nothing_to_do', { message: on ? 'It’s already on.' : 'It’s already off.' });
    await tx
      .update(partners)
      // Without a file it only reports what players have started.
      .set({ active: on && row.listed, disabledAt: on ? null : given.now })
      .where(eq(partners.id, row.id));
  });
  return partner;
}

/**
 * Makes a key. Only this answer contains the secret. The same call sent again within a day gets it too (http/idempotency.ts). It is
 * null if the key was only proposed; the operator who approves it gets the secret. `alone` is as in Payment. Errors: as for
 * grantOrPropose.
 */
export async function addKey(
  db: Database,
  vault: Vault,
  given: Acting & { readonly alone: number },
): Promise<{ partner: calls.OperatorPartner; secret: string | null }> {
  const { operatorId, partner: subjectId, alone, now } = given;
  const { partner, result } = await act(
    db,
    given,
    (secret: string | null) => (secret === null ? 'propose_key' : 'add_key'),
    async (tx, row) => {
      const granted = await grantOrPropose(tx, { operatorId, act: ADD_KEY, subjectId, alone, now });
      return granted === 'proposed' ? null : addPartnerSecret(tx, vault, row.id, now);
    },
  );
  return { partner, secret: result };
}

export async function endOldKey(db: Database, given: Acting): Promise<calls.OperatorPartner> {
  const { partner } = await act(db, given, 'end_old_key', async (tx, row) => {
    if ((await tx.$count(partnerSecrets, eq(partnerSecrets.partner, row.id))) < 2)
      throw new DomainError('nothing_to_do', { message: 'There’s no older key to end.' });
    await endOldSecret(tx, row.id);
  });
  return partner;
}

export async function endAllKeys(db: Database, given: Acting): Promise<calls.OperatorPartner> {
  const { partner } = await act(db, given, 'end_keys', async (tx, row) => {
    if ((await tx.$count(partnerSecrets, eq(partnerSecrets.partner, row.id))) === 0)
      throw new DomainError('nothing_to_do', { message: 'It has no key.' });
    await endSecrets(tx, row.id);
    await withdrawProposal(tx, ADD_KEY, row.id);
  });
  return partner;
}

/** Lists a partner's reports, newest first. Errors: not_found. */
export async function listReports(
  db: Database,
  given: v.InferOutput<(typeof calls.listPartnerReports)['query']> & { partner: string },
) {
  const { partner, outcome, transaction, click, user_id } = given;
  if ((await db.drizzle.$count(partners, eq(partners.id, partner))) === 0) throw new DomainError('not_found');
  const wanted = and(
    eq(postbacks.partner, partner),
    outcome === 'all' ? undefined : eq(postbacks.outcome, outcome),
    transaction ? eq(postbacks.transaction, transaction) : undefined,
    click ? sql`${postbacks.clickId}::text = ${click.toLowerCase()}` : undefined,
    user_id === null
      ? undefined
      : inArray(
          postbacks.clickId,
          db.drizzle.select({ id: clicks.id }).from(clicks).where(onlyOf(clicks.userId, user_id)),
        ),
  );
  const rows = db.drizzle
    .select({
      report: postbacks,
      points: movedPoints,
      user: { id: users.id, name: users.name },
      offer: { id: offers.id, name: offers.name },
    })
    .from(postbacks)
    .leftJoin(ledger, eq(ledger.id, postbacks.ledgerId))
    .leftJoin(clicks, eq(clicks.id, postbacks.clickId))
    .leftJoin(users, eq(users.id, clicks.userId))
    .leftJoin(offers, eq(offers.id, clicks.offerId))
    .where(wanted)
    .orderBy(desc(postbacks.id));
  const total = db.drizzle.$count(postbacks, wanted);
  return pageOf(rows, total, given, ({ report, points, user, offer }) => ({
    id: report.id,
    transaction: report.transaction,
    kind: report.kind,
    outcome: report.outcome,
    user,
    offer,
    points,
    happened_at: report.happenedAt.toISOString(),
    received_at: report.receivedAt.toISOString(),
    raw: report.raw,
  }));
}

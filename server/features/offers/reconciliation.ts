/** Compares a partner's report of a day with our records, line by line. The result is stored as it was found. */
import { and, asc, desc, eq, gte, inArray, isNotNull, lt } from 'drizzle-orm';
import { type Reconciliation, reportKinds } from '../../../src/lib/contract/offers/operator-partners.ts';
import {
  MAX_REPORT_LINES,
  type RECONCILED_AS,
  WHY_NO_PARTS,
} from '../../../src/lib/contract/operator-limits.ts';
import { isDay } from '../../../src/lib/format/birth-date.ts';
import type { Database, Executor } from '../../db/database.ts';
import {
  ledger,
  operators,
  partners,
  postbacks,
  reconciliationLines,
  reconciliations,
} from '../../db/schema.ts';
import { readCsv } from '../../platform/csv.ts';
import { DomainError, fieldError } from '../../platform/domain-error.ts';
import { type Page, type Paginator, pageOf, preparedPageOf } from '../../platform/pagination.ts';
import { DAY, later } from '../../platform/time.ts';
import { recordAuditEvent } from '../admin/audit-log.ts';
import { movedPoints } from './admin-partners.ts';

/** Lines per insert statement. */
const AT_ONCE = 500;
const SHOWN_LINES = 5;

type Kind = (typeof reportKinds)[number];
type As = (typeof RECONCILED_AS)[number];

interface Line {
  readonly as: As;
  readonly transaction: string;
  readonly kind: Kind;
  readonly pointsHere: number | null;
  readonly pointsThere: number | null;
}

interface Said {
  readonly transaction: string;
  readonly kind: Kind;
  readonly points: number;
}

const keyOf = ({ kind, transaction }: { kind: Kind; transaction: string }) => `${kind} ${transaction}`;

const transactionWords = (given: string) =>
  given === '' ? 'the transaction is missing' : 'a transaction has 1 to 100 characters without spaces';

/** Reads the file. A partial report would show differences that don't exist, so one unreadable line rejects the whole file. */
function saidBy(csv: string): Map<string, Said> {
  const { rows, ragged } = readCsv(
    csv,
    { needed: ['transaction', 'points'], known: ['transaction', 'points', 'kind'] },
    { most: MAX_REPORT_LINES, advice: WHY_NO_PARTS },
  );
  const wrong = ragged.map((line) => ({ line, words: 'has a different number of cells than the header' }));
  const said = new Map<string, Said>();
  for (const { line, values } of rows) {
    const { transaction = '', points = '', kind: given = '' } = values;
    const kind = reportKinds.find((one) => one === (given.toLowerCase() || 'credit'));
    const refuse = (words: string) => void wrong.push({ line, words });
    if (kind === undefined) refuse('kind must be credit, milestone or reversal');
    else if (!/^[\x21-\x7e]{1,100}$/.test(transaction)) refuse(transactionWords(transaction));
    else if (!/^-?\d{1,9}$/.test(points)) refuse('points must be a whole number');
    else {
      const one = { transaction, kind, points: Number(points) };
      if (said.has(keyOf(one))) refuse(`${kind} ${transaction} appears twice`);
      said.set(keyOf(one), one);
    }
  }
  if (wrong.length > 0) {
    const listed = wrong.toSorted((a, b) => a.line - b.line).slice(0, SHOWN_LINES);
    const more = wrong.length > SHOWN_LINES ? `; and ${wrong.length - SHOWN_LINES} more` : '';
    throw fieldError(
      'csv',
      `This report can’t be compared, so we didn’t keep it: ${listed.map(({ line, words }) => `line ${line}: ${words}`).join('; ')}${more}.`,
    );
  }
  return said;
}

/** Returns our reports of a UTC day, by the time of arrival, with the points that each moved. */
async function recorded(db: Executor, partner: string, day: string) {
  const from = new Date(`${day}T00:00:00Z`);
  return db
    .select({ transaction: postbacks.transaction, kind: postbacks.kind, points: movedPoints })
    .from(postbacks)
    .leftJoin(ledger, eq(ledger.id, postbacks.ledgerId))
    .where(
      and(
        eq(postbacks.partner, partner),
        gte(postbacks.receivedAt, from),
        lt(postbacks.receivedAt, later(from, DAY)),
      ),
    )
    .orderBy(asc(postbacks.id));
}

const order: Record<As, number> = { different: 0, missing_here: 1, missing_there: 2, matched: 3 };

function compare(ours: Awaited<ReturnType<typeof recorded>>, said: ReadonlyMap<string, Said>): Line[] {
  const left = new Map(said);
  const lines = ours.map(({ transaction, kind, points }): Line => {
    const there = left.get(keyOf({ transaction, kind }));
    left.delete(keyOf({ transaction, kind }));
    const as = there === undefined ? 'missing_there' : there.points === points ? 'matched' : 'different';
    return { as, transaction, kind, pointsHere: points, pointsThere: there?.points ?? null };
  });
  const missing = [...left.values()].map(
    ({ transaction, kind, points }): Line => ({
      as: 'missing_here',
      transaction,
      kind,
      pointsHere: null,
      pointsThere: points,
    }),
  );
  return [...lines, ...missing].toSorted((a, b) => order[a.as] - order[b.as]);
}

const select = (db: Executor) =>
  db
    .select({
      row: reconciliations,
      partner: { id: partners.id, name: partners.name },
      by: { id: operators.id, name: operators.name },
    })
    .from(reconciliations)
    .innerJoin(partners, eq(partners.id, reconciliations.partner))
    .innerJoin(operators, eq(operators.id, reconciliations.operatorId));

function shown({ row, partner, by }: Awaited<ReturnType<typeof select>>[number]): Reconciliation {
  return {
    id: row.id,
    partner,
    day: row.day,
    by,
    made_at: row.madeAt.toISOString(),
    matched: row.matched,
    missing_here: row.missingHere,
    missing_there: row.missingThere,
    different: row.different,
    points_here: row.pointsHere,
    points_there: row.pointsThere,
  };
}

async function reconciliationOf(db: Executor, id: number): Promise<Reconciliation> {
  const [row] = await select(db).where(eq(reconciliations.id, id));
  if (!row) throw new DomainError('not_found');
  return shown(row);
}

/** Compares the report and stores the result. Errors: the fields `partner`, `day` (if it isn't over) and `csv`. */
export async function reconcile(
  db: Database,
  given: { operatorId: number; partner: string; day: string; csv: string; now: Date },
): Promise<Reconciliation> {
  const { operatorId, partner, day, csv, now } = given;
  const begins = new Date(`${day}T00:00:00Z`);
  if (!isDay(day)) throw fieldError('day', 'That date doesn’t exist.');
  if (begins.getTime() + DAY > now.getTime())
    throw fieldError('day', 'This day isn’t over in UTC yet. Compare it tomorrow.');
  const said = saidBy(csv);
  return db.drizzle.transaction(async (tx) => {
    if ((await tx.$count(partners, eq(partners.id, partner))) === 0)
      throw fieldError('partner', 'There is no such partner.');
    const lines = compare(await recorded(tx, partner, day), said);
    const count = (as: As) => lines.filter((line) => line.as === as).length;
    const sum = (of: 'pointsHere' | 'pointsThere') => lines.reduce((all, line) => all + (line[of] ?? 0), 0);
    const figures = {
      matched: count('matched'),
      missingHere: count('missing_here'),
      missingThere: count('missing_there'),
      different: count('different'),
      pointsHere: sum('pointsHere'),
      pointsThere: sum('pointsThere'),
    };
    const [row] = await tx
      .insert(reconciliations)
      .values({ partner, day, operatorId, madeAt: now, ...figures })
      .returning({ id: reconciliations.id });
    if (!row) throw new Error('the comparison wasn’t stored');
    const numbered = lines.map((line, at) => ({ ...line, number: at + 1, reconciliationId: row.id }));
    for (let at = 0; at < numbered.length; at += AT_ONCE)
      await tx.insert(reconciliationLines).values(numbered.slice(at, at + AT_ONCE));
    await recordAuditEvent(tx, {
      operatorId,
      act: 'reconciliation.make',
      subjectId: row.id,
      after: { partner, day, ...figures },
      now,
    });
    return reconciliationOf(tx, row.id);
  });
}

export async function listReconciliations(
  db: Database,
  given: Page & { partner: string },
): Promise<Paginator<Reconciliation>> {
  const wanted = given.partner ? eq(reconciliations.partner, given.partner) : undefined;
  const rows = select(db.drizzle).where(wanted).orderBy(desc(reconciliations.id));
  const total = db.drizzle.$count(reconciliations, wanted);
  return pageOf(rows, total, given, shown);
}

/** Returns the day before a UTC day (-1), or after it (1). */
const dayBeside = (day: string, days: -1 | 1) =>
  later(new Date(`${day}T00:00:00Z`), days * DAY)
    .toISOString()
    .slice(0, 10);

type Row = typeof reconciliationLines.$inferSelect;

/**
 * Returns the days on which the other side has lines that only one side has, by keyOf. Around midnight the two sides often count a
 * report on different days, and then nothing is missing.
 */
async function otherDays(
  db: Executor,
  { partner: { id: partner }, day }: Reconciliation,
  lines: readonly Row[],
): Promise<Map<string, string>> {
  const those = (as: As) => lines.filter((line) => line.as === as).map(({ transaction }) => transaction);
  const ours = await db
    .select({ kind: postbacks.kind, transaction: postbacks.transaction, at: postbacks.receivedAt })
    .from(postbacks)
    .where(and(eq(postbacks.partner, partner), inArray(postbacks.transaction, those('missing_here'))));
  const { kind, transaction, pointsThere, reconciliationId } = reconciliationLines;
  const theirs = await db
    .select({ kind, transaction, day: reconciliations.day })
    .from(reconciliationLines)
    .innerJoin(reconciliations, eq(reconciliations.id, reconciliationId))
    .where(
      and(
        eq(reconciliations.partner, partner),
        inArray(reconciliations.day, [dayBeside(day, -1), dayBeside(day, 1)]),
        inArray(transaction, those('missing_there')),
        isNotNull(pointsThere),
      ),
    );
  const days = [
    ...ours.map(({ at, ...line }) => ({ ...line, day: at.toISOString().slice(0, 10) })),
    ...theirs,
  ];
  return new Map(days.map((line) => [keyOf(line), line.day]));
}

/** Returns a reconciliation with its lines, differences first. Errors: not_found. */
export async function getReconciliation(db: Database, given: Page & { id: number; as: 'all' | As }) {
  const { id, as } = given;
  const wanted = and(
    eq(reconciliationLines.reconciliationId, id),
    as === 'all' ? undefined : eq(reconciliationLines.as, as),
  );
  const rows = db.drizzle
    .select()
    .from(reconciliationLines)
    .where(wanted)
    .orderBy(asc(reconciliationLines.number));
  const total = db.drizzle.$count(reconciliationLines, wanted);
  const reconciliation = await reconciliationOf(db.drizzle, id);
  const lines = await preparedPageOf(rows, total, given, async (found) => {
    const days = await otherDays(db.drizzle, reconciliation, found);
    return (line) => ({
      as: line.as,
      transaction: line.transaction,
      kind: line.kind,
      points_here: line.pointsHere,
      points_there: line.pointsThere,
      other_day: days.get(keyOf(line)) ?? null,
    });
  });
  return { reconciliation, lines };
}

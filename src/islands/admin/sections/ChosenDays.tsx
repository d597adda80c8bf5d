import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { OperatorPartner } from '../../../lib/contract/offers/operator-partners.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { Button } from '../../shared/Button.tsx';
import { download } from '../../shared/download.ts';
import { Facts } from '../../shared/Facts.tsx';
import { Points } from '../../shared/Points.tsx';
import { type ChosenDays as Chosen, chosenDays, csvOfDays, csvOfPartners } from '../figures-store.ts';
import { Loaded } from '../parts/DetailFrame.tsx';
import { Filters } from '../parts/Filters.tsx';
import { type Columns, Table } from '../parts/ListFrame.tsx';
import { dayColumns, totalsOf } from './RecentDays.tsx';

const filters = [
  { kind: 'day', name: 'from', label: 'From' },
  { kind: 'day', name: 'to', label: 'To' },
] as const;

/** Returns the first and the last day of the month before this one, in UTC. */
function lastMonth(now: Date) {
  const dayOf = (month: number, day: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), month, day)).toISOString().slice(0, 10);
  return { from: dayOf(now.getUTCMonth() - 1, 1), to: dayOf(now.getUTCMonth(), 0) };
}

const partnerColumns: Columns<OperatorPartner> = [
  { head: 'Partner', kind: 'words', cell: ({ name }) => name },
  { head: 'Reports', kind: 'figure', cell: ({ in_days }) => in_days?.reports ?? 0 },
  { head: 'Points', kind: 'figure', cell: ({ in_days }) => <Points points={in_days?.points ?? 0} change /> },
];

/** The figures of the days that the operator chooses, such as a month, with each partner's total. */
export function ChosenDays() {
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() => lastMonth(new Date()));
  const [isAsked, setAsked] = useState(false);
  const load = useStore(chosenDays.$load, { ssr: 'initial' });
  return (
    <section className="recent-days" aria-labelledby="chosen-days">
      <h2 id="chosen-days">Other days</h2>
      <Filters
        filters={filters}
        values={values}
        errors={load.state === 'failed' ? load.error.fields : {}}
        onChange={(next) => {
          setValues(next);
          // Without days, the answer would be about the recent ones.
          const isSet = `${next.from}${next.to}` !== '';
          setAsked(isSet);
          if (isSet) void chosenDays.load(`${next.from} ${next.to}`);
        }}
      />
      {isAsked && (
        <Loaded source={chosenDays} noun="the figures">
          {(found) => <Found found={found} />}
        </Loaded>
      )}
    </section>
  );
}

function Found({ found }: { readonly found: Chosen }) {
  const { days, partners } = found;
  const span = `${days[0]?.day}-${days.at(-1)?.day}`;
  const save = (what: string, text: string) => download(`playtally-${what}-${span}.csv`, 'text/csv', text);
  return (
    <>
      <Facts of={totalsOf(days)} />
      <Table
        label="partners’ totals"
        rows={partners}
        columns={partnerColumns}
        hrefOf={({ id }) => hrefs.operator('partners', id)}
      />
      <details>
        <summary>Show each day as a table</summary>
        <Table label="figures by chosen day" rows={days} columns={dayColumns} keyOf={({ day }) => day} />
      </details>
      <div className="actions">
        <Button quiet small onPress={() => save('figures', csvOfDays(found))}>
          Download days as CSV
        </Button>
        <Button quiet small onPress={() => save('partners', csvOfPartners(found))}>
          Download partners as CSV
        </Button>
      </div>
    </>
  );
}

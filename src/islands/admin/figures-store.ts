/** The figures of days that the operator chooses, and as files. */
import { request } from '../../lib/client/client.ts';
import { listPartners, type OperatorPartner } from '../../lib/contract/offers/operator-partners.ts';
import { type Figures, getFigures } from '../../lib/contract/operators/operator.ts';
import { csvOfList } from '../shared/stores/ledger-file.ts';
import { itemSource } from './section-store.ts';

export interface ChosenDays {
  readonly days: Figures['days'];
  readonly partners: readonly OperatorPartner[];
}

/** Asked by the first and the last day: '2026-11-01 2026-11-30'. */
export const chosenDays = itemSource<ChosenDays, string>(async (ask) => {
  const [from = '', to = ''] = ask.split(' ');
  const query = { from, to };
  const { figures } = await request(getFigures, { query });
  return { days: figures.days, partners: (await request(listPartners, { query })).partners };
});

const dayColumns = [
  'day',
  'points_issued',
  'points_redeemed',
  'orders_sent',
  'cents_sent',
  'new_accounts',
] as const;

export const csvOfDays = ({ days }: ChosenDays): string => csvOfList(dayColumns, days);

export const csvOfPartners = ({ partners }: ChosenDays): string =>
  csvOfList(
    ['partner', 'name', 'reports', 'points'],
    partners.map(({ id, name, in_days: found }) => ({
      partner: id,
      name,
      reports: found?.reports ?? 0,
      points: found?.points ?? 0,
    })),
  );

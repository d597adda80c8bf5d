import { hrefs, matchRoute, routes } from '../../lib/routing/routes.ts';

/** The sections of the back office by their name in the address, in the order of the day's work. */
export const groups = [
  {
    title: 'Waiting',
    sections: ['orders', 'submissions', 'opinions', 'disputes', 'support', 'adjustments'],
  },
  { title: 'Manage', sections: ['rewards', 'codes', 'users', 'partners', 'contests'] },
  { title: 'Oversight', sections: ['rejected', 'reconciliation', 'log', 'operators'] },
] as const;

export type Section = (typeof groups)[number]['sections'][number];

export const titles: Readonly<Record<Section, string>> = {
  orders: 'Orders',
  submissions: 'Submissions',
  opinions: 'Reviews',
  disputes: 'Problem reports',
  support: 'Support',
  adjustments: 'Adjustments',
  rewards: 'Rewards',
  codes: 'Code stock',
  users: 'Users',
  partners: 'Partners',
  contests: 'Giveaways',
  rejected: 'Rejected reports',
  reconciliation: 'Reconciliation',
  log: 'Audit log',
  operators: 'Operators',
};

/** What one of a section's items is called. A section without items of its own isn't listed. */
const singles: Readonly<Partial<Record<Section, string>>> = {
  orders: 'Order',
  submissions: 'Submission',
  opinions: 'Review',
  disputes: 'Problem report',
  support: 'Conversation',
  users: 'User',
  partners: 'Partner',
  contests: 'Giveaway',
  reconciliation: 'Comparison',
};

/** What a section's form is called, which is behind the section's one address besides its list. */
const forms: Readonly<Partial<Record<Section, string>>> = {
  adjustments: 'Adjust a balance',
  support: 'Write to a player',
  codes: 'Add codes',
  contests: 'Announce a giveaway',
  reconciliation: 'Compare a day',
};

export interface Place {
  /** Null: the home screen. Undefined: an unknown section. */
  readonly section: Section | null | undefined;
  /** The id in the address. Null for the section's list. */
  readonly id: string | null;
}

/** '/operator/orders/41' → { section: 'orders', id: '41' } */
export function placeIn(path: string): Place {
  const { section, id } = matchRoute(routes.operator.pattern, path) ?? {};
  if (section === undefined) return { section: null, id: null };
  const known = groups.flatMap((group) => [...group.sections]).find((one) => one === section);
  return { section: known, id: id ?? null };
}

/** The heading of a screen: "Orders", "Order 41", "Add codes". */
export function titleOf({ section, id }: Place): string {
  if (section === null) return 'To do';
  if (section === undefined) return 'Operator';
  if (id === null) return titles[section];
  if (section === 'codes' && id === 'remove') return 'Remove codes';
  if (section === 'codes' && id === 'find') return 'Find codes';
  if (id.startsWith(PROOF)) return `Social task ${id.slice(PROOF.length)}`;
  const one = singles[section];
  return one !== undefined && id !== 'new' ? `${one} ${id}` : (forms[section] ?? titles[section]);
}

/** Where an item is listed, for those who come to it from elsewhere. */
export const listOf = ({ section, id }: Place): string =>
  `${hrefs.operator(section ?? undefined)}${id?.startsWith(PROOF) ? '?kind=proofs' : ''}`;

/** A proof is a submission too, with numbers of its own: '/operator/submissions/proof-7'. */
export const PROOF = 'proof-';

/** '41' → 41. Anything that isn't an id → 0, which no item has. */
export const numberIn = (id: string): number => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0);

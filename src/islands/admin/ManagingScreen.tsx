import type { ReactNode } from 'react';
import { numberIn, type Place } from './places.ts';
import { Codes, FindCodes, ImportCodes, RemoveCodes } from './sections/Codes.tsx';
import { NewContest } from './sections/ContestForm.tsx';
import { Contest, Contests } from './sections/Contests.tsx';
import { Log } from './sections/Log.tsx';
import { Operators } from './sections/Operators.tsx';
import { Partner, Partners } from './sections/Partners.tsx';
import { Compare, Reconciliation, Reconciliations } from './sections/Reconciliation.tsx';
import { RejectedReports } from './sections/RejectedReports.tsx';
import { Rewards } from './sections/Rewards.tsx';
import { UserScreen } from './sections/User.tsx';
import { Users } from './sections/Users.tsx';

/** The screens of what operators manage and look into. */
export function ManagingScreen({ place: { section, id } }: { readonly place: Place }): ReactNode {
  switch (section) {
    case 'rewards':
      return <Rewards />;
    case 'codes':
      if (id === null) return <Codes />;
      if (id === 'find') return <FindCodes />;
      return id === 'remove' ? <RemoveCodes /> : <ImportCodes />;
    case 'users':
      return id === null ? <Users /> : <UserScreen key={id} id={numberIn(id)} />;
    case 'partners':
      return id === null ? <Partners /> : <Partner key={id} id={id} />;
    case 'contests':
      if (id === null) return <Contests />;
      return id === 'new' ? <NewContest /> : <Contest key={id} id={numberIn(id)} />;
    case 'rejected':
      return <RejectedReports />;
    case 'reconciliation':
      if (id === null) return <Reconciliations />;
      return id === 'new' ? <Compare /> : <Reconciliation key={id} id={numberIn(id)} />;
    case 'log':
      return <Log />;
    case 'operators':
      return <Operators />;
    default:
      return null;
  }
}

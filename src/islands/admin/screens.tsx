import type { ReactNode } from 'react';
import { numberIn, type Place, PROOF } from './places.ts';
import { Adjust, Adjustments } from './sections/Adjustments.tsx';
import { Codes, ImportCodes, RemoveCodes } from './sections/Codes.tsx';
import { NewContest } from './sections/ContestForm.tsx';
import { Contest, Contests } from './sections/Contests.tsx';
import { DisputeScreen, Disputes } from './sections/Disputes.tsx';
import { Home } from './sections/Home.tsx';
import { Log } from './sections/Log.tsx';
import { Operators } from './sections/Operators.tsx';
import { Opinion } from './sections/Opinion.tsx';
import { Opinions } from './sections/Opinions.tsx';
import { OrderScreen } from './sections/Order.tsx';
import { Orders } from './sections/Orders.tsx';
import { Partner, Partners } from './sections/Partners.tsx';
import { Proof } from './sections/Proof.tsx';
import { Compare, Reconciliation, Reconciliations } from './sections/Reconciliation.tsx';
import { Rewards } from './sections/Rewards.tsx';
import { Submission } from './sections/Submission.tsx';
import { Submissions } from './sections/Submissions.tsx';
import { SupportThreads, ThreadScreen } from './sections/Support.tsx';
import { UserScreen } from './sections/User.tsx';
import { Users } from './sections/Users.tsx';

/** Returns the screen for an address. Null for an unknown section. */
export function screenOf({ section, id }: Place): ReactNode {
  switch (section) {
    case null:
      return <Home />;
    case 'orders':
      return id === null ? <Orders /> : <OrderScreen key={id} id={numberIn(id)} />;
    case 'rewards':
      return <Rewards />;
    case 'codes':
      if (id === null) return <Codes />;
      return id === 'remove' ? <RemoveCodes /> : <ImportCodes />;
    case 'submissions':
      if (id === null) return <Submissions />;
      return id.startsWith(PROOF) ? (
        <Proof key={id} id={numberIn(id.slice(PROOF.length))} />
      ) : (
        <Submission key={id} id={numberIn(id)} />
      );
    case 'opinions':
      return id === null ? <Opinions /> : <Opinion key={id} id={numberIn(id)} />;
    case 'disputes':
      return id === null ? <Disputes /> : <DisputeScreen key={id} id={numberIn(id)} />;
    case 'support':
      return id === null ? <SupportThreads /> : <ThreadScreen key={id} id={numberIn(id)} />;
    case 'adjustments':
      return id === null ? <Adjustments /> : <Adjust />;
    case 'users':
      return id === null ? <Users /> : <UserScreen key={id} id={numberIn(id)} />;
    case 'partners':
      return id === null ? <Partners /> : <Partner key={id} id={id} />;
    case 'contests':
      if (id === null) return <Contests />;
      return id === 'new' ? <NewContest /> : <Contest key={id} id={numberIn(id)} />;
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

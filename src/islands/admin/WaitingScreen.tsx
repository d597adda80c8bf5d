import type { ReactNode } from 'react';
import { numberIn, type Place, PROOF } from './places.ts';
import { Adjust, Adjustments } from './sections/Adjustments.tsx';
import { DisputeScreen, Disputes } from './sections/Disputes.tsx';
import { Home } from './sections/Home.tsx';
import { Opinion } from './sections/Opinion.tsx';
import { Opinions } from './sections/Opinions.tsx';
import { OrderScreen } from './sections/Order.tsx';
import { Orders } from './sections/Orders.tsx';
import { Proof } from './sections/Proof.tsx';
import { Submission } from './sections/Submission.tsx';
import { Submissions } from './sections/Submissions.tsx';
import { NewThread, SupportThreads, ThreadScreen } from './sections/Support.tsx';

/** The first screen, and those of what is waiting. */
export function WaitingScreen({ place: { section, id } }: { readonly place: Place }): ReactNode {
  switch (section) {
    case null:
      return <Home />;
    case 'orders':
      return id === null ? <Orders /> : <OrderScreen key={id} id={numberIn(id)} />;
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
      if (id === null) return <SupportThreads />;
      return id === 'new' ? <NewThread /> : <ThreadScreen key={id} id={numberIn(id)} />;
    case 'adjustments':
      return id === null ? <Adjustments /> : <Adjust />;
    default:
      return null;
  }
}

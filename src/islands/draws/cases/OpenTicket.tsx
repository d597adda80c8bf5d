import type { User } from '../../../lib/contract/account/account.ts';
import type { Case } from '../../../lib/contract/draws/cases.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { lazy } from '../../shared/lazy.tsx';
import { Points } from '../../shared/Points.tsx';
import type { Area } from './case-places.ts';
import type { Turn } from './case-store.ts';
import { bestOf, Lid } from './Lid.tsx';

/** Loaded separately, because guests don't need it. */
export const loadForm = async () => (await import('./OpenForm.tsx')).OpenForm;
const OpenForm = lazy(loadForm, () => <div className="form-size" aria-busy="true" />);

interface Props {
  readonly one: Case;
  readonly area: Area;
  readonly user: User | null;
  readonly turn: Turn;
}

/** The ticket to open a case: its price above the tear line, the form below. */
export function OpenTicket({ one, area, user, turn }: Props) {
  return (
    <section className="torn open-ticket" aria-label="Open it" tabIndex={-1}>
      <div className="upper">
        <Lid of={one.slug} kind="Case" no={`No. ${one.id}`} best={bestOf(one)} />
        <p className="price">
          <Points points={one.points} />
        </p>
      </div>
      <div className="lower">
        {user === null ? (
          <GuestWays one={one} />
        ) : area === 'guest' ? (
          <a className="button" href={hrefs.userCase(one.id, one.name)}>
            Open it in your account
          </a>
        ) : (
          // A new form for each draw, because the seed must be fresh: we could take a known seed into account.
          <OpenForm one={one} user={user} turn={turn} key={one.commitment?.id} />
        )}
        <p>
          <a href="#how-it-is-drawn">How we draw</a>
        </p>
      </div>
    </section>
  );
}

function GuestWays({ one }: { readonly one: Case }) {
  const target = hrefs.userCase(one.id, one.name);
  return (
    <>
      <p>
        You open cases with points you’ve earned. For players {one.min_age}+, up to {one.daily_limit} a day.
      </p>
      <a className="button" href={hrefs.logIn(target)}>
        Log in to open it
      </a>
      <a className="button quiet" href={hrefs.signUp(target)}>
        Sign up
      </a>
    </>
  );
}

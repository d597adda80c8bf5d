import { BirthDateForm } from '../shared/LazyBirthDateForm.tsx';
import { Instead } from './Instead.tsx';
import { leaveFor } from './leave.ts';

/** After the first sign-in with a provider. Asks for the birth date, which providers don't send. */
export function Welcome({ target }: { readonly target: string }) {
  return (
    <section className="sign-in" aria-labelledby="welcome-title">
      <div className="sign-in-body">
        <Instead id="welcome-title" title="When were you born?">
          <p className="muted">You need it for rewards with an age limit. Other players can’t see it.</p>
        </Instead>
        <BirthDateForm onSaved={() => leaveFor(target)} />
        <p>
          <a href={target}>Skip for now</a>
        </p>
      </div>
    </section>
  );
}

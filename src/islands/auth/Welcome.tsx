import { BirthDateForm } from '../shared/LazyBirthDateForm.tsx';
import { trySaveBirthDate } from '../shared/stores/birth-date.ts';
import { Instead } from './Instead.tsx';
import { leaveFor } from './leave.ts';

/** After the first sign-in with a provider. Asks for the birth date, which providers don't send. */
export function Welcome({ target }: { readonly target: string }) {
  async function save(date: string) {
    const wrong = await trySaveBirthDate(date);
    if (wrong === undefined) await leaveFor(target);
    return wrong;
  }

  return (
    <section className="sign-in" aria-labelledby="welcome-title">
      <div className="sign-in-body">
        <Instead id="welcome-title" title="When were you born?">
          <p className="muted">You need it for rewards with an age limit. Other players can’t see it.</p>
        </Instead>
        <BirthDateForm onSave={save} />
        <p>
          <a
            href={target}
            onClick={(event) => {
              event.preventDefault();
              void leaveFor(target);
            }}
          >
            Skip for now
          </a>
        </p>
      </div>
    </section>
  );
}

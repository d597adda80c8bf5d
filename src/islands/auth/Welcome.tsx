import { trySaveBirthDate } from '../../lib/stores/birth-date.ts';
import { BirthDateForm } from '../shared/LazyBirthDateForm.tsx';
import { Instead } from './Instead.tsx';
import { leaveFor } from './leave.ts';

/** After the first time with a provider, which tells no birth date: the one question that joining by e-mail asks as well. */
export function Welcome({ target }: { readonly target: string }) {
  async function save(date: string) {
    const wrong = await trySaveBirthDate(date);
    if (wrong === undefined) leaveFor(target);
    return wrong;
  }

  return (
    <section className="sign-in" aria-labelledby="welcome-title">
      <div className="sign-in-body">
        <Instead id="welcome-title" title="One question">
          <p className="muted">
            Your birth date is saved with your account and shown to nobody else. What has an age limit stays
            closed without it.
          </p>
        </Instead>
        <BirthDateForm onSave={save} />
        <p>
          <a href={target}>Answer later</a>
        </p>
      </div>
    </section>
  );
}

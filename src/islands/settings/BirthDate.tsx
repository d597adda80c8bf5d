import type { User } from '../../lib/contract/account/account.ts';
import { longDate } from '../../lib/format/dates.ts';
import { BirthDateForm } from '../shared/BirthDateForm.tsx';
import { Section } from './Section.tsx';
import { saveOwnBirthDate } from './store.ts';

/** The birth date, which can be set only once. */
export function BirthDate({ user: { birth_date: date } }: { readonly user: User }) {
  return (
    <Section id="birth-date" title="Date of birth" state={date ? longDate(date) : 'Not set'}>
      {date ? (
        <p className="muted">You can’t change it. If it’s wrong, contact support.</p>
      ) : (
        <>
          <p className="muted">You need it for cases and rewards with an age limit.</p>
          <BirthDateForm onSave={saveOwnBirthDate} quiet />
        </>
      )}
    </Section>
  );
}

import { useRef, useState } from 'react';
import type { SavedDetail } from '../../lib/contract/settings.ts';
import { longDate } from '../../lib/format/dates.ts';
import { Button } from '../shared/Button.tsx';
import { forgetDetail } from './store.ts';

/** Where rewards go, as it was saved with one: to look at, and to have forgotten. */
export function Delivery({ details }: { readonly details: readonly SavedDetail[] }) {
  const [refused, setRefused] = useState<string>();
  const title = useRef<HTMLHeadingElement>(null);

  async function forget(field: string) {
    const why = await forgetDetail(field);
    setRefused(why);
    // The button that had the focus is gone with its line.
    if (why === undefined) title.current?.focus();
  }

  return (
    <section className="panel" aria-labelledby="delivery">
      <h2 id="delivery" ref={title} tabIndex={-1}>
        Where rewards go
      </h2>
      <p className="muted">
        {details.length === 0
          ? 'Nothing is saved. A reward that isn’t a code asks where to go, and what you answer is then here.'
          : 'Kept encrypted, so that you don’t enter it again. Orders on their way keep their own copy.'}
      </p>
      {details.length > 0 && (
        <ul className="rows devices">
          {details.map(({ field, label, value, kept_until }) => (
            <li key={field} className="row">
              <span>
                <b>{label}</b> <span className="saved-value">{value}</span>
                <small>forgotten on {longDate(kept_until)} unless you use it before</small>
              </span>
              <Button quiet small onPress={() => forget(field)}>
                Forget<span className="unseen"> {label}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {refused !== undefined && (
        <p className="notice bad" role="alert">
          It wasn’t forgotten. {refused}
        </p>
      )}
    </section>
  );
}

import { useRef, useState } from 'react';
import type { SavedDetail } from '../../lib/contract/settings/settings.ts';
import { longDate } from '../../lib/format/dates.ts';
import { Alert } from '../shared/Alert.tsx';
import { Button } from '../shared/Button.tsx';
import { Section } from './Section.tsx';
import { forgetDetail } from './store.ts';

/** The saved delivery details, which can be deleted. */
export function Delivery({ details }: { readonly details: readonly SavedDetail[] }) {
  const [refused, setRefused] = useState<string>();
  const title = useRef<HTMLHeadingElement>(null);

  async function forget(field: string) {
    const why = await forgetDetail(field);
    setRefused(why);
    // The button that had the focus was removed with its line.
    if (why === undefined) title.current?.focus();
  }

  return (
    <Section
      id="delivery"
      title="Delivery details"
      state={details.length > 0 && `${details.length} saved`}
      heading={title}
    >
      <p className="muted">
        {details.length === 0
          ? 'Nothing saved yet. If a reward needs your username or address, we save it here.'
          : 'We keep these encrypted so you don’t have to enter them again. Orders on their way have their own copy.'}
      </p>
      {details.length > 0 && (
        <ul className="rows devices">
          {details.map(({ field, label, value, kept_until }) => (
            <li key={field} className="row">
              <span>
                <b>{label}</b> <span className="saved-value">{value}</span>
                <small>deleted on {longDate(kept_until)} if you don’t use it before then</small>
              </span>
              <Button quiet small onPress={() => forget(field)}>
                Delete<span className="unseen"> {label}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Alert>{refused && `We couldn’t delete it. ${refused}`}</Alert>
    </Section>
  );
}

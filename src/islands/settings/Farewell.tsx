import { useEffect, useRef } from 'react';
import { exactTime } from '../../lib/format/dates.ts';
import { routes } from '../../lib/routing/routes.ts';

interface Props {
  readonly due: string;
  /** Mails only go to a confirmed address. */
  readonly mailed: boolean;
}

/** Replaces the settings after the deletion was requested. */
export function Farewell({ due, mailed }: Props) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <section className="panel farewell" aria-labelledby="farewell">
      <h2 id="farewell" ref={title} tabIndex={-1}>
        We’ll delete your account
      </h2>
      <p>
        We’ll delete it on <b>{exactTime(due)}</b>. Changed your mind? Log in before then to keep everything.
        {mailed && ' We’ve also emailed you this.'}
      </p>
      <div className="actions">
        <a className="button quiet" href={routes.login.pattern}>
          Log in and keep my account
        </a>
        <a className="button quiet" href={routes.index.pattern}>
          Go to the home page
        </a>
      </div>
    </section>
  );
}

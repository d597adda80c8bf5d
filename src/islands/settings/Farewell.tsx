import { useEffect, useRef } from 'react';
import { exactTime } from '../../lib/format/dates.ts';
import { routes } from '../../lib/routing/routes.ts';

/** What stands in place of the settings once the deletion was asked for. */
export function Farewell({ due }: { readonly due: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <section className="panel farewell" aria-labelledby="farewell">
      <h2 id="farewell" ref={title} tabIndex={-1}>
        Your account will be deleted
      </h2>
      <p>
        On <b>{exactTime(due)}</b> it is erased. Until then nothing is lost: log in, and the deletion is
        called off. A mail with the same words is on its way to you.
      </p>
      <div className="actions">
        <a className="button quiet" href={routes.login.pattern}>
          Log in and keep it
        </a>
        <a className="button quiet" href={routes.index.pattern}>
          To the home page
        </a>
      </div>
    </section>
  );
}

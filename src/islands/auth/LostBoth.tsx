import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { LOST_FACTOR_LINK_MINUTES, LOST_FACTOR_WAIT_DAYS } from '../../lib/contract/limits.ts';
import { Button } from '../shared/Button.tsx';
import { $lostReport, openLostReport, reportLost, reportLostByLink } from './factor-recovery-store.ts';
import './lost.css';

/** Next to the code field: starts the recovery for players who have lost both the app and the recovery codes. */
export function LostBoth({ by }: { readonly by: 'password' | 'link' }) {
  const report = useStore($lostReport, { ssr: 'initial' });
  const place = useRef<HTMLDivElement>(null);
  useEffect(openLostReport, []);

  async function send() {
    // Use the surrounding form's data, which the server has already accepted.
    const data = new FormData(place.current?.closest('form') ?? undefined);
    const email = String(data.get('email') ?? '');
    if (by === 'link') await reportLostByLink(email);
    else await reportLost({ email, password: String(data.get('password') ?? '') });
  }

  const refused =
    report.state === 'refused' ? (report.message ?? Object.values(report.fields)[0] ?? null) : null;
  return (
    <div className="lost-both" ref={place}>
      {report.state !== 'done' && (
        <>
          <p className="small-print">
            No app and no recovery codes? We’ll email you a link that starts a {LOST_FACTOR_WAIT_DAYS}-day
            wait. After that you can log in without a code.
          </p>
          <Button quiet small onPress={send}>
            I’ve lost both
          </Button>
        </>
      )}
      {refused !== null && (
        <p className="notice bad" role="alert">
          {refused}
        </p>
      )}
      <p className={report.state === 'done' ? 'notice ok' : 'unseen'} role="status">
        {report.state === 'done' &&
          `Check your inbox. The link works once and expires in ${LOST_FACTOR_LINK_MINUTES} minutes. Nothing changes until you open it and press the button.`}
      </p>
    </div>
  );
}

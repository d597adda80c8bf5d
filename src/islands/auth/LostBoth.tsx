import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { FACTOR_RECOVERY_LINK_MINUTES, FACTOR_RECOVERY_WAIT_DAYS } from '../../lib/contract/limits.ts';
import { Alert } from '../shared/Alert.tsx';
import { Button } from '../shared/Button.tsx';
import { refusedOf } from '../shared/stores/form.ts';
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

  const refused = refusedOf(report);
  return (
    <div className="lost-both" ref={place}>
      {report.state !== 'done' && (
        <>
          <p className="small-print">
            No app and no recovery codes? We’ll email you a link that starts a {FACTOR_RECOVERY_WAIT_DAYS}-day
            wait. After that you can log in without a code.
          </p>
          <Button quiet small onPress={send}>
            I’ve lost both
          </Button>
        </>
      )}
      <Alert>{refused && (refused.message ?? Object.values(refused.fields)[0])}</Alert>
      <p className={report.state === 'done' ? 'notice ok' : 'unseen'} role="status">
        {report.state === 'done' &&
          `Check your inbox. The link works once and expires in ${FACTOR_RECOVERY_LINK_MINUTES} minutes. Nothing changes until you open it and press the button.`}
      </p>
    </div>
  );
}

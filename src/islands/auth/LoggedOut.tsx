import { useEffect, useState } from 'react';
import { isTextKept } from '../../lib/session/kept-texts.ts';
import { wasLoggedOut } from '../../lib/session/logged-out.ts';

/** Why a visitor who didn't ask for it sees the log-in. */
export function LoggedOut() {
  const [why, setWhy] = useState('');
  // After mounting: the page was rendered for everybody.
  useEffect(() => {
    if (!wasLoggedOut(location.pathname + location.search)) return;
    const kept = isTextKept() ? ' Your text is still there.' : '';
    setWhy(`Your session has ended. Log in to pick up where you left off.${kept}`);
  }, []);
  return (
    <p className={why === '' ? 'unseen' : 'notice'} role="status">
      {why}
    </p>
  );
}

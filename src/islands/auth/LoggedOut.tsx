import { useEffect, useState } from 'react';
import { isTextKept } from '../../lib/session/kept-texts.ts';
import { wasLoggedOut } from '../../lib/session/logged-out.ts';

/** Explains why the login page appeared without the user asking for it. */
export function LoggedOut() {
  const [why, setWhy] = useState('');
  // Only after mounting, because the pre-rendered page is the same for everyone.
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

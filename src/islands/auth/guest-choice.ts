/** Which of two rounds a guest who signs in keeps. An account keeps only one. */
import { forgetGuestRound, isOpen, storedGuestRound, worth } from '../../lib/session/guest-round.ts';
import { storedRound, storeRound } from '../../lib/session/kept-round.ts';

/**
 * Keeps a running round instead of the one that has ended, if it earns at least as much. Otherwise the running one goes on as
 * free play.
 */
export function chooseGuestRound(): void {
  const ended = storedGuestRound();
  const running = storedRound(null);
  if (!ended || !running?.guest || running.ended) return;
  const { reached = { once: 0, again: 0 } } = running;
  if (isOpen(ended) && worth(ended) > worth({ reached }))
    storeRound({ ...running, session: null, guest: false, daily: false });
  else forgetGuestRound();
}

/** Why this tab was sent to the login. It is stored with the address that the tab was sent to, so that a link can't fake it. */
import { LOGGED_OUT } from './session.ts';

/** Whether an ended session led to this address. */
export function wasLoggedOut(address: string): boolean {
  try {
    return sessionStorage.getItem(LOGGED_OUT) === address;
  } catch {
    return false;
  }
}

export function forgetLoggedOut(): void {
  try {
    sessionStorage.removeItem(LOGGED_OUT);
  } catch {
    // Nothing was stored.
  }
}

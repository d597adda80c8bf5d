/** Why this tab was sent to the login. It is stored with the address that the tab was sent to, so that a link can't fake it. */
const KEY = 'logged_out';

export function noteLoggedOut(to: string): void {
  try {
    sessionStorage.setItem(KEY, to);
  } catch {
    // The login page then doesn't give a reason.
  }
}

/** Whether an ended session led to this address. */
export function wasLoggedOut(address: string): boolean {
  try {
    return sessionStorage.getItem(KEY) === address;
  } catch {
    return false;
  }
}

export function forgetLoggedOut(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
}

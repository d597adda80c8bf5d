/** Why this tab was led to the login: kept beside the address that it was led to, so that no link can claim it. */
const KEY = 'logged_out';

export function noteLoggedOut(to: string): void {
  try {
    sessionStorage.setItem(KEY, to);
  } catch {
    // The login then asks without saying why.
  }
}

/** Whether a session's end led to this address. */
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
    // Nothing was noted.
  }
}

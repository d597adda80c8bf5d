/** What no log may hold. Fault tests plant it in what they send, and `testApi` and `startServerProcess` look through their logs for it. */
export const PLANTED_SECRET = 'zr8-quokka';

/** Throws if a log holds a planted secret, a password's hash, or one of `more`, such as tokens and addresses. */
export function expectNoSecrets(log: string, more: Iterable<string> = []): void {
  const text = log.toLowerCase();
  const found = [PLANTED_SECRET, '$argon2', ...more].filter((one) => text.includes(one.toLowerCase()));
  if (found.length > 0) throw new Error(`The log holds what is secret: ${found.join(', ')}\n${log}`);
}

/** Values that no log may contain. Fault tests send them, and `testApi` and `startServerProcess` search their logs for them. */
export const PLANTED_SECRET = 'zr8-quokka';

/** Throws if a log contains a planted secret, a password hash, or one of `more`, such as tokens and addresses. */
export function expectNoSecrets(log: string, more: Iterable<string> = []): void {
  const text = log.toLowerCase();
  const found = [PLANTED_SECRET, '$argon2', ...more].filter((one) => text.includes(one.toLowerCase()));
  if (found.length > 0) throw new Error(`The log contains secrets: ${found.join(', ')}\n${log}`);
}

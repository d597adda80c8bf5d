/** Providers for whom dots in a name say nothing. */
const DOTLESS = new Set(['gmail.com', 'googlemail.com']);

/**
 * Where mail to an address ends up, as far as the address shows: "Jo.Doe+play@googlemail.com" → "jodoe@gmail.com". What follows a
 * plus is a label everywhere that knows it.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  const [name = ''] = email.slice(0, at).toLowerCase().split('+');
  return DOTLESS.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

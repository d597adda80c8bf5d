/** Providers that ignore dots in the name. */
const DOTLESS = new Set(['gmail.com', 'googlemail.com']);

/**
 * Returns the mailbox of an address, as far as the address shows it: "Jo.Doe+play@googlemail.com" → "jodoe@gmail.com". Providers
 * that know plus signs treat the part after one as a label.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  const [name = ''] = email.slice(0, at).toLowerCase().split('+');
  return DOTLESS.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

/** Providers whose mailboxes have several domains, or that ignore signs in a name. The first domain stands for all. */
const PROVIDERS: readonly { readonly domains: readonly string[]; readonly ignores?: RegExp }[] = [
  { domains: ['gmail.com', 'googlemail.com'], ignores: /\./g },
  { domains: ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'], ignores: /[._-]/g },
  { domains: ['icloud.com', 'me.com', 'mac.com'] },
];

/**
 * Returns the mailbox of an address, as far as the address shows it: "Jo.Doe+play@googlemail.com" → "jodoe@gmail.com". Providers
 * that know plus signs treat the part after one as a label. The database's mailbox_of says the same (migration 0034).
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  const [name = ''] = email.slice(0, at).toLowerCase().split('+');
  const provider = PROVIDERS.find(({ domains }) => domains.includes(domain));
  const known = provider?.ignores ? name.replaceAll(provider.ignores, '') : name;
  return `${known}@${provider?.domains[0] ?? domain}`;
}

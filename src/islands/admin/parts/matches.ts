const words: Readonly<Record<string, string>> = {
  lost_factor: 'Authenticator app and recovery codes recently reported lost: this may not be the owner',
  self_referral: 'Invited by an account that seems to belong to the same person',
  returned: 'Same mailbox or login as a deleted account',
  payout: 'Same delivery address as another account',
  device: 'Same device as another account',
  crowd: 'Internet address shared by many accounts',
  first_order: 'First order, paid only with points from our games',
  no_device: 'No device ID',
  no_mailbox: 'Email not confirmed',
  pace: 'Less play time than these points need',
  budget: 'The site’s daily earning limit was used up',
  address: 'Same internet address as another account within a day',
};

/** Returns what links two accounts, in words. An unknown reason is shown as it is. */
export const matchWords = (reason: string | null): string =>
  reason === null ? 'Not known.' : (words[reason] ?? reason);

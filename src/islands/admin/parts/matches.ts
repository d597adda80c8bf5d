const words: Readonly<Record<string, string>> = {
  lost_factor:
    'App and recovery codes were reported lost in the last days: it may not be its owner who orders',
  self_referral: 'Invited by an account that looks like the same person’s',
  payout: 'A reward was to go to the same place as another account’s',
  device: 'Used on the same device as another account',
  crowd: 'Used from an internet address of many accounts',
  first_order: 'First order, paid by own games alone',
  no_device: 'No browser of the account told its number',
  no_mailbox: 'No confirmed mailbox',
  pace: 'Less counted play than a person needs for this',
  budget: 'What own games may pay that day was used up',
  address: 'Used from the same internet address as another account within a day',
};

/** What two accounts have in common; a reason that we don't know yet as it is. */
export const matchWords = (reason: string | null): string =>
  reason === null ? 'It isn’t said.' : (words[reason] ?? reason);

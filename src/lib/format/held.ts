const reasons: Readonly<Record<string, string>> = {
  lost_factor: 'Somebody reported the codes of your account as lost.',
  self_referral: 'Your account and one that is connected to it by an invitation look like one person’s.',
  payout: 'A reward of another account was to be sent to the same place as one of yours.',
  device: 'Another account was used on the same device as yours.',
  first_order:
    'It’s your first order, and points from our own games paid for it. While we know little about an account, it waits.',
  address: 'Another account was used from the same internet address as yours within a day.',
};

/** Why an order is held for review, in words for its owner; a reason that we don't know yet is told in general. */
export function heldWords(reason: string | null | undefined): string {
  return reasons[reason ?? ''] ?? 'Your account has something in common with another one.';
}

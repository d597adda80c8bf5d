const reasons: Readonly<Record<string, string>> = {
  lost_factor: 'Someone reported your account’s two-factor codes as lost.',
  self_referral: 'Your account and one linked to it by an invite look like they belong to the same person.',
  returned: 'An account with your email address or login was deleted before.',
  payout: 'Another account used the same delivery details as you.',
  device: 'Another account was used on your device.',
  first_order:
    'You paid for your first order with points from our games. We hold these orders while an account is new.',
  address: 'Another account used the same internet address as you within a day.',
};

/** Returns why an order is held, in words for its owner. An unknown reason gets a general text. */
export function heldWords(reason: string | null | undefined): string {
  return reasons[reason ?? ''] ?? 'Your account looks linked to another one.';
}

/** Creates the push sender from the settings. */
import type { Config } from '../../config/config.ts';
import { createOutgoing, isOf, pushServices } from '../../platform/outgoing.ts';
import type { PushSender } from '../../platform/push-sender.ts';
import { publicKeyOf } from './push.ts';

/** Returns null if no key is set, so that nothing is pushed. */
export function pushSenderOf({
  PUSH_KEY: key,
  SITE_URL: siteUrl,
}: Pick<Config, 'PUSH_KEY' | 'SITE_URL'>): PushSender | null {
  if (!key) return null;
  const { protocol, hostname } = new URL(siteUrl);
  return {
    publicKey: publicKeyOf(key),
    privateKey: key.toString('base64url'),
    // Apple's push service accepts only an https or mailto address (RFC 8292, section 2.1).
    subject: protocol === 'https:' ? siteUrl : `mailto:push@${hostname}`,
    ask: createOutgoing(pushServices),
    allows: (address) => URL.canParse(address) && isOf(pushServices, address),
  };
}

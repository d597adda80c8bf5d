/** Makes of the settings what sends notifications to devices. */
import type { Config } from '../../config/config.ts';
import { createOutgoing, isOf, pushServices } from '../../platform/outgoing.ts';
import type { PushSender } from '../../platform/push-sender.ts';
import { publicKeyOf } from './push.ts';

/** null: no key is set, so none are sent. */
export function pushSenderOf({
  PUSH_KEY: key,
  SITE_URL: siteUrl,
}: Pick<Config, 'PUSH_KEY' | 'SITE_URL'>): PushSender | null {
  if (!key) return null;
  const { protocol, hostname } = new URL(siteUrl);
  return {
    publicKey: publicKeyOf(key),
    privateKey: key.toString('base64url'),
    // Apple's takes no other address (RFC 8292, section 2.1).
    subject: protocol === 'https:' ? siteUrl : `mailto:push@${hostname}`,
    ask: createOutgoing(pushServices),
    allows: (address) => URL.canParse(address) && isOf(pushServices, address),
  };
}

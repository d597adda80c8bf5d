/**
 * The bot check by an outside service. Its widget gives the browser a value, and the service says whether the value is valid. All
 * three services answer in the same form, because the later ones adopted the API of the first ("siteverify").
 */

import * as v from 'valibot';
import { type CaptchaService, captchaServices } from '../../config/player-settings.ts';
import { errorText } from '../../platform/error-text.ts';
import type { Captcha } from './captcha.ts';

interface ServiceOptions {
  readonly service: CaptchaService;
  readonly siteKey: string;
  readonly secret: string;
  readonly verifyUrl: string | undefined;
  /** The site's host. A value that was made on another host's page is rejected. */
  readonly hostname: string;
  readonly log: (text: string) => void;
  /** The fetch to use: server/platform/outgoing.ts. */
  readonly ask: typeof fetch;
  /** How long the service may take, in milliseconds. */
  readonly timeout?: number;
}

const answerSchema = v.object({
  success: v.boolean(),
  hostname: v.optional(v.string()),
  'error-codes': v.optional(v.array(v.string()), []),
});

const AGAIN = 'The robot check has expired. Please do it again.';
const AWAY = 'We can’t verify the robot check right now. Please try again in a moment.';
/** Errors that come from the browser. All others mean wrong settings or a problem at the service. */
const itsOwn = new Set([
  'timeout-or-duplicate',
  'invalid-input-response',
  'missing-input-response',
  'expired-input-response',
  'already-seen-response',
]);

/**
 * Creates a check that fails closed. It rejects everything that the service doesn't clearly confirm, and everyone while the
 * service is down.
 */
export function createCaptchaService(options: ServiceOptions): Captcha {
  const { service, siteKey, secret, hostname, log, ask, timeout = 8_000 } = options;
  const url = options.verifyUrl ?? captchaServices[service];

  async function verify(value: string): Promise<v.InferOutput<typeof answerSchema>> {
    const answer = await ask(url, {
      method: 'POST',
      // The caller's address isn't sent, because the service needn't know who signs up here.
      body: new URLSearchParams({ secret, response: value, sitekey: siteKey }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    });
    if (!answer.ok) throw new Error(`it answers ${answer.status}`);
    return v.parse(answerSchema, await answer.json());
  }

  return {
    challenge: async () => ({ service, site_key: siteKey }),
    async refuse(value) {
      try {
        const { success, hostname: madeAt, 'error-codes': codes } = await verify(value);
        if (success && madeAt === hostname) return null;
        if (success)
          throw new Error(`the value was made at ${madeAt ?? 'no host'}, and the site is ${hostname}`);
        if (codes.length > 0 && codes.every((code) => itsOwn.has(code))) return AGAIN;
        throw new Error(`it refuses: ${codes.join(', ') || 'without a reason'}`);
      } catch (error) {
        log(`captcha by ${service}: ${errorText(error)}`);
        return AWAY;
      }
    },
  };
}

/**
 * The bot check by a service of another's: its widget gives the browser a value, and the service says whether it holds. All three
 * answer alike, since the later ones took over the first one's form ("siteverify").
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
  /** The site's host: a value that was made on another's page doesn't count here. */
  readonly hostname: string;
  readonly log: (text: string) => void;
  /** How it is asked: server/platform/outgoing.ts. */
  readonly ask: typeof fetch;
  /** Milliseconds that the service may take. */
  readonly timeout?: number;
}

const answerSchema = v.object({
  success: v.boolean(),
  hostname: v.optional(v.string()),
  'error-codes': v.optional(v.array(v.string()), []),
});

const AGAIN = 'The robot check has expired. Please do it again.';
const AWAY = 'We can’t verify the robot check right now. Please try again in a moment.';
/** What is the browser's affair: anything else is a slip in our settings, or the service's own trouble. */
const itsOwn = new Set([
  'timeout-or-duplicate',
  'invalid-input-response',
  'missing-input-response',
  'expired-input-response',
  'already-seen-response',
]);

/** Fails closed: whatever the service doesn't plainly confirm is refused, and so is everybody while it is away. */
export function createCaptchaService(options: ServiceOptions): Captcha {
  const { service, siteKey, secret, hostname, log, ask, timeout = 8_000 } = options;
  const url = options.verifyUrl ?? captchaServices[service];

  async function verify(value: string): Promise<v.InferOutput<typeof answerSchema>> {
    const answer = await ask(url, {
      method: 'POST',
      // The caller's address isn't sent: the service needn't learn who joins here.
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

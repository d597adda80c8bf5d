/**
 * The bot check: ALTCHA, a proof of work that the browser does on its own. It is verified here, without a third party. Protocol:
 * altcha.org, "Proof-of-Work v2".
 */
import { createChallenge, type Payload, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { lt } from 'drizzle-orm';
import * as v from 'valibot';
import { CAPTCHA_MINUTES } from '../../../src/lib/contract/limits.ts';
import type { Executor } from '../../db/database.ts';
import { spentCaptchas } from '../../db/schema.ts';
import type { Clock } from '../../platform/clock.ts';
import { earlier, later, MINUTE } from '../../platform/time.ts';

export interface Captcha {
  /** Returns what the browser must solve or which service's widget it must show; empty if the check is off. */
  challenge(effort?: Effort): Promise<Record<string, unknown>>;
  /** Returns null if the value proves the work and wasn't used before, otherwise a sentence for the person. Fails closed. */
  refuse(value: string): Promise<string | null>;
  /** Returns whether an accepted value proves the harder work. Absent if this check has no harder work. */
  isHard?(value: string): boolean;
}

/** "hard" is asked before a try at an account that many people are guessing at (guesses.ts). */
export type Effort = 'normal' | 'hard';

/** For development and tests only. config.ts doesn't allow it in production. */
export const noCaptcha: Captcha = {
  challenge: async () => ({}),
  refuse: async () => null,
};

/** A slow phone needs a second or two for this many steps. */
const COST = 1_000;
const STEPS: Readonly<Record<Effort, number>> = { normal: 300, hard: 3_000 };
/**
 * Used values are kept for this time again after they expire. Another process's clock may be behind, and there they must still
 * count as used.
 */
const LIFETIME_MS = CAPTCHA_MINUTES * MINUTE;

const payloadSchema = v.object({
  challenge: v.object({
    parameters: v.looseObject({
      algorithm: v.string(),
      nonce: v.string(),
      salt: v.string(),
      cost: v.pipe(v.number(), v.maxValue(COST)),
      keyLength: v.pipe(v.number(), v.maxValue(64)),
      keyPrefix: v.string(),
      data: v.object({ effort: v.string() }),
      expiresAt: v.number(),
    }),
    signature: v.pipe(v.string(), v.minLength(32)),
  }),
  solution: v.object({ counter: v.number(), derivedKey: v.string() }),
});

function decode(value: string): v.InferOutput<typeof payloadSchema> | null {
  try {
    const result = v.safeParse(payloadSchema, JSON.parse(Buffer.from(value, 'base64').toString('utf8')));
    return result.success ? result.output : null;
  } catch {
    return null;
  }
}

export function createAltcha(options: { db: Executor; secret: Buffer; clock: Clock }): Captcha {
  const { db, clock } = options;
  const hmacSignatureSecret = options.secret.toString('hex');
  const hmacKeySignatureSecret = `${hmacSignatureSecret}:key`;
  return {
    async challenge(effort = 'normal') {
      const made = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: COST,
        counter: randomInt(STEPS[effort], 3 * STEPS[effort]),
        // The signature covers this too.
        data: { effort },
        deriveKey,
        expiresAt: later(clock(), LIFETIME_MS),
        hmacSignatureSecret,
        hmacKeySignatureSecret,
      });
      return { ...made };
    },
    isHard: (value) => decode(value)?.challenge.parameters.data.effort === 'hard',
    async refuse(value) {
      const payload = decode(value);
      if (!payload) return 'We couldn’t read the robot check. Please do it again.';
      const now = clock();
      const expiresAt = new Date(payload.challenge.parameters.expiresAt * 1000);
      if (expiresAt <= now) return 'The robot check has expired. Please do it again.';
      const { challenge, solution }: Pick<Payload, 'challenge' | 'solution'> = payload;
      const { verified } = await verifySolution({
        challenge,
        solution,
        deriveKey,
        hmacSignatureSecret,
        hmacKeySignatureSecret,
      });
      if (!verified) return 'The robot check failed. Please do it again.';
      await db.delete(spentCaptchas).where(lt(spentCaptchas.expiresAt, earlier(now, LIFETIME_MS)));
      const spent = await db
        .insert(spentCaptchas)
        .values({ signature: payload.challenge.signature, expiresAt })
        .onConflictDoNothing()
        .returning({ signature: spentCaptchas.signature });
      return spent.length > 0 ? null : 'You already used this check. Please do it again.';
    },
  };
}

/**
 * Texts that send players to support, each with the operators' calls that honour it. Support can always answer; a text that promises
 * more needs an act for it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { calls } from '../support/calls.ts';

const sends = /(contact|ask|write to|tell|message) support\b|contact us\b|tell us (before|too)|ask us to/gi;

/** By file: how many such texts it has, and what honours them. */
const promises: Readonly<Record<string, readonly [texts: number, ...calls: string[]]>> = {
  // A suspension: the owner's appeal is read and answered, and it can be lifted.
  'server/features/fraud/suspension.ts': [3, 'answerThread', 'liftSuspension'],
  'server/features/fraud/reject-suspended.ts': [1, 'answerThread'],
  'server/features/redemption/blocker-words.ts': [2, 'answerThread', 'liftSuspension', 'releaseOrder'],
  'src/islands/admin/sections/User.tsx': [1, 'answerThread'],
  'src/islands/arcade/Overlay.tsx': [1, 'answerThread', 'liftSuspension'],
  'src/islands/progress/dashboard/Today.tsx': [1, 'answerThread', 'liftSuspension'],
  'src/islands/shared/Blocks.tsx': [1, 'answerThread', 'liftSuspension'],
  'src/lib/contract/errors.ts': [1, 'answerThread', 'liftSuspension'],
  'src/lib/contract/operators/operator-users.ts': [1, 'answerThread'],
  // A mistyped date of birth.
  'server/features/account/birth-date.ts': [2, 'clearBirthDate'],
  'src/islands/settings/BirthDate.tsx': [1, 'clearBirthDate'],
  'src/content/legal/terms.md': [1, 'clearBirthDate'],
  // A mistyped date of birth, somebody who is too young, and having everything corrected or deleted.
  'src/content/legal/privacy.md': [3, 'clearBirthDate', 'suspendUser', 'scheduleDeletion', 'writeToUser'],
  'server/features/redemption/order-disputes.ts': [1, 'answerThread', 'adjustBalance'],
  'server/features/social/social.ts': [1, 'giveTries'],
  'src/islands/social/TaskCard.tsx': [1, 'giveTries'],
  'server/features/submissions/submissions.ts': [1, 'hideArticle'],
  // Somebody else has the account.
  'server/features/auth/factor-recovery-mails.ts': [1, 'endUserSessions', 'suspendUser'],
  'server/features/auth/passkey-mails.ts': [1, 'endUserSessions', 'suspendUser'],
  'server/features/auth/second-factor-mails.ts': [1, 'endUserSessions', 'suspendUser'],
  // Nothing is promised but an answer.
  'src/components/Support.astro': [1, 'answerThread'],
  'src/content/pages/help.md': [1, 'answerThread'],
  'server/db/seed-gifts.ts': [1, 'answerThread'],
  'src/content/rewards/earn-free-8bitdo-controller.md': [1, 'answerThread'],
  'src/islands/auth/Captcha.tsx': [1, 'answerThread'],
  'src/islands/messages/MessagesIsland.tsx': [1, 'answerThread'],
  'src/lib/contract/messages/messages.ts': [1, 'answerThread'],
  'src/pages/user/contact.astro': [1, 'answerThread'],
  // A shop’s own support.
  'src/content/rewards/earn-free-battlenet-gift-cards.md': [1],
  // For hosts without our extensions, whose support has tools of its own.
  'src/islands/auth/ForgotPasswordIsland.tsx': [1],
  'src/pages/forgotpassword.astro': [1],
};

test('every text that sends a player to support has an operator’s call that honours it', () => {
  const texts = ['server', 'src'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(tsx?|astro|md)$/.test(path))
      .map((path) => `${folder}/${path}`),
  );
  const found = texts.flatMap((path): [string, number][] => {
    const count = [...readFileSync(path, 'utf8').matchAll(sends)].length;
    return count === 0 ? [] : [[path, count]];
  });
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(promises).map(([path, [count]]) => [path, count])),
  );
  const ofOperators = calls.filter(({ call }) => call.who === 'operator').map(({ name }) => name);
  for (const [path, [, ...honoured]] of Object.entries(promises))
    expect(ofOperators, path).toEqual(expect.arrayContaining(honoured));
});

import type { Mail } from '../mail/mail.ts';
import type { AppDeps } from './app-deps.ts';

/** Sends a mail in the background. `what` names the work in the log. */
export function deferMail(parts: AppDeps, what: string, mail: Mail | null): void {
  if (mail) parts.background.run(what, () => parts.sendMail(mail));
}

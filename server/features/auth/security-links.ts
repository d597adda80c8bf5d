/** What mails about an account's security lead to. */
import { routes } from '../../../src/lib/routing/routes.ts';

export const newPassword = { label: 'Choose a new password', href: routes.forgotPassword.pattern };
export const openSettings = { label: 'Open settings', href: routes.userSettings.pattern };
export const logIn = { label: 'Log in', href: routes.login.pattern };

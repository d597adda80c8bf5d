/** Every screen that asks for a confirmed email address. */
import { render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { ConfirmFirst } from '../../../src/islands/draws/contests/ConfirmFirst.tsx';
import { Blocked } from '../../../src/islands/progress/dashboard/AccountStatsSection.tsx';
import { Blockers } from '../../../src/islands/redemption/reward/Blockers.tsx';
import { NotRedeemed } from '../../../src/islands/redemption/reward/PurchaseSteps.tsx';
import { SettingsIsland } from '../../../src/islands/settings/SettingsIsland.tsx';
import { sendConfirmation } from '../../../src/islands/shared/stores/confirmation.ts';
import { ApiError } from '../../../src/lib/client/client.ts';
import { getUser } from '../../../src/lib/contract/account/account.ts';
import { changeEmail, requestConfirmation } from '../../../src/lib/contract/auth/confirmation.ts';
import { checkRedemption } from '../../../src/lib/contract/redemption/redemption.ts';
import { $user } from '../../../src/lib/session/session.ts';
import { aUser, signIn } from '../../support/fixtures.ts';
import { brokenLine, fieldError, hostOfEachTest } from '../../support/host.ts';
import { findButton, findLinkTo, linkTo, press, saidOf, type } from '../../support/screen.ts';
import { answerSettings } from '../../support/settings-answers.ts';

const host = hostOfEachTest();
const EMAIL = 'mira@example.com';
const SAVE = 'Save and send link';
const SENT = 'Saved. Check your inbox for the link.';

const places: Readonly<Record<string, readonly [screen: ReactNode, reward: { readonly reward?: number }]>> = {
  'a reward’s page': [
    <Blockers key="r" id="more" rewardId={12} amountId={1201} barred={false} onVerdict={() => {}} />,
    { reward: 12 },
  ],
  'the dashboard': [<Blocked key="d" />, {}],
  'a giveaway': [<ConfirmFirst key="c" />, {}],
  'the settings': [<SettingsIsland key="s" />, {}],
};

function open(part: ReactNode, email: string | null) {
  const user = aUser({ email, email_confirmed: false });
  signIn(user);
  answerSettings(host, { user, has_password: false });
  host.on(getUser, () => ({ user }));
  const block = {
    name: 'email_unconfirmed',
    effect: 'blocks',
    title: 'Mail',
    advice: 'Fix it.',
    way: 'confirm_mail',
  } as const;
  host.on(checkRedemption, () => ({ ready: false, blocks: [block], path: null }));
  host.on(changeEmail, ({ body }) => ({ user: { ...user, email: body.email } }));
  host.on(requestConfirmation, () => ({ sent: true }));
  render(part);
}

describe.each(Object.entries(places))('%s', (_, [part, reward]) => {
  test('lets an account without an address add one in place, and speaks of no mail before', async () => {
    open(part, null);
    await findButton(SAVE);
    expect(document.body.textContent).not.toMatch(/we sent|link again|confirm your email/i);
    type('Email address', EMAIL);
    press(SAVE);
    await screen.findByText(SENT);
    expect(host.bodies(changeEmail)).toEqual([{ email: EMAIL, ...reward }]);
    press('Send the link again');
    await screen.findByText(`Sent to ${EMAIL}. Nothing there? Check your spam folder.`);
    expect(host.bodies(requestConfirmation)).toEqual([reward]);
  });

  test('says next to the field why an address wasn’t saved', async () => {
    open(part, null);
    await findButton(SAVE);
    press(SAVE);
    await waitFor(() => expect(saidOf('Email address')).toContain('email address'));
    expect(host.asked(changeEmail)).toEqual([]);
    host.on(changeEmail, brokenLine);
    type('Email address', EMAIL);
    press(SAVE);
    await waitFor(() => expect(saidOf('Email address')).toMatch(/can’t connect/));
  });
});

test.each(Object.entries(places).filter(([name]) => name !== 'the settings'))(
  '%s leads to the settings to change a wrong address',
  async (_, [part]) => {
    open(part, EMAIL);
    expect(await findLinkTo('Wrong address? Change it')).toBe('/user/settings');
    expect(screen.queryByLabelText('Email address')).toBeNull();
  },
);

test('a refused redemption leads to the settings, with an address or without', () => {
  const refused = new ApiError('email_unconfirmed', 'You need a confirmed email address.');
  render(<NotRedeemed error={refused} onRetry={async () => {}} onClose={() => {}} />);
  expect(linkTo('Open your settings')).toBe('/user/settings');
});

test('a request that the host refuses doesn’t count as confirmed', async () => {
  signIn(aUser({ email: null, email_confirmed: false }));
  host.on(requestConfirmation, () => fieldError('email', 'Your account has no email address yet.'));
  expect(await sendConfirmation()).toBe('Your account has no email address yet.');
  expect($user.get()?.email_confirmed).toBe(false);
});

import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { LostCodesIsland } from '../../../src/islands/auth/LostCodesIsland.tsx';
import { beginFactorRecovery, stopFactorRecovery } from '../../../src/lib/contract/auth/factor-recovery.ts';
import type { Call } from '../../../src/lib/contract/call.ts';
import { signIn } from '../../support/fixtures.ts';
import { brokenLine, fieldError, hostOfEachTest, refusal } from '../../support/host.ts';
import { focusOnHeading, linkTo, press, visit } from '../../support/screen.ts';

// This DOM can't leave the page, so the test checks the destination.
const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
const host = hostOfEachTest();
beforeEach(() => void assign.mockClear());

const TOKEN = 'DNWU1GF-rRHqzEfa4tLkcEK1lH7VhEua4jQ2rK2nRS4';
interface Page {
  readonly act: 'begin' | 'stop';
  readonly path: string;
  readonly call: Call;
  readonly answer: object;
  readonly title: string;
  readonly button: string;
  readonly done: string;
  readonly message: RegExp;
}
const pages: readonly Page[] = [
  {
    act: 'begin',
    path: '/lost-codes',
    call: beginFactorRecovery,
    answer: { due_at: '2026-11-27T10:00:00.000Z' },
    title: 'Log in without a code in a week',
    button: 'Start the wait',
    done: 'The wait has started',
    message: /without a code from.*27 November 2026/s,
  },
  {
    act: 'stop',
    path: '/keep-codes',
    call: stopFactorRecovery,
    answer: { stopped: true },
    title: 'Keep two-factor authentication on',
    button: 'Keep it on',
    done: 'Two-factor authentication stays on',
    message: /Two-factor authentication stays on/,
  },
];

describe.each(pages)('the link to $act', ({ act, path, call, answer, title, button, done, message }) => {
  function open(address = `${path}/${TOKEN}`) {
    visit(address);
    render(<LostCodesIsland act={act} />);
  }

  test('leaves the address bar immediately, acts once when the button is pressed, and shows the result', async () => {
    // Signed in as another account: that session is neither sent nor ended.
    signIn();
    const before = { ...localStorage };
    open();
    expect(location.pathname).toBe(path);
    expect(document.body.innerHTML).not.toContain(TOKEN);
    expect(screen.getByRole('heading', { name: title })).toBeTruthy();
    expect(host.log).toEqual([]);
    host.on(call, () => answer);
    press(button);
    fireEvent.submit(screen.getByRole('form'));
    await focusOnHeading(done);
    expect(document.body.textContent).toMatch(message);
    expect(host.asked(call)).toMatchObject([{ body: { token: TOKEN }, authorization: null }]);
    expect(screen.queryByRole('form')).toBeNull();
    expect({ ...localStorage }).toEqual(before);
  });

  test('is missing: says where it is, and leads on', async () => {
    open(path);
    await focusOnHeading('Open the link in our email');
    expect(linkTo('Log in')).toBe('/login');
    expect(linkTo('Choose a new password')).toBe('/forgotpassword');
    expect(screen.queryByRole('form')).toBeNull();
  });

  test('was used or is too old: says so in the server’s words, and leads on', async () => {
    host.on(call, () => fieldError('token', 'This link was used.'));
    open();
    press(button);
    await focusOnHeading('This link doesn’t work');
    expect(screen.getByText('This link was used.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy();
  });

  test.each([
    [
      'the server',
      () => refusal(429, 'too_many_requests', 'Please wait 9 minutes.'),
      /Please wait 9 minutes/,
    ],
    ['the connection', brokenLine, /can’t connect/],
    // A proxy's 401: the call itself is sent and handled without a session.
    ['a 401', () => refusal(401, 'unauthenticated', 'Your session has ended.'), /Your session has ended/],
  ])('stays after %s, and the button then works', async (_, refused, words) => {
    host.on(call, refused);
    open();
    press(button);
    expect((await screen.findByRole('alert')).textContent).toMatch(words);
    expect(assign).not.toHaveBeenCalled();
    host.on(call, () => answer);
    press(button);
    await focusOnHeading(done);
    expect(host.bodies(call)).toEqual([{ token: TOKEN }, { token: TOKEN }]);
  });
});

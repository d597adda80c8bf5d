import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { LostCodesIsland } from '../../src/islands/login/LostCodesIsland.tsx';
import { connectApi } from '../../src/lib/api/client.ts';
import { $lostDue, $lostForm, $lostLink } from '../../src/lib/stores/lost-factor.ts';
import {
  aUser,
  brokenLine,
  fieldRefusal,
  type Host,
  refusal,
  rewardHost,
  storeUser,
} from '../support/reward-host.ts';

let host: Host;
// Leaving the page can't be had here: where it would lead is what counts.
const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});

beforeEach(() => {
  host = rewardHost();
  connectApi({ fetch: host.fetch });
  assign.mockClear();
  $lostLink.set({ state: 'unread' });
  $lostForm.set({ state: 'open' });
  $lostDue.set(null);
});

const TOKEN = 'DNWU1GF-rRHqzEfa4tLkcEK1lH7VhEua4jQ2rK2nRS4';
const pages = {
  begin: {
    path: '/lost-codes',
    call: 'POST /api/lost-factor/begin',
    answer: () => ({ due_at: '2026-11-27T10:00:00.000Z' }),
    title: 'Log in without a code, in a week',
    button: 'Begin the wait',
    done: 'The wait has begun',
  },
  stop: {
    path: '/keep-codes',
    call: 'POST /api/lost-factor/stop',
    answer: () => ({ stopped: true }),
    title: 'Keep your codes on',
    button: 'Keep them on',
    done: 'Your codes stay on',
  },
} as const;

async function focusOn(name: string) {
  const found = await screen.findByRole('heading', { name });
  await waitFor(() => expect(document.activeElement).toBe(found));
}

describe.each(['begin', 'stop'] as const)('the link to %s', (act) => {
  const { path, call, answer, title, button, done } = pages[act];
  const sent = () => host.calls(call).map(({ body }) => body);
  function open(address = `${path}/${TOKEN}`) {
    history.replaceState(null, '', address);
    return render(<LostCodesIsland act={act} />);
  }
  const press = () => fireEvent.click(screen.getByRole('button', { name: button }));

  test('is pre-rendered with its form, which could send nothing by itself', () => {
    const html = renderToString(<LostCodesIsland act={act} />);
    expect(html).toContain(title);
    expect(html).toContain('method="dialog"');
    expect(html).not.toMatch(/\sstyle=/);
  });

  test('leaves the address at once, and nothing happens without the button', async () => {
    open();
    expect(location.pathname).toBe(path);
    expect(document.body.innerHTML).not.toContain(TOKEN);
    expect(screen.getByRole('heading', { name: title })).toBeTruthy();
    expect(host.sent).toEqual([]);
  });

  test('does it once, however often it is pressed, and says what is so now', async () => {
    host.on(call, answer);
    open();
    press();
    fireEvent.submit(screen.getByRole('form'));
    await focusOn(done);
    expect(sent()).toEqual([{ token: TOKEN }]);
    expect(screen.queryByRole('form')).toBeNull();
  });

  test('is missing: says where it is, and leads on', async () => {
    open(path);
    await focusOn('Open the link from your mail');
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
    const another = screen.getByRole('link', { name: 'Choose a new password' });
    expect(another.getAttribute('href')).toBe('/forgotpassword');
    expect(screen.queryByRole('form')).toBeNull();
  });

  test('was used or is too old: says so in the server’s words, and leads on', async () => {
    host.on(call, () => fieldRefusal('token', 'This link was used.'));
    open();
    press();
    await focusOn('This link can’t be used');
    expect(screen.getByText('This link was used.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy();
  });

  test.each([
    [
      'the server',
      () => refusal(429, 'too_many_requests', 'Please wait 9 minutes.'),
      /Please wait 9 minutes/,
    ],
    ['the connection', brokenLine, /can't be reached/],
    // A proxy's: the call itself is sent without a session, and looked at without one.
    ['a 401', () => refusal(401, 'unauthenticated', 'Your session has ended.'), /Your session has ended/],
  ])('refused by %s stays, and the button does it after', async (_, refused, words) => {
    host.on(call, refused);
    open();
    press();
    expect((await screen.findByRole('alert')).textContent).toMatch(words);
    expect(assign).not.toHaveBeenCalled();
    host.on(call, answer);
    press();
    await focusOn(done);
    expect(sent()).toEqual([{ token: TOKEN }, { token: TOKEN }]);
  });

  test('is taken of whoever is signed in as another, whose session it neither sends nor ends', async () => {
    storeUser(aUser());
    const auth: (string | null)[] = [];
    connectApi({
      fetch: (input, init) => {
        auth.push(new Headers(init?.headers).get('authorization'));
        return host.fetch(input, init);
      },
    });
    host.on(call, answer);
    open();
    press();
    await focusOn(done);
    expect(auth).toEqual([null]);
    expect(localStorage.getItem('token')).toBe('5|secret');
  });
});

test('tells from when on no code is asked for, or where that stands', async () => {
  host.on(pages.begin.call, pages.begin.answer);
  history.replaceState(null, '', `/lost-codes/${TOKEN}`);
  render(<LostCodesIsland act="begin" />);
  fireEvent.click(screen.getByRole('button', { name: 'Begin the wait' }));
  expect((await screen.findByText(/on, log in as always/)).textContent).toContain('27 November 2026');
});

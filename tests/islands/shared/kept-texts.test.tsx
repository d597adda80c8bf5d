/** A session that ends while a player is writing: the login says why, and the text is restored for that player only. */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { LoginIsland } from '../../../src/islands/auth/LoginIsland.tsx';
import { ContactIsland } from '../../../src/islands/messages/contact/ContactIsland.tsx';
import { writeAnother } from '../../../src/islands/messages/contact/store.ts';
import { ReplyForm } from '../../../src/islands/messages/ReplyForm.tsx';
import { openThread } from '../../../src/islands/messages/store.ts';
import { Dispute } from '../../../src/islands/offers/Dispute.tsx';
import { loadOffer } from '../../../src/islands/offers/store.ts';
import { StatementDialog } from '../../../src/islands/redemption/orders/StatementDialog.tsx';
import { OpinionForm } from '../../../src/islands/shared/OpinionForm.tsx';
import { ReportForm } from '../../../src/islands/shared/ReportForm.tsx';
import { myTexts } from '../../../src/islands/shared/stores/my-texts.ts';
import { request } from '../../../src/lib/client/client.ts';
import { offerSchema } from '../../../src/lib/contract/offers/offers.ts';
import { listOrders, listOrders as listOrdersCall } from '../../../src/lib/contract/redemption/orders.ts';
import { keepText, keptText } from '../../../src/lib/session/kept-texts.ts';
import { $session, keepSession, logout } from '../../../src/lib/session/session.ts';
import { aUser, signIn } from '../../support/fixtures.ts';
import { hostOfEachTest, refusal } from '../../support/host.ts';
import { sampleOf } from '../../support/sample.ts';
import { visit as goTo } from '../../support/screen.ts';

const WORDS = 'Half a comment, and then the session ended.';
const host = hostOfEachTest();
const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
vi.spyOn(location, 'reload').mockImplementation(() => {});

beforeEach(() => {
  assign.mockClear();
  $session.listen(() => {});
  // Returns to this page after the login.
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  signIn();
  writeAnother();
});

const offer = sampleOf(offerSchema, { state: 'opened' });
if (!offer.mine) throw new Error('a sample has all of it');
const mine = {
  ...offer.mine,
  dispute_from: '2026-01-01T00:00:00.000Z',
  dispute_until: '2026-03-01T00:00:00.000Z',
  can_dispute: true,
  dispute_steps: [{ milestone: null, name: 'Finish it' }],
  dispute: null,
};
const nothing = () => {};
const sent = async () => {};
const nowhere = { current: null };
/** Each form for longer texts, and the button that sends it. */
const forms: Readonly<Record<string, () => ReactElement>> = {
  'an opinion': () => (
    <OpinionForm texts={myTexts} place="reward 12" label="Words" submit="Send" onSubmit={sent} />
  ),
  'an opinion being edited': () => (
    <OpinionForm
      texts={myTexts}
      place="reward 12 33"
      label="Words"
      submit="Send"
      text="As it was"
      onSubmit={sent}
    />
  ),
  'a report': () => (
    <ReportForm
      texts={myTexts}
      place="reward 12 33 report"
      by="someone"
      onReport={sent}
      onDone={nothing}
      onCancel={nothing}
    />
  ),
  'a dispute about an order': () => (
    <StatementDialog
      open
      title="Wrong"
      name="proof"
      place="order 7"
      label="Words"
      hint=""
      submit="Send"
      onClose={nothing}
      next={nowhere}
      onSend={async () => undefined}
    >
      {null}
    </StatementDialog>
  ),
  'a dispute about an offer': () => <Dispute offer={offer} mine={mine} />,
  'a reply to support': () => <ReplyForm id={7} />,
  'a message to support': () => <ContactIsland />,
};
/** Goes to another page of the same kind, such as the next conversation, while something is being sent. */
function leave(): void {
  cleanup();
  void openThread(8).catch(nothing);
  void loadOffer(2).catch(nothing);
}
const area = () => {
  const found = document.querySelector('textarea');
  if (!found) throw new Error('There is no place to write.');
  return found;
};
/** Leaves the page, and opens it again. */
function reopen(form: () => ReactElement): HTMLTextAreaElement {
  cleanup();
  render(form());
  return area();
}
async function endSession(): Promise<void> {
  host.on(listOrdersCall, () => refusal(401, 'unauthenticated', 'Your session has ended.'));
  await request(listOrders, {}).catch(nothing);
  expect($session.get().state).toBe('signed-out');
}

describe.each(Object.entries(forms))('%s', (name, form) => {
  test('is restored by a login after the session ended, and no one else reads it', async () => {
    render(form());
    const before = area().value;
    fireEvent.change(area(), { target: { value: WORDS } });
    await endSession();
    keepSession('5|another', aUser());
    expect(reopen(form).value).toBe(WORDS);
    keepSession('6|secret', aUser({ id: 6 }));
    expect(reopen(form).value).toBe(before);
    keepSession('5|third', aUser());
    expect(reopen(form).value, 'kept for its writer behind another one’s back').toBe(before);
  });

  test('is restored as it was written on, after the session ended and before the login appeared', async () => {
    render(form());
    fireEvent.change(area(), { target: { value: WORDS } });
    await endSession();
    fireEvent.change(area(), { target: { value: `${WORDS} And more.` } });
    keepSession('5|another', aUser());
    expect(reopen(form).value).toBe(`${WORDS} And more.`);
  });

  test.each([
    ['', nothing],
    [', also if the page was left before the answer', leave],
  ])('is gone once it was sent%s', async (_, meanwhile) => {
    render(form());
    fireEvent.change(area(), { target: { value: WORDS } });
    expect(JSON.stringify({ ...sessionStorage })).toContain(WORDS);
    for (const select of document.querySelectorAll('select'))
      fireEvent.change(select, { target: { value: name === 'a report' ? 'spam' : 'other' } });
    const subject = document.querySelector('input[name=subject]');
    if (subject) fireEvent.change(subject, { target: { value: 'A subject' } });
    const button = document.querySelector('button[type=submit]');
    if (button) fireEvent.click(button);
    meanwhile();
    await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).not.toContain(WORDS));
  });
});

test.each(['an opinion', 'a reply to support'])(
  'what is written into %s while it is being sent stays',
  async (name) => {
    const form = forms[name];
    if (!form) throw new Error(`There is no ${name}`);
    render(form());
    fireEvent.change(area(), { target: { value: WORDS } });
    const button = screen.getByRole('button', { name: 'Send' });
    fireEvent.click(button);
    fireEvent.change(area(), { target: { value: `${WORDS} And more.` } });
    await waitFor(() => expect(button.getAttribute('aria-busy')).not.toBe('true'));
    await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'));
    expect(area().value).toBe(`${WORDS} And more.`);
  },
);

test('logging out on purpose deletes the kept texts', async () => {
  keepText(5, 'reward 12', WORDS);
  await logout();
  expect(sessionStorage.length).toBe(0);
});

test('an account’s texts are limited, the oldest are dropped first, and a full storage blocks no one', () => {
  for (const [place, length] of Object.entries({ a: 40_000, b: 40_000, c: 40_000 }))
    keepText(5, place, 'x'.repeat(length));
  expect(['a', 'b', 'c'].map((place) => keptText(5, place).length)).toEqual([0, 40_000, 40_000]);
  sessionStorage.setItem('writing_5', 'not JSON');
  expect(keptText(5, 'b')).toBe('');
  keepText(0, 'a', WORDS);
  expect(keptText(0, 'a')).toBe('');
  vi.stubGlobal('sessionStorage', undefined);
  expect(() => keepText(5, 'a', WORDS)).not.toThrow();
  expect(keptText(5, 'a')).toBe('');
  vi.unstubAllGlobals();
});

describe('the login', () => {
  const message = () => screen.queryByText(/Your session has ended/)?.textContent ?? '';
  const visit = (address: string) => {
    cleanup();
    goTo(address);
    render(<LoginIsland />);
  };

  test('says that the session ended and the text is kept, only on the page that this led to', async () => {
    goTo('/user/reward/12/Steam-key');
    keepText(5, 'reward 12', WORDS);
    await endSession();
    const to = String(assign.mock.calls[0]?.[0]);
    expect(to).toBe('/login?from=%2Fuser%2Freward%2F12%2FSteam-key');
    visit(to);
    expect(message()).toMatch(/Log in to pick up where you left off\. Your text is still there\.$/);
    visit('/login?from=%2Fuser%2Fgames');
    expect(message()).toBe('');
  });

  test('says so without a text, and if another tab ended the session', async () => {
    goTo('/user/games');
    signIn(null);
    visit(String(assign.mock.calls[0]?.[0]));
    expect(message()).toMatch(/pick up where you left off\.$/);
  });

  test('shows nothing to a guest who followed a link', async () => {
    signIn(null);
    assign.mockClear();
    goTo('/guest/games');
    host.on(listOrdersCall, () => refusal(401, 'unauthenticated', 'Log in.'));
    await request(listOrders, {}).catch(nothing);
    visit('/login?from=%2Fguest%2Fgames');
    expect(message()).toBe('');
  });
});

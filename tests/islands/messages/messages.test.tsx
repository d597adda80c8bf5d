import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ContactIsland } from '../../../src/islands/messages/contact/ContactIsland.tsx';
import { MessagesIsland } from '../../../src/islands/messages/MessagesIsland.tsx';
import { $reply, sendReply } from '../../../src/islands/messages/store.ts';
import { refreshUnread } from '../../../src/islands/shared/stores/unread.ts';
import { BalanceIsland } from '../../../src/islands/shell/BalanceIsland.tsx';
import { NotificationCentre } from '../../../src/islands/shell/NotificationCentre.tsx';
import {
  closeThread,
  getThread,
  listThreads,
  type Message,
  readThread,
  reply,
  startThread,
  type Thread,
} from '../../../src/lib/contract/messages/messages.ts';
import {
  listNotifications,
  type Notification,
  readNotifications,
} from '../../../src/lib/contract/notifications/notifications.ts';
import { getUnread } from '../../../src/lib/contract/notifications/unread.ts';
import { signIn } from '../../support/fixtures.ts';
import { hostOfEachTest, notFound, notOffered, pageOf, paginate, refusal } from '../../support/host.ts';
import {
  button,
  field,
  findButton,
  findLinkTo,
  focusOn,
  linkTo,
  press,
  pressByKeyboard,
  pressFound,
  textsOf,
  type,
  visit,
} from '../../support/screen.ts';

const AT = '2026-11-20T10:00:00.000Z';
const thread = (change: Partial<Thread> = {}): Thread => ({
  id: 7,
  topic: 'points',
  subject: 'Where are my points?',
  order_id: null,
  state: 'answered',
  unread: 1,
  messages: 2,
  last: { from: 'support', text: 'They arrive tomorrow.' },
  created_at: AT,
  updated_at: AT,
  ...change,
});
const message = (id: number, change: Partial<Message> = {}): Message => ({
  id,
  from: id % 2 === 1 ? 'user' : 'support',
  body: `Message ${id}`,
  created_at: AT,
  ...change,
});
const notification = (id: number, change: Partial<Notification> = {}): Notification => ({
  id,
  kind: 'order',
  title: `Notification ${id}`,
  body: 'It is yours.',
  href: '/user/order-history',
  win: false,
  read: false,
  created_at: AT,
  ...change,
});
const unread = (notifications: number, threads = 1) => ({ unread: { notifications, threads } });

const host = hostOfEachTest(() => {
  host.on(getUnread, () => unread(2));
  host.on(listNotifications, () => pageOf([notification(9), notification(8, { read: true, href: null })]));
  host.on(readNotifications, () => unread(0));
  host.on(listThreads, () => pageOf([thread()]));
  host.on(getThread, () => ({ thread: thread(), messages: pageOf([message(2), message(1)]) }));
  host.on(readThread, () => unread(0, 0));
});
beforeEach(() => signIn());
afterEach(() => visit('/'));

describe('the bell', () => {
  test('shows how many are unread, and that there are more', async () => {
    render(<BalanceIsland />);
    await findButton('Notifications, 2 unread');
    expect(host.asked(listNotifications)).toEqual([]);
    host.on(getUnread, () => unread(3));
    await act(() => refreshUnread());
    await findButton('Notifications, 3 unread');
  });

  test('stays quiet if the host has no messages', async () => {
    host.on(getUnread, notOffered);
    render(<BalanceIsland />);
    await waitFor(() => expect(host.asked(getUnread)).toHaveLength(1));
    expect(button('Notifications')).toBeTruthy();
  });
});

describe('the notification centre', () => {
  test('says what will appear there if it is empty, and offers a retry after a failure', async () => {
    host.on(listNotifications, () => refusal(500, 'internal'));
    render(<NotificationCentre onLeave={() => {}} />);
    await screen.findByText('Our side is down for a moment.');
    host.on(listNotifications, () => pageOf([]));
    press('Retry');
    await screen.findByText(/^Nothing yet\./);
    expect(host.acts()).toEqual([]);
  });

  test('shows the newest, marks new ones, records that they were read, and closes when a link is followed', async () => {
    const leave = vi.fn();
    render(<NotificationCentre onLeave={leave} />);
    const fresh = await screen.findByRole('link', { name: /Notification 9/ });
    expect(fresh.getAttribute('href')).toBe('/user/order-history');
    expect(within(fresh).getByText('new')).toBeTruthy();
    expect(screen.getByText('Notification 8').closest('a')).toBeNull();
    await waitFor(() => expect(host.bodies(readNotifications)).toEqual([{ up_to: 9 }]));
    expect(host.asked(listNotifications)[0]?.query.get('per_page')).toBe('8');
    fireEvent.click(screen.getByText('Notification 8'));
    expect(leave).not.toHaveBeenCalled();
    fireEvent.click(screen.getByText('Notification 9'));
    expect(leave).toHaveBeenCalledOnce();
  });
});

describe('the messages', () => {
  const open = (address = '/user/messages?thread=7') => {
    visit(address);
    render(<MessagesIsland />);
  };
  const shown = () => textsOf(screen.getAllByText(/^Message \d/));

  test('list the threads with their state and what is new, and lead to the form', async () => {
    host.on(listThreads, () => pageOf([thread(), thread({ id: 8, subject: 'Read', unread: 0 })]));
    open('/user/messages');
    const line = await screen.findByRole('link', { name: /Where are my points/ });
    expect(line.getAttribute('href')).toBe('/user/messages?thread=7');
    expect(line.textContent).toContain('Support: They arrive tomorrow.');
    for (const words of ['answered', '1 new reply']) expect(within(line).getByText(words)).toBeTruthy();
    expect(within(screen.getByRole('link', { name: /Read/ })).queryByText(/new answer/)).toBeNull();
    expect(linkTo('Contact support')).toBe('/user/contact');
  });

  test('show a thread from the oldest message, and record that it was read', async () => {
    open();
    await screen.findByRole('list', { name: 'Messages' });
    expect(shown()).toEqual(['Message 1', 'Message 2']);
    await waitFor(() => expect(host.bodies(readThread)).toEqual([{ up_to: 2 }]));
    expect(screen.queryByRole('button', { name: 'Show earlier messages' })).toBeNull();
  });

  test('load earlier ones', async () => {
    const all = Array.from({ length: 32 }, (_, at) => message(32 - at));
    host.on(getThread, ({ query }) => ({
      thread: thread({ messages: 32, unread: 0 }),
      messages: paginate(all, query, 30),
    }));
    open();
    await pressFound('Show earlier messages');
    await waitFor(() => expect(shown()).toHaveLength(32));
    expect(shown()[0]).toBe('Message 1');
    expect(screen.queryByRole('button', { name: 'Show earlier messages' })).toBeNull();
  });

  test('send a reply once, and after an unknown result the same text is the same message', async () => {
    open();
    const words = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your message' });
    const write = (value: string) => fireEvent.change(words, { target: { value } });
    const keys = () => host.asked(reply).map(({ key }) => key);
    press('Send');
    expect((await screen.findByText('Please write at least 2 characters.')).className).toBe('error');
    expect(document.activeElement).toBe(words);
    expect(keys()).toEqual([]);

    write('And now?');
    host.on(reply, () => refusal(500, 'internal'));
    const send = button('Send');
    fireEvent.click(send);
    fireEvent.click(send);
    await screen.findByText('Our side is down for a moment.');
    expect(words.value).toBe('And now?');

    host.on(reply, () => ({
      thread: thread({ state: 'waiting', messages: 3 }),
      message: message(3, { body: 'And now?' }),
    }));
    fireEvent.click(send);
    await screen.findByText('waiting for support');
    expect(words.value).toBe('');
    expect(keys()).toHaveLength(2);
    expect(keys()[0]).toBe(keys()[1]);

    write('Another');
    fireEvent.click(send);
    // Text typed before the answer becomes the next message.
    write('Another, and');
    await waitFor(() => expect(keys()).toHaveLength(3));
    expect(keys()[2]).not.toBe(keys()[0]);
    await findButton('Send');
    expect(words.value).toBe('Another, and');
  });

  test('stay the same message when retried, even after another one elsewhere', async () => {
    visit('/user/messages?thread=7');
    host.on(reply, ({ params, body }) =>
      params.id === '8'
        ? { thread: thread({ id: 8 }), message: message(9, { body: body.body }) }
        : refusal(500, 'internal'),
    );
    const said = (id: number, body: string) => {
      $reply.set({ state: 'open' });
      return sendReply(id, body);
    };
    expect(await said(7, 'And now?')).toBe(false);
    expect(await said(8, 'Elsewhere')).toBe(true);
    await said(7, 'And now?');
    const [first, , again] = host.asked(reply).map(({ key }) => key);
    expect(again).toBe(first);
  });

  test('close a thread, and say that writing opens it again', async () => {
    host.on(closeThread, () => ({ thread: thread({ state: 'closed', unread: 0 }) }));
    open();
    pressByKeyboard(await findButton('Mark as solved'));
    const means = await screen.findByText('Solved. Write here to reopen it.');
    await focusOn(() => means);
    expect(screen.queryByRole('button', { name: 'Mark as solved' })).toBeNull();
  });

  test('of another account are not found, in words; notifications have an address of their own', async () => {
    host.on(getThread, notFound);
    document.title = 'Messages';
    open();
    await screen.findByRole('heading', { name: 'We couldn’t find that conversation' });
    expect(document.title).toMatch(/^Conversation not found/);
    act(() => {
      visit('/user/messages?show=notifications');
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    await screen.findByText('Notification 9');
    expect(document.title).toBe('Messages');
    expect(screen.getByRole('link', { name: /^Notifications/ }).getAttribute('aria-current')).toBe('page');
  });
});

test('notifications are grouped by day, and only those of today have a time', async () => {
  vi.setSystemTime('2026-01-06T10:00:00Z');
  const at = (id: number, created_at: string) => notification(id, { created_at, read: true });
  host.on(listNotifications, () =>
    pageOf([
      at(9, '2026-01-06T08:00:00.000Z'),
      at(8, '2026-01-05T23:59:00.000Z'),
      at(7, '2026-01-05T00:00:00.000Z'),
      at(6, '2025-12-31T10:00:00.000Z'),
    ]),
  );
  visit('/user/messages?show=notifications');
  render(<MessagesIsland />);
  const ofDay = (name: string) => screen.findByRole('region', { name });
  expect((await ofDay('Today')).textContent).toMatch(/9.*2 hours ago/);
  expect((await ofDay('Yesterday')).textContent).toMatch(/Notification 8.*Notification 7/);
  expect((await ofDay('Yesterday')).textContent).not.toContain('ago');
  expect((await ofDay('31 Dec 2025')).textContent).toContain('Notification 6');
});

describe('the contact form', () => {
  const SEND = 'Send to support';
  const open = (address = '/user/contact') => {
    visit(address);
    render(<ContactIsland />);
  };

  test('begins a thread about the order in the address, and leads to it', async () => {
    host.on(startThread, () => ({ thread: thread({ state: 'waiting' }), message: message(1) }));
    open('/user/contact?order=12');
    expect(field('Order number (optional)').value).toBe('12');
    type('Subject', 'It never came');
    type('Your message', 'Since Monday.');
    press(SEND);
    const heading = await screen.findByRole('heading', { name: 'We got your message' });
    expect(document.activeElement).toBe(heading);
    expect(await findLinkTo('View conversation')).toBe('/user/messages?thread=7');
    expect(host.bodies(startThread)).toEqual([
      { topic: 'order', subject: 'It never came', body: 'Since Monday.', order_id: 12 },
    ]);
    expect(host.asked(startThread)[0]?.key).toBeTruthy();
    press('Write another message');
    expect((await screen.findByLabelText<HTMLInputElement>('Subject')).value).toBe('');
  });

  test('shows what is wrong next to each field before it sends, and keeps the text if it is rejected', async () => {
    host.on(startThread, () => refusal(429, 'too_many_requests', 'Please wait 40 minutes.'));
    open();
    press(SEND);
    await screen.findByText('Please choose a topic.');
    expect(screen.getByText('Please write at least 3 characters.')).toBeTruthy();
    expect(document.activeElement).toBe(field('What is it about?'));
    type('What is it about?', 'order');
    type('Order number (optional)', 'my last one');
    type('Subject', 'Hello');
    type('Your message', 'Anybody there?');
    press(SEND);
    await screen.findByText('Please enter just the number, like 12.');
    expect(host.asked(startThread)).toEqual([]);
    type('What is it about?', 'other');
    press(SEND);
    await screen.findByText('Please wait 40 minutes.');
    expect(field('Your message').value).toBe('Anybody there?');
  });
});

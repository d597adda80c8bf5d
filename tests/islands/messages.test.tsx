import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BalanceIsland } from '../../src/islands/balance/BalanceIsland.tsx';
import { NoticeCentre } from '../../src/islands/balance/NoticeCentre.tsx';
import { ContactIsland } from '../../src/islands/contact/ContactIsland.tsx';
import { MessagesIsland } from '../../src/islands/messages/MessagesIsland.tsx';
import { connectApi } from '../../src/lib/api/client.ts';
import type { Message, Thread } from '../../src/lib/contract/messages.ts';
import type { Notice } from '../../src/lib/contract/notices.ts';
import { $reply, sendReply } from '../../src/lib/stores/messages.ts';
import { refreshUnread } from '../../src/lib/stores/unread.ts';
import { balance, createHost, failure, pageOf, signIn } from '../support/island-host.ts';

const THREADS = '/api/user/messages';
const THREAD = '/api/user/messages/7';
const NOTICES = '/api/user/notices';
const UNREAD = '/api/user/unread';

const thread = (change: Partial<Thread> = {}): Thread => ({
  id: 7,
  topic: 'points',
  subject: 'Where are my points?',
  order_id: null,
  state: 'answered',
  unread: 1,
  messages: 2,
  last: { from: 'support', text: 'They arrive tomorrow.' },
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T11:00:00.000Z',
  ...change,
});
const message = (id: number, change: Partial<Message> = {}): Message => ({
  id,
  from: id % 2 === 1 ? 'user' : 'support',
  body: `Message ${id}`,
  created_at: '2026-11-20T10:00:00.000Z',
  ...change,
});
const notice = (id: number, change: Partial<Notice> = {}): Notice => ({
  id,
  kind: 'order',
  title: `Notice ${id}`,
  body: 'It is yours.',
  href: '/user/order-history',
  read: false,
  created_at: '2026-11-20T10:00:00.000Z',
  ...change,
});

interface Sent {
  readonly path: string;
  readonly key: string | null;
  readonly body: unknown;
}
let host = createHost({});
let sent: Sent[] = [];

class BlockedSocket extends EventTarget {
  readonly readyState = 0;
  send() {}
  close() {}
}

beforeEach(() => {
  vi.stubGlobal('WebSocket', BlockedSocket);
  sent = [];
  host = createHost({
    '/api/user/balance': () => ({ balance: balance() }),
    [UNREAD]: () => ({ unread: { notices: 2, threads: 1 } }),
    [NOTICES]: ({ query }) => pageOf([notice(9), notice(8, { read: true, href: null })], query),
    [`${NOTICES}/read`]: () => ({ unread: { notices: 0, threads: 1 } }),
    [THREADS]: ({ query }) => pageOf([thread()], query),
    [THREAD]: ({ query }) => ({ thread: thread(), messages: pageOf([message(2), message(1)], query, 30) }),
    [`${THREAD}/read`]: () => ({ unread: { notices: 0, threads: 0 } }),
  });
  connectApi({
    fetch: async (input, init) => {
      const path = new URL(String(input instanceof Request ? input.url : input)).pathname;
      if (init?.body)
        sent.push({
          path,
          key: new Headers(init.headers).get('idempotency-key'),
          body: JSON.parse(String(init.body)),
        });
      return host.fetch(input, init);
    },
  });
  signIn({ id: 5, name: 'player', balance: balance() });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

const open = (address: string) => history.replaceState(null, '', address);

describe('the bell', () => {
  it('stands in the built page at its size, without a count', () => {
    const html = renderToString(<BalanceIsland />);
    expect(html).toContain('aria-label="Notices"');
    expect(html).toContain('popover="auto"');
    expect(html).not.toMatch(/\sstyle=/);
  });

  it('says how much is unread, and tells when there is more', async () => {
    render(<BalanceIsland />);
    expect(await screen.findByRole('button', { name: 'Notices, 2 unread' })).toBeTruthy();
    expect(host.to(NOTICES)).toHaveLength(0);
    host.answers[UNREAD] = () => ({ unread: { notices: 3, threads: 1 } });
    await act(() => refreshUnread());
    expect(screen.getByText('You have 3 unread notices')).toBeTruthy();
    // Taken back once one was read, so that the next one is news again.
    host.answers[UNREAD] = () => ({ unread: { notices: 2, threads: 1 } });
    await act(() => refreshUnread());
    expect(screen.queryByText(/^You have/)).toBeNull();
  });

  it('stays quiet where the host has no messages', async () => {
    host.answers[UNREAD] = () => new Response('<h1>nothing</h1>', { status: 404 });
    render(<BalanceIsland />);
    await waitFor(() => expect(host.to(UNREAD)).toHaveLength(1));
    expect(screen.getByRole('button', { name: 'Notices' })).toBeTruthy();
  });
});

describe('the notice centre', () => {
  // First, while nothing was fetched yet: what was there would stay.
  it('says what will come where there is nothing, and offers another try after a failure', async () => {
    host.answers[NOTICES] = () => failure(500, 'internal');
    render(<NoticeCentre onLeave={() => {}} />);
    expect(await screen.findByText('Our side is down for a moment.')).toBeTruthy();
    host.answers[NOTICES] = ({ query }) => pageOf([], query);
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(/^Nothing yet\./)).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('shows the newest, marks what is new, and notes that it was read', async () => {
    render(<NoticeCentre onLeave={() => {}} />);
    const fresh = await screen.findByRole('link', { name: /Notice 9/ });
    expect(fresh.getAttribute('href')).toBe('/user/order-history');
    expect(within(fresh).getByText('new')).toBeTruthy();
    expect(screen.getByText('Notice 8').closest('a')).toBeNull();
    await waitFor(() =>
      expect(sent).toEqual([{ path: `${NOTICES}/read`, key: expect.any(String), body: { up_to: 9 } }]),
    );
    expect(host.to(NOTICES)[0]?.query.get('per_page')).toBe('8');
  });

  it('closes when one of its links is followed', async () => {
    const leave = vi.fn();
    render(<NoticeCentre onLeave={leave} />);
    fireEvent.click(await screen.findByText('Notice 8'));
    expect(leave).not.toHaveBeenCalled();
    fireEvent.click(screen.getByText('Notice 9'));
    expect(leave).toHaveBeenCalledOnce();
  });
});

describe('the messages', () => {
  // First, while nothing was fetched yet: what was there would stay.
  it('say what to do where there are none, and why they can’t be had', async () => {
    open('/user/messages');
    host.answers[THREADS] = () => failure(503, 'database_unavailable', 'Our database rests.');
    render(<MessagesIsland />);
    expect(await screen.findByText('Our database rests.')).toBeTruthy();
    host.answers[THREADS] = ({ query }) => pageOf([], query);
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: 'No conversations yet' })).toBeTruthy();
    for (const link of screen.getAllByRole('link', { name: 'Write to support' }))
      expect(link.getAttribute('href')).toBe('/user/contact');
  });

  it('list the threads with their state and what is new', async () => {
    open('/user/messages');
    render(<MessagesIsland />);
    const line = await screen.findByRole('link', { name: /Where are my points/ });
    expect(line.getAttribute('href')).toBe('/user/messages?thread=7');
    expect(line.textContent).toContain('Support: They arrive tomorrow.');
    expect(within(line).getByText('answered')).toBeTruthy();
    expect(within(line).getByText('1 new answer')).toBeTruthy();
    expect(screen.getByText('That is the only one.')).toBeTruthy();
  });

  it('show a thread from the oldest message on, and note that it was read', async () => {
    open('/user/messages?thread=7');
    render(<MessagesIsland />);
    const list = await screen.findByRole('list', { name: 'Messages' });
    expect(
      within(list)
        .getAllByText(/^Message/)
        .map(({ textContent }) => textContent),
    ).toEqual(['Message 1', 'Message 2']);
    await waitFor(() =>
      expect(sent).toEqual([{ path: `${THREAD}/read`, key: expect.any(String), body: { up_to: 2 } }]),
    );
    expect(screen.queryByRole('button', { name: 'Show earlier messages' })).toBeNull();
  });

  it('add the earlier ones', async () => {
    open('/user/messages?thread=7');
    const all = Array.from({ length: 32 }, (_, at) => message(32 - at));
    host.answers[THREAD] = ({ query }) => ({
      thread: thread({ messages: 32, unread: 0 }),
      messages: pageOf(all, query, 30),
    });
    render(<MessagesIsland />);
    fireEvent.click(await screen.findByRole('button', { name: 'Show earlier messages' }));
    await waitFor(() => expect(screen.getAllByText(/^Message \d/)).toHaveLength(32));
    expect(screen.getAllByText(/^Message \d/)[0]?.textContent).toBe('Message 1');
    expect(screen.queryByRole('button', { name: 'Show earlier messages' })).toBeNull();
  });

  it('send a reply once; after an unknown end the same text is the same message', async () => {
    open('/user/messages?thread=7');
    render(<MessagesIsland />);
    const field = await screen.findByRole('textbox', { name: 'Your message' });
    const button = screen.getByRole('button', { name: 'Send' });

    fireEvent.click(button);
    expect((await screen.findByText('Please write at least 2 characters.')).className).toBe('error');
    expect(document.activeElement).toBe(field);
    expect(host.to(`${THREAD}/reply`)).toHaveLength(0);

    fireEvent.change(field, { target: { value: 'And now?' } });
    host.answers[`${THREAD}/reply`] = () => failure(500, 'internal');
    fireEvent.click(button);
    fireEvent.click(button);
    expect(await screen.findByText('Our side is down for a moment.')).toBeTruthy();
    expect(field).toHaveProperty('value', 'And now?');

    host.answers[`${THREAD}/reply`] = () => ({
      thread: thread({ state: 'waiting', messages: 3 }),
      message: message(3, { body: 'And now?' }),
    });
    fireEvent.click(button);
    await waitFor(() => expect(screen.getByText('waiting for support')).toBeTruthy());
    expect(field).toHaveProperty('value', '');
    const replies = sent.filter(({ path }) => path.endsWith('/reply'));
    expect(replies).toHaveLength(2);
    expect(replies[0]?.key).toBe(replies[1]?.key);

    fireEvent.change(field, { target: { value: 'Another' } });
    fireEvent.click(button);
    // What is written on before the answer is the next message.
    fireEvent.change(field, { target: { value: 'Another, and' } });
    await waitFor(() => expect(sent.filter(({ path }) => path.endsWith('/reply'))).toHaveLength(3));
    expect(sent.at(-1)?.key).not.toBe(replies[0]?.key);
    await screen.findByRole('button', { name: 'Send' });
    expect(field).toHaveProperty('value', 'Another, and');
  });

  it('are the same message when tried again, also after one elsewhere', async () => {
    open('/user/messages?thread=7');
    host.answers[`${THREAD}/reply`] = () => failure(500, 'internal');
    const said = (id: number, body: string) => {
      $reply.set({ state: 'open' });
      return sendReply(id, body);
    };
    expect(await said(7, 'And now?')).toBe(false);
    host.answers['/api/user/messages/8/reply'] = () => ({
      thread: thread({ id: 8 }),
      message: message(9, { body: 'Elsewhere' }),
    });
    expect(await said(8, 'Elsewhere')).toBe(true);
    await said(7, 'And now?');
    const [first, , again] = sent.filter(({ path }) => path.endsWith('/reply')).map(({ key }) => key);
    expect(again).toBe(first);
  });

  it('close a thread, and say that writing opens it again', async () => {
    open('/user/messages?thread=7');
    host.answers[`${THREAD}/close`] = () => ({ thread: thread({ state: 'closed', unread: 0 }) });
    render(<MessagesIsland />);
    const close = await screen.findByRole('button', { name: 'Close as settled' });
    close.focus();
    fireEvent.click(close);
    const means = await screen.findByText('It is settled. Writing here opens it again.');
    await waitFor(() => expect(document.activeElement).toBe(means));
    expect(screen.queryByRole('button', { name: 'Close as settled' })).toBeNull();
  });

  it('of another account are not found, in words', async () => {
    open('/user/messages?thread=7');
    host.answers[THREAD] = () => failure(404, 'not_found', 'There is nothing at this address.');
    render(<MessagesIsland />);
    expect(await screen.findByRole('heading', { name: 'There is no such conversation' })).toBeTruthy();
  });

  it('show all notices under their own address', async () => {
    open('/user/messages?show=notices');
    render(<MessagesIsland />);
    expect(await screen.findByText('Notice 9')).toBeTruthy();
    expect(screen.getByRole('link', { name: /^Notices/ }).getAttribute('aria-current')).toBe('page');
  });
});

describe('the contact form', () => {
  const fill = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });

  it('tells what is wrong beside each field, and sends nothing', async () => {
    open('/user/contact');
    render(<ContactIsland />);
    fireEvent.click(screen.getByRole('button', { name: 'Send to support' }));
    expect(await screen.findByText('Please choose what it is about.')).toBeTruthy();
    expect(screen.getByText('Please write at least 3 characters.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('What is it about?'));
    expect(sent).toEqual([]);
  });

  it('begins a thread with the order that the address names, and leads to it', async () => {
    open('/user/contact?order=12');
    host.answers[THREADS] = () => ({ thread: thread({ subject: 'It never came', state: 'waiting' }) });
    render(<ContactIsland />);
    expect(screen.getByLabelText('Order number (optional)')).toHaveProperty('value', '12');
    fill('Subject', 'It never came');
    fill('Your message', 'Since Monday.');
    fireEvent.click(screen.getByRole('button', { name: 'Send to support' }));
    const heading = await screen.findByRole('heading', { name: 'Your message is with support' });
    expect(document.activeElement).toBe(heading);
    expect(screen.getByRole('link', { name: 'See the conversation' }).getAttribute('href')).toBe(
      '/user/messages?thread=7',
    );
    expect(sent).toEqual([
      {
        path: THREADS,
        key: expect.any(String),
        body: { topic: 'order', subject: 'It never came', body: 'Since Monday.', order_id: 12 },
      },
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'Write another' }));
    expect(await screen.findByLabelText('Subject')).toHaveProperty('value', '');
  });

  it('keeps what was written when it is refused, and says why', async () => {
    open('/user/contact');
    host.answers[THREADS] = () => failure(429, 'too_many_requests', 'Please wait 40 minutes.');
    render(<ContactIsland />);
    fill('What is it about?', 'order');
    fill('Order number (optional)', 'my last one');
    fill('Subject', 'Hello');
    fill('Your message', 'Anybody there?');
    fireEvent.click(screen.getByRole('button', { name: 'Send to support' }));
    expect(await screen.findByText('Please enter the number alone, like 12.')).toBeTruthy();
    fill('What is it about?', 'other');
    fireEvent.click(screen.getByRole('button', { name: 'Send to support' }));
    expect(await screen.findByText('Please wait 40 minutes.')).toBeTruthy();
    expect(screen.getByLabelText('Your message')).toHaveProperty('value', 'Anybody there?');
  });
});

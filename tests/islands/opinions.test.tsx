import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RewardIsland } from '../../src/islands/reward/RewardIsland.tsx';
import { connectApi } from '../../src/lib/api/client.ts';
import type { Opinion } from '../../src/lib/contract/rewards.ts';
import { loadReward } from '../../src/lib/stores/reward.ts';
import {
  anInfo,
  aUser,
  brokenLine,
  fieldRefusal,
  type Host,
  pageOf,
  refusal,
  rewardHost,
  storeUser,
} from '../support/reward-host.ts';

const WRITE = 'POST /api/user/rewards/12/create-opinion';
const RATE = 'POST /api/user/rewards/rate-reward/12/';

const said = (id: number, change: Partial<Opinion> = {}): Opinion => ({
  id,
  user: { id: 9, name: 'someone', sample: false },
  opinion: `Opinion ${id}`,
  likes: 2,
  verified: false,
  created_at: '2026-11-20T10:00:00.000Z',
  edited_at: null,
  ...change,
});
const mine = (id: number, change: Partial<Opinion> = {}) =>
  said(id, { user: { id: 5, name: 'player', sample: false }, ...change });

let host: Host;
beforeEach(() => {
  host = rewardHost();
  host.on('GET /api/user/specific-user/5', () => ({ user: aUser() }));
  connectApi({ fetch: host.fetch });
});
afterEach(async () => {
  // Another reward, so that nothing is known of this one to the next test.
  await loadReward(999);
});

/** Opens the reward with these opinions on its first page. */
async function open(opinions: readonly Opinion[], more: Parameters<typeof anInfo>[1] = {}, signedIn = true) {
  storeUser(signedIn ? aUser() : null);
  host.on('GET /api/user/rewards/12', ({ query }) =>
    query.get('page') === '2'
      ? anInfo({}, { opinions: { ...pageOf([said(1)], { page: 2, total: 21 }), data: [said(1)] } })
      : anInfo({}, { opinions: { ...pageOf(opinions), data: [...opinions] }, ...more }),
  );
  history.replaceState(null, '', signedIn ? '/user/reward/12/Steam-key' : '/guest/reward/12/Steam-key');
  render(<RewardIsland area={signedIn ? 'user' : 'guest'} />);
  return screen.findByRole('region', { name: 'Opinions' });
}
const texts = () => [...document.querySelectorAll('.opinion .said')].map(({ textContent }) => textContent);

describe('writing', () => {
  test('a new one stands at the top, and the form is empty for the next', async () => {
    host.on(WRITE, ({ body }) => ({
      opinion: mine(30, { opinion: String(Object(body).opinion), likes: 0 }),
    }));
    const section = await open([said(3)]);
    const field = within(section).getByLabelText('What do you say about Steam key?');
    fireEvent.change(field, { target: { value: '  It worked.  ' } });
    fireEvent.click(within(section).getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(texts()).toEqual(['It worked.', 'Opinion 3']));
    expect(host.calls(WRITE)[0]?.body).toEqual({ user_id: 5, opinion: 'It worked.' });
    expect(field).toHaveProperty('value', '');
  });

  test('the first message of the opinion field stands beside it, and the words stay', async () => {
    host.on(WRITE, () => fieldRefusal('opinion', 'Please leave out the address.'));
    const section = await open([]);
    const field = within(section).getByLabelText(/What do you say/);
    fireEvent.change(field, { target: { value: 'Come to my shop' } });
    fireEvent.click(within(section).getByRole('button', { name: 'Publish' }));
    await within(section).findByText('Please leave out the address.');
    expect(field).toHaveProperty('value', 'Come to my shop');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field);
  });

  test('two presses are one opinion', async () => {
    host.on(WRITE, () => ({ opinion: mine(30) }));
    const section = await open([]);
    fireEvent.change(within(section).getByLabelText(/What do you say/), { target: { value: 'Once only' } });
    const publish = within(section).getByRole('button', { name: 'Publish' });
    fireEvent.click(publish);
    fireEvent.click(publish);
    await waitFor(() => expect(texts()).toHaveLength(1));
    expect(host.calls(WRITE)).toHaveLength(1);
  });

  test('says how many characters are left, of a single one too', async () => {
    const section = await open([]);
    const field = within(section).getByLabelText(/What do you say/);
    fireEvent.change(field, { target: { value: 'a'.repeat(998) } });
    await within(section).findByText('2 characters left');
    fireEvent.change(field, { target: { value: 'a'.repeat(999) } });
    await within(section).findByText('1 character left');
  });

  test('too short is told without asking the server', async () => {
    const section = await open([]);
    fireEvent.change(within(section).getByLabelText(/What do you say/), { target: { value: ' x ' } });
    fireEvent.click(within(section).getByRole('button', { name: 'Publish' }));
    await within(section).findByText('Please write at least 2 characters.');
    expect(host.calls(WRITE)).toEqual([]);
  });
});

describe('liking', () => {
  const LIKE = 'POST /api/user/rewards/3/like-or-dislike';
  const button = () => screen.getByRole('button', { name: 'Like what someone wrote' });

  test('is shown at once and settled by the answer: the list and the count', async () => {
    const { promise, resolve } = Promise.withResolvers<object>();
    host.on(LIKE, () => promise);
    await open([said(3), said(2)], { likedOpinions: [] });
    expect(button).toThrow();
    const [first] = screen.getAllByRole('button', { name: 'Like what someone wrote' });
    if (!first) throw new Error('no opinion to like');
    fireEvent.click(first);
    expect(first.getAttribute('aria-pressed')).toBe('true');
    expect(first.textContent).toBe('Liked 3');
    resolve({ likedOpinions: [3, 2], opinion: said(3, { likes: 8 }) });
    await waitFor(() => expect(first.textContent).toBe('Liked 8'));
    const [, second] = screen.getAllByRole('button', { name: 'Like what someone wrote' });
    expect(second?.getAttribute('aria-pressed')).toBe('true');
    expect(host.calls(LIKE)[0]?.body).toEqual({ userId: 5 });
  });

  test('is taken back with the reason when it is refused', async () => {
    host.on(LIKE, brokenLine);
    await open([said(3)]);
    fireEvent.click(button());
    expect(button().textContent).toBe('Liked 3');
    expect((await screen.findByRole('alert')).textContent).toMatch(/Your like wasn’t counted\..*connection/);
    expect(button().textContent).toBe('Like 2');
    expect(button().getAttribute('aria-pressed')).toBe('false');
  });

  test('one that is refused takes back that one alone', async () => {
    const answers = { 3: Promise.withResolvers<Response>(), 2: Promise.withResolvers<object>() };
    host.on(LIKE, () => answers[3].promise);
    host.on('POST /api/user/rewards/2/like-or-dislike', () => answers[2].promise);
    await open([said(3), said(2)]);
    const [third, second] = screen.getAllByRole('button', { name: 'Like what someone wrote' });
    if (!third || !second) throw new Error('no opinions to like');
    fireEvent.click(third);
    fireEvent.click(second);
    // The answer about one says nothing of the other, which is on its way.
    answers[2].resolve({ likedOpinions: [2], opinion: said(2, { likes: 3 }) });
    await waitFor(() => expect(host.calls('POST')).toHaveLength(2));
    await waitFor(() => expect(second.textContent).toBe('Liked 3'));
    expect(third.textContent).toBe('Liked 3');
    answers[3].resolve(refusal(503, 'database_unavailable', 'The database is away.'));
    await screen.findByRole('alert');
    expect(third.textContent).toBe('Like 2');
    expect(third.getAttribute('aria-pressed')).toBe('false');
    expect(second.textContent).toBe('Liked 3');
    expect(second.getAttribute('aria-pressed')).toBe('true');
  });

  test('one’s own can’t be liked, and a guest is led to log in', async () => {
    await open([mine(3)]);
    expect(screen.queryByRole('button', { name: /^Like/ })).toBeNull();
    cleanup();
    const section = await open([said(3)], {}, false);
    expect(screen.queryByRole('button', { name: /^Like/ })).toBeNull();
    expect(within(section).getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe(
      '/login?from=%2Fguest%2Freward%2F12%2FSteam-key',
    );
    expect(screen.queryByLabelText(/What do you say/)).toBeNull();
  });
});

describe('rating', () => {
  test('sets the mean, the count and that it is mine', async () => {
    host.on(RATE, () => ({ rate: 4.5, rate_count: 2, isRated: true }));
    const section = await open([]);
    expect(within(section).getByText('Not rated yet')).toBeTruthy();
    fireEvent.click(within(section).getByRole('button', { name: '4 of 5, very good' }));
    await within(section).findByText('You rated it. Change your mind:');
    expect(section.textContent).toContain('4.5 of 5, from 2 ratings');
    expect(host.calls(RATE)[0]).toMatchObject({
      call: 'POST /api/user/rewards/rate-reward/12/4',
      body: { user_id: 5 },
    });
  });

  test('a refusal leaves what stood there, with the reason', async () => {
    host.on(RATE, () => refusal(503, 'database_unavailable', 'The database is away.'));
    const section = await open([]);
    fireEvent.click(within(section).getByRole('button', { name: '1 of 5, poor' }));
    expect((await within(section).findByRole('alert')).textContent).toBe(
      'Your rating wasn’t counted. The database is away.',
    );
    expect(within(section).getByText('Not rated yet')).toBeTruthy();
  });
});

describe('one’s own', () => {
  test('can be rewritten, and says so', async () => {
    host.on('PUT /api/user/opinions/7', ({ body }) => ({
      opinion: mine(7, { opinion: String(Object(body).opinion), edited_at: '2026-11-21T10:00:00.000Z' }),
    }));
    await open([mine(7), said(3)]);
    fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
    const field = screen.getByLabelText('Your words');
    expect(field).toHaveProperty('value', 'Opinion 7');
    fireEvent.change(field, { target: { value: 'Better words' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(texts()).toEqual(['Better words', 'Opinion 3']));
    expect(document.querySelector('.opinion')?.textContent).toContain('edited');
  });

  test('is taken away only after a question', async () => {
    host.on('DELETE /api/user/opinions/7', () => ({ id: 7 }));
    await open([mine(7), said(3)]);
    fireEvent.click(screen.getByRole('button', { name: 'Take away' }));
    expect(screen.getByText(/gone for good/).textContent).toContain('with its 2 likes');
    fireEvent.click(screen.getByRole('button', { name: 'Keep it' }));
    expect(host.calls('DELETE')).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Take away' }));
    fireEvent.click(screen.getByRole('button', { name: 'Take it away' }));
    await waitFor(() => expect(texts()).toEqual(['Opinion 3']));
  });
});

describe('the focus, where the button that was pressed is gone', () => {
  const press = (name: string) => {
    const button = screen.getByRole('button', { name });
    button.focus();
    fireEvent.click(button);
  };
  const isAt = (what: () => Element | null) =>
    waitFor(() => expect(document.activeElement === what(), document.activeElement?.outerHTML).toBe(true));
  const edit = () => screen.queryByRole('button', { name: 'Edit' });

  test('nowhere before anything is pressed', async () => {
    await open([mine(7)]);
    expect(document.activeElement).toBe(document.body);
  });

  test('goes into the words to be changed, and back', async () => {
    host.on('PUT /api/user/opinions/7', () => ({ opinion: mine(7, { opinion: 'Better words' }) }));
    await open([mine(7)]);
    for (const end of ['Cancel', 'Save']) {
      press('Edit');
      await isAt(() => screen.queryByLabelText('Your words'));
      press(end);
      await isAt(edit);
    }
  });

  test('goes to the question, and back to the list’s heading where the opinion is gone', async () => {
    host.on('DELETE /api/user/opinions/7', () => ({ id: 7 }));
    await open([mine(7)]);
    const question = () => screen.queryByText(/gone for good/);
    press('Take away');
    await isAt(question);
    press('Keep it');
    await isAt(edit);
    press('Take away');
    await isAt(question);
    press('Take it away');
    await isAt(() => screen.queryByRole('heading', { name: 'Opinions' }));
  });
});

describe('what an operator has hidden', () => {
  test('tells its writer why, and that it waits once it is changed', async () => {
    host.on('PUT /api/user/opinions/7', ({ body }) => ({
      opinion: mine(7, {
        opinion: String(Object(body).opinion),
        hidden_for: 'It names where somebody lives.',
        waits: true,
      }),
    }));
    await open([mine(7, { hidden_for: 'It names where somebody lives.', waits: false }), said(3)]);
    const item = screen.getByText('Opinion 7').closest('li') ?? document.body;
    expect(within(item).getByText('hidden')).toBeTruthy();
    expect(item.textContent).toContain(
      'Edit it, and we look at it again. The reason: It names where somebody lives.',
    );
    fireEvent.click(within(item).getByRole('button', { name: 'Edit' }));
    fireEvent.change(screen.getByLabelText('Your words'), { target: { value: 'Better words' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await within(item).findByText('Better words');
    expect(item.textContent).toContain('You have changed it since');
  });
});

describe('reporting', () => {
  const REPORT = 'POST /api/user/opinions/3/report';
  const begin = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Report what someone wrote' }));
    return screen.findByRole('form', { name: 'Report what someone wrote' });
  };

  test('is there for others’ words alone, and for a guest not at all', async () => {
    await open([mine(7)]);
    expect(screen.queryByRole('button', { name: /^Report/ })).toBeNull();
    cleanup();
    await open([said(3)], {}, false);
    expect(screen.queryByRole('button', { name: /^Report/ })).toBeNull();
  });

  test('asks what is wrong, sends it once, and says what happens now', async () => {
    const { promise, resolve } = Promise.withResolvers<object>();
    host.on(REPORT, () => promise);
    await open([said(3)]);
    const form = await begin();
    const reason = within(form).getByLabelText('What is wrong with it?');
    expect(document.activeElement).toBe(reason);
    const send = within(form).getByRole('button', { name: 'Send the report' });
    fireEvent.click(send);
    await within(form).findByText('Please choose what is wrong with it.');
    fireEvent.change(reason, { target: { value: 'other' } });
    fireEvent.click(send);
    await within(form).findByText('Please say what is wrong with it.');
    expect(host.calls(REPORT)).toEqual([]);
    fireEvent.change(within(form).getByLabelText('In your words'), {
      target: { value: ' It is about me. ' },
    });
    fireEvent.click(send);
    fireEvent.click(send);
    resolve({ reported: true });
    const told = await screen.findByText(/^Reported\./);
    expect(document.activeElement).toBe(told);
    expect(host.calls(REPORT).map(({ body }) => body)).toEqual([
      { reason: 'other', note: 'It is about me.' },
    ]);
    expect(screen.queryByRole('button', { name: /^Report/ })).toBeNull();
    expect(texts()).toEqual(['Opinion 3']);
  });

  test('a refusal says why, and keeps what was chosen and written', async () => {
    host.on(REPORT, () =>
      refusal(409, 'nothing_to_do', 'You reported it before, and a person looked at it.'),
    );
    await open([said(3)]);
    const form = await begin();
    fireEvent.change(within(form).getByLabelText('What is wrong with it?'), { target: { value: 'spam' } });
    fireEvent.change(within(form).getByLabelText(/^In your words/), { target: { value: 'A shop.' } });
    fireEvent.click(within(form).getByRole('button', { name: 'Send the report' }));
    expect((await within(form).findByRole('alert')).textContent).toContain('You reported it before');
    expect(within(form).getByLabelText(/^In your words/)).toHaveProperty('value', 'A shop.');
    fireEvent.click(within(form).getByRole('button', { name: 'Cancel' }));
    const again = screen.getByRole('button', { name: 'Report what someone wrote' });
    expect(document.activeElement).toBe(again);
  });
});

describe('more of them', () => {
  const twenty = Array.from({ length: 20 }, (_, at) => said(21 - at));

  test('are appended; what was written meanwhile isn’t shown twice', async () => {
    const section = await open(twenty, { opinions: { ...pageOf(twenty, { total: 21 }), data: twenty } });
    fireEvent.click(within(section).getByRole('button', { name: 'Load more' }));
    await within(section).findByText('Opinion 1');
    expect(texts()).toHaveLength(21);
    expect(within(section).getByText('That is all 21 opinions.')).toBeTruthy();
  });

  test('stay when one comes back, and what is new stands above them', async () => {
    await open(twenty, { opinions: { ...pageOf(twenty, { total: 21 }), data: twenty } });
    fireEvent.click(screen.getByRole('button', { name: 'Load more' }));
    await screen.findByText('Opinion 1');
    cleanup();
    const { promise, resolve } = Promise.withResolvers<object>();
    host.on('GET /api/user/rewards/12', () => promise);
    render(<RewardIsland area="user" />);
    expect(texts()).toHaveLength(21);
    const now = [said(22), ...twenty.slice(0, 19)];
    resolve(anInfo({}, { opinions: { ...pageOf(now, { total: 22 }), data: now } }));
    await screen.findByText('Opinion 22');
    expect(texts()).toEqual(Array.from({ length: 22 }, (_, at) => `Opinion ${22 - at}`));
    expect(screen.getByText('That is all 22 opinions.')).toBeTruthy();
  });

  test('begin anew where so much is new that some would be missing', async () => {
    await open(twenty, { opinions: { ...pageOf(twenty, { total: 21 }), data: twenty } });
    fireEvent.click(screen.getByRole('button', { name: 'Load more' }));
    await screen.findByText('Opinion 1');
    cleanup();
    const others = Array.from({ length: 20 }, (_, at) => said(60 - at));
    host.on('GET /api/user/rewards/12', () =>
      anInfo({}, { opinions: { ...pageOf(others, { total: 60 }), data: others } }),
    );
    render(<RewardIsland area="user" />);
    await screen.findByText('Opinion 60');
    expect(texts()).toHaveLength(20);
    expect(screen.getByRole('button', { name: 'Load more' })).toBeTruthy();
  });

  /** The reward with as many of these as a page holds. */
  const onPagesOf = (all: () => Opinion[]) =>
    host.on('GET /api/user/rewards/12', ({ query }) => {
      const page = Number(query.get('page') ?? 1);
      const data = all().slice(20 * (page - 1), 20 * page);
      return anInfo({}, { opinions: { ...pageOf(data, { page, total: all().length }), data } });
    });

  test('begin anew where one is gone, so that none is left out', async () => {
    let all = Array.from({ length: 50 }, (_, at) => said(50 - at));
    storeUser(aUser());
    onPagesOf(() => all);
    history.replaceState(null, '', '/user/reward/12/Steam-key');
    render(<RewardIsland area="user" />);
    fireEvent.click(await screen.findByRole('button', { name: 'Load more' }));
    await screen.findByText('Opinion 11');
    cleanup();
    all = all.filter(({ id }) => id !== 45);
    render(<RewardIsland area="user" />);
    await waitFor(() => expect(screen.queryByText('Opinion 45')).toBeNull());
    for (const next of ['Opinion 10', 'Opinion 1']) {
      fireEvent.click(screen.getByRole('button', { name: 'Load more' }));
      await screen.findByText(next);
    }
    expect(texts()).toEqual(all.map(({ opinion }) => opinion));
  });

  test('leave none out after one’s own was taken away', async () => {
    let all = [mine(50), ...Array.from({ length: 44 }, (_, at) => said(49 - at))];
    storeUser(aUser());
    host.on('DELETE /api/user/opinions/50', () => {
      all = all.slice(1);
      return { id: 50 };
    });
    onPagesOf(() => all);
    history.replaceState(null, '', '/user/reward/12/Steam-key');
    render(<RewardIsland area="user" />);
    fireEvent.click(await screen.findByRole('button', { name: 'Take away' }));
    fireEvent.click(screen.getByRole('button', { name: 'Take it away' }));
    await waitFor(() => expect(texts()).toHaveLength(19));
    for (const next of ['Opinion 30', 'Opinion 10', 'Opinion 6']) {
      fireEvent.click(screen.getByRole('button', { name: 'Load more' }));
      await screen.findByText(next);
    }
    expect(texts()).toEqual(all.map(({ opinion }) => opinion));
  });

  test('a failure keeps what is there and offers another try', async () => {
    const section = await open(twenty, { opinions: { ...pageOf(twenty, { total: 21 }), data: twenty } });
    host.on('GET /api/user/rewards/12', () => refusal(500, 'internal', 'Something went wrong on our side.'));
    fireEvent.click(within(section).getByRole('button', { name: 'Load more' }));
    await within(section).findByText('More opinions could not be loaded');
    expect(texts()).toHaveLength(20);
    host.on('GET /api/user/rewards/12', () =>
      anInfo({}, { opinions: { ...pageOf([said(1)], { page: 2, total: 21 }), data: [said(1)] } }),
    );
    fireEvent.click(within(section).getByRole('button', { name: 'Retry' }));
    await within(section).findByText('Opinion 1');
  });
});

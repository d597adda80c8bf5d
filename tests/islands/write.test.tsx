import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { changeAddress } from '../../src/islands/ui/use-address.ts';
import { WriteIsland } from '../../src/islands/write/WriteIsland.tsx';
import { connectApi } from '../../src/lib/api/client.ts';
import type { Submission, SubmissionCard } from '../../src/lib/contract/submissions.ts';
import { $editing } from '../../src/lib/stores/draft.ts';
import { $act } from '../../src/lib/stores/draft-acts.ts';
import {
  aUser,
  brokenLine,
  fieldRefusal,
  type Host,
  pageOf,
  refusal,
  rewardHost,
  storeUser,
} from '../support/reward-host.ts';

const KEY = '0f8fad5b-d9cb-469f-a165-70867728950e';
const LIST = 'GET /api/user/submissions';
const ONE = `GET /api/user/submissions/${KEY}`;
const SAVE = `PUT /api/user/submissions/${KEY}`;
const HAND_IN = `POST /api/user/submissions/${KEY}/hand-in`;
let host: Host;

const aCard = (change: Partial<SubmissionCard> = {}): SubmissionCard => ({
  key: KEY,
  title: 'Keep the largest tile in a corner',
  type: 'guide',
  state: 'draft',
  updated_at: '2026-01-05T10:00:00.000Z',
  submitted_at: null,
  decided_at: null,
  reason: null,
  points: null,
  article_id: null,
  ahead: null,
  ...change,
});
const aSubmission = (change: Partial<Submission> = {}): Submission => ({
  ...aCard(),
  summary: 'In short.',
  game_id: null,
  body: 'The text.',
  version: 3,
  ...change,
});
const answer = (change: Partial<Submission> = {}) => ({ submission: aSubmission(change) });

beforeEach(() => {
  host = rewardHost();
  connectApi({ fetch: host.fetch });
  storeUser(aUser());
  host.on('GET /api/user/games', () => ({ games_data: pageOf([]), count: 0, ...pageOf([]) }));
});
afterEach(() => {
  $editing.set({ state: 'none' });
  $act.set({ state: 'none' });
  vi.restoreAllMocks();
});

function open(address: string) {
  history.replaceState(null, '', address);
  return render(<WriteIsland />);
}
const openDraft = () => open(`/user/create_content?draft=${KEY}`);
const copies = () => JSON.parse(localStorage.getItem('drafts_5') ?? '[]');
const bodyField = () => screen.findByLabelText('Text, in Markdown');

test('of two drafts that are asked for one after the other the latter is shown, whichever answer comes first', async () => {
  const other = KEY.replace('0f8', '1f8');
  const first = Promise.withResolvers<object>();
  host.on(ONE, () => first.promise);
  host.on(`GET /api/user/submissions/${other}`, () => answer({ key: other, body: 'The other one.' }));
  openDraft();
  await waitFor(() => expect(host.calls(ONE)).toHaveLength(1));
  act(() => changeAddress(`/user/create_content?draft=${other}`, 'push'));
  first.resolve(answer());
  expect(await bodyField()).toHaveProperty('value', 'The other one.');
});

test('the page goes to its top between list and sheet, not with the first word of a new article', async () => {
  const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  host.on(LIST, () => pageOf([]));
  open('/user/create_content?draft=new');
  fireEvent.change(await bodyField(), { target: { value: 'A word' } });
  await waitFor(() => expect(location.search).not.toBe('?draft=new'));
  expect(scrolled).not.toHaveBeenCalled();
  act(() => changeAddress('/user/create_content', 'push'));
  await waitFor(() => expect(scrolled).toHaveBeenCalledOnce());
});

describe('the list', () => {
  test('pre-rendered it is a skeleton with the rules, without inline styles', () => {
    const html = renderToString(<WriteIsland />);
    expect(html).toContain('skeleton');
    expect(html).toContain('What we ask for');
    expect(html).not.toMatch(/\sstyle=/);
  });

  test('each state says what it means, and where it leads', async () => {
    host.on(LIST, () =>
      pageOf([
        aCard({ key: '1', title: '' }),
        aCard({
          key: '2',
          title: 'Two',
          state: 'submitted',
          submitted_at: '2026-01-05T10:00:00.000Z',
          points: 600,
          ahead: 2,
        }),
        aCard({
          key: '3',
          title: 'Three',
          state: 'refused',
          decided_at: '2026-01-05T10:00:00.000Z',
          reason: 'No numbers.',
          points: 600,
        }),
        aCard({
          key: '4',
          title: 'Four',
          state: 'accepted',
          decided_at: '2026-01-05T10:00:00.000Z',
          reason: 'Good.',
          points: 600,
          article_id: 1000001,
        }),
      ]),
    );
    open('/user/create_content');
    const rows = within(await screen.findByRole('region', { name: 'Your articles' })).getAllByRole(
      'listitem',
    );
    const words = rows.map(({ textContent }) => textContent);
    expect(words[0]).toMatch(/Without a title.*draft.*changed/);
    expect(words[1]).toMatch(/waits to be read.*2 are read before it.*600 pts if accepted/);
    expect(words[2]).toMatch(/refused.*Why it was refused: No numbers\./);
    expect(words[3]).toMatch(/published.*What we say: Good\..*600 pts/);
    expect(screen.getByRole('link', { name: 'Four' }).getAttribute('href')).toBe(
      '/user/article/1000001/Four',
    );
    expect(screen.getByText('These are all your articles.')).toBeTruthy();
  });

  test('names what only this browser has', async () => {
    const draft = {
      title: 'On a train',
      summary: '',
      type: 'guide',
      game_id: null,
      body: 'x'.repeat(30_000),
    };
    localStorage.setItem('drafts_5', JSON.stringify([{ key: KEY, draft, version: 0, at: 1 }]));
    localStorage.setItem(
      'drafts_6',
      JSON.stringify([{ key: KEY, draft: { ...draft, title: 'Not mine' }, version: 0, at: 1 }]),
    );
    host.on(LIST, () => pageOf([]));
    open('/user/create_content');
    const unsaved = await screen.findByRole('region', { name: 'Only in this browser so far' });
    expect(within(unsaved).getByRole('link', { name: 'On a train' })).toBeTruthy();
    expect(screen.queryByText('Not mine')).toBeNull();
  });

  test('a failure has a reason and a retry; a host without it says so', async () => {
    host.on(LIST, () => new Response('', { status: 404 }));
    open('/user/create_content');
    expect((await screen.findByRole('alert')).textContent).toContain("This isn't offered here.");
    host.on(LIST, () => pageOf([]));
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('You haven’t written anything yet')).toBeTruthy();
  });
});

describe('a draft', () => {
  test('is kept here with each change and saved a moment later, by the version that it changed', async () => {
    host.on(ONE, () => answer());
    host.on(SAVE, ({ body }) => answer({ ...(body as object), version: 4 }));
    openDraft();
    fireEvent.change(await bodyField(), { target: { value: 'The text, and more.' } });
    expect(copies()).toMatchObject([{ key: KEY, version: 3, draft: { body: 'The text, and more.' } }]);
    expect(await screen.findByText('All changes are saved.')).toBeTruthy();
    expect(host.calls(SAVE)).toHaveLength(1);
    expect(host.calls(SAVE)[0]?.body).toMatchObject({ version: 3, body: 'The text, and more.' });
    expect(copies()).toEqual([]);
  });

  test('that can’t be saved says so and is kept, and Save now tries again', async () => {
    host.on(ONE, () => answer());
    host.on(SAVE, brokenLine);
    openDraft();
    fireEvent.change(await bodyField(), { target: { value: 'Written offline.' } });
    expect(await screen.findByText('Not saved on the server.')).toBeTruthy();
    expect(copies()).toHaveLength(1);
    host.on(SAVE, () => answer({ body: 'Written offline.', version: 4 }));
    fireEvent.click(screen.getByRole('button', { name: 'Save now' }));
    expect(await screen.findByText('All changes are saved.')).toBeTruthy();
    expect(copies()).toEqual([]);
  });

  test('that was begun here and never arrived is opened from this browser and saved', async () => {
    const draft = { title: 'Mine', summary: '', type: 'guide', game_id: null, body: 'Only here.' };
    localStorage.setItem('drafts_5', JSON.stringify([{ key: KEY, draft, version: 0, at: 1 }]));
    host.on(SAVE, () => answer({ ...draft, type: 'guide', version: 1 }));
    openDraft();
    expect(await bodyField()).toHaveProperty('value', 'Only here.');
    await waitFor(() => expect(host.calls(SAVE)[0]?.body).toMatchObject({ version: 0, body: 'Only here.' }));
    await screen.findByText('All changes are saved.');
  });

  test('that is too long keeps every letter and says by its field what is wrong', async () => {
    const body = 'x'.repeat(20_001);
    host.on(ONE, () => answer());
    host.on(SAVE, () => fieldRefusal('body', 'An article has at most 20,000 characters.'));
    openDraft();
    fireEvent.change(await bodyField(), { target: { value: body } });
    expect((await bodyField()).getAttribute('aria-describedby')).toBeTruthy();
    expect(await screen.findByText('Not saved on the server.')).toBeTruthy();
    expect((await bodyField()).getAttribute('aria-invalid')).toBe('true');
    expect(await bodyField()).toHaveProperty('value', body);
    expect(screen.getByText(/1 characters too many/)).toBeTruthy();
    expect(copies()[0].draft.body).toBe(body);
  });

  test('changed elsewhere: both are kept until one is chosen', async () => {
    host.on(ONE, () => answer());
    host.on(SAVE, () => refusal(409, 'draft_changed', 'Changed.'));
    openDraft();
    await bodyField();
    host.on(ONE, () => answer({ body: 'From the phone.', version: 5 }));
    fireEvent.change(await bodyField(), { target: { value: 'From the' } });
    expect(await screen.findByText('This draft was changed somewhere else.')).toBeTruthy();
    // Who writes on has chosen nothing yet.
    fireEvent.change(await bodyField(), { target: { value: 'From the desk.' } });
    expect(screen.getByText('This draft was changed somewhere else.')).toBeTruthy();
    expect(await bodyField()).toHaveProperty('value', 'From the desk.');
    host.on(SAVE, () => answer({ body: 'From the desk.', version: 6 }));
    fireEvent.click(screen.getByRole('button', { name: 'Keep mine' }));
    await screen.findByText('All changes are saved.');
    expect(host.calls(SAVE).at(-1)?.body).toMatchObject({ version: 5, body: 'From the desk.' });
  });

  test('deleted elsewhere can be kept as a new one', async () => {
    host.on(ONE, () => answer());
    host.on(SAVE, () => refusal(404, 'not_found', 'Deleted.'));
    openDraft();
    fireEvent.change(await bodyField(), { target: { value: 'Still wanted.' } });
    expect(await screen.findByText('This draft was deleted somewhere else.')).toBeTruthy();
    host.on('PUT /api/user/submissions/', ({ call }) =>
      answer({ key: call.split('/').at(-1) ?? '', body: 'Still wanted.', version: 1 }),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Save it as a new draft' }));
    await screen.findByText('All changes are saved.');
    expect(location.search).not.toContain(KEY);
    expect(await bodyField()).toHaveProperty('value', 'Still wanted.');
  });

  test('is handed in once, however often one presses, and what is missing stands by its field', async () => {
    host.on(ONE, () => answer());
    host.on(HAND_IN, () => fieldRefusal('title', 'A title needs at least 10 characters.'));
    openDraft();
    const handIn = async () => {
      fireEvent.click(await screen.findByRole('button', { name: 'Hand it in' }));
      const button = await waitFor(() => {
        const found = screen.getAllByRole('button', { name: 'Hand it in', hidden: true }).at(-1);
        if (!found?.closest('dialog')) throw new Error('no dialog');
        return found;
      });
      fireEvent.click(button);
      fireEvent.click(button);
    };
    await handIn();
    expect(await screen.findByText('A title needs at least 10 characters.')).toBeTruthy();
    expect(host.calls(HAND_IN)).toHaveLength(1);
    expect(host.calls(HAND_IN)[0]?.body).toEqual({ version: 3 });
    host.on(HAND_IN, () =>
      answer({ state: 'submitted', submitted_at: '2026-01-05T10:00:00.000Z', points: 600, ahead: 0 }),
    );
    await handIn();
    expect(await screen.findByText(/It is the next to be read/)).toBeTruthy();
    expect(screen.queryByLabelText('Text, in Markdown')).toBeNull();
  });

  test('of nobody says so', async () => {
    openDraft();
    expect(await screen.findByText('There is no such draft')).toBeTruthy();
  });
});

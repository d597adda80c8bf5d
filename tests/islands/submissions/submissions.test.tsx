import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { changeAddress } from '../../../src/islands/shared/use-address.ts';
import { SubmissionsIsland } from '../../../src/islands/submissions/SubmissionsIsland.tsx';
import { listGames } from '../../../src/lib/contract/catalogue/games.ts';
import {
  deleteSubmission,
  getSubmission,
  listSubmissions,
  previewArticle,
  type Submission,
  type SubmissionCard,
  saveSubmission,
  submitForReview,
  withdrawSubmission,
} from '../../../src/lib/contract/submissions/submissions.ts';
import { signIn } from '../../support/fixtures.ts';
import {
  brokenLine,
  databaseAway,
  fieldError,
  hostOfEachTest,
  notFound,
  pageOf,
  refusal,
} from '../../support/host.ts';
import { findButton, linkTo, press, pressFound, textsOf, visit } from '../../support/screen.ts';

// DOMPurify needs a real browser's parser: tests/e2e/articles.test.ts shows in Chromium what it takes out.
vi.mock('../../../src/islands/shared/stores/sanitise.ts', () => ({ sanitise: async (html: string) => html }));

const AT = '2026-01-05T10:00:00.000Z';
const KEY = '0f8fad5b-d9cb-469f-a165-70867728950e';
const DRAFT = `/user/create_content?draft=${KEY}`;

const aCard = (change: Partial<SubmissionCard> = {}): SubmissionCard => ({
  key: KEY,
  title: 'Keep the largest tile in a corner',
  type: 'guide',
  state: 'draft',
  updated_at: AT,
  submitted_at: null,
  decided_at: null,
  reason: null,
  points: null,
  article_id: null,
  hidden: false,
  ahead: null,
  ...change,
});
const answer = (change: Partial<Submission> = {}) => ({
  submission: { ...aCard(), summary: 'In short.', game_id: null, body: 'The text.', version: 3, ...change },
});

const host = hostOfEachTest((fresh) => {
  signIn();
  fresh.on(listGames, () => pageOf([]));
  fresh.on(listSubmissions, () => pageOf([]));
  fresh.on(getSubmission, () => answer());
});
afterEach(() => vi.restoreAllMocks());

function open(address = DRAFT) {
  visit(address);
  return render(<SubmissionsIsland />);
}
const go = (address: string) => act(() => changeAddress(address, 'push'));
const copies = () => JSON.parse(localStorage.getItem('drafts_5') ?? '[]');
const text = () => screen.findByLabelText<HTMLTextAreaElement>('Text (Markdown)');
const write = async (value: string) => fireEvent.change(await text(), { target: { value } });
const isSaved = () => screen.findByText('All changes saved.');

test('of two drafts opened one after the other, the later one is shown, whichever answer comes first', async () => {
  const other = KEY.replace('0f8', '1f8');
  const first = Promise.withResolvers<ReturnType<typeof answer>>();
  host.on(getSubmission, ({ params }) =>
    params.key === KEY ? first.promise : answer({ key: other, body: 'The other one.' }),
  );
  open();
  await waitFor(() => expect(host.asked(getSubmission)).toHaveLength(1));
  go(`/user/create_content?draft=${other}`);
  first.resolve(answer());
  expect((await text()).value).toBe('The other one.');
});

test('the page scrolls to the top between list and editor, but not at the first word of a new article', async () => {
  const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  open('/user/create_content?draft=new');
  await write('A word');
  await waitFor(() => expect(location.search).not.toBe('?draft=new'));
  expect(scrolled).not.toHaveBeenCalled();
  go('/user/create_content');
  await waitFor(() => expect(scrolled).toHaveBeenCalledOnce());
});

describe('the list', () => {
  test('explains each state, and links to the next step', async () => {
    const decided = { decided_at: AT, points: 600 };
    host.on(listSubmissions, () =>
      pageOf([
        aCard({ key: '1', title: '' }),
        aCard({ key: '2', title: 'Two', state: 'submitted', submitted_at: AT, points: 600, ahead: 2 }),
        aCard({ key: '3', title: 'Three', state: 'refused', reason: 'No numbers.', ...decided }),
        aCard({
          key: '4',
          title: 'Four',
          state: 'accepted',
          reason: 'Good.',
          article_id: 1000001,
          ...decided,
        }),
        aCard({ key: '5', title: 'Five', state: 'accepted', reason: 'Copied.', hidden: true, ...decided }),
      ]),
    );
    open('/user/create_content');
    const list = within(await screen.findByRole('region', { name: 'Your articles' }));
    const words = textsOf(list.getAllByRole('listitem'));
    expect(words[0]).toMatch(/Untitled.*draft.*edited/);
    expect(words[1]).toMatch(/in review.*2 articles are ahead of it.*600 pts if accepted/);
    expect(words[2]).toMatch(/not accepted.*Why we didn’t accept it: No numbers\./);
    expect(words[3]).toMatch(/published.*Our comment: Good\..*600 pts/);
    expect(linkTo('Four')).toBe('/user/article/1000001/Four');
    expect(words[4]).toMatch(/hidden.*Why we hid it: Copied\./);
    expect(linkTo('Five')).toBe('/user/create_content?draft=5');
  });

  test('shows drafts that only this browser has', async () => {
    const draft = {
      title: 'On a train',
      summary: '',
      type: 'guide',
      game_id: null,
      body: 'x'.repeat(30_000),
    };
    for (const [id, title] of [
      [5, 'On a train'],
      [6, 'Not mine'],
    ])
      localStorage.setItem(
        `drafts_${id}`,
        JSON.stringify([{ key: KEY, draft: { ...draft, title }, version: 0, at: 1 }]),
      );
    open('/user/create_content');
    const unsaved = within(await screen.findByRole('region', { name: 'Saved only in this browser' }));
    expect(unsaved.getByRole('link', { name: 'On a train' })).toBeTruthy();
    expect(screen.queryByText('Not mine')).toBeNull();
  });
});

describe('a draft', () => {
  test('is kept in the browser at each change and saved a moment later, with the version that it is based on', async () => {
    host.on(saveSubmission, ({ body }) => answer({ body: body.body ?? '', version: 4 }));
    open();
    await write('The text, and more.');
    expect(copies()).toMatchObject([{ key: KEY, version: 3, draft: { body: 'The text, and more.' } }]);
    await isSaved();
    expect(host.bodies(saveSubmission)).toMatchObject([{ version: 3, body: 'The text, and more.' }]);
    expect(copies()).toEqual([]);
  });

  test('that is written on after the session ended, until the login appears, is still kept for its writer', async () => {
    vi.spyOn(location, 'assign').mockImplementation(() => {});
    open();
    await write('Before.');
    act(() => signIn(null));
    await write('Before and after.');
    expect(copies()).toMatchObject([{ draft: { body: 'Before and after.' } }]);
    expect(localStorage.getItem('drafts_0')).toBeNull();
  });

  test('that can’t be saved says so and is kept, and Save now tries again', async () => {
    host.on(saveSubmission, brokenLine);
    open();
    await write('Written offline.');
    await screen.findByText('Not saved to your account.');
    expect(copies()).toHaveLength(1);
    host.on(saveSubmission, () => answer({ body: 'Written offline.', version: 4 }));
    press('Save now');
    await isSaved();
    expect(copies()).toEqual([]);
  });

  test('that never reached the server is opened from this browser and saved', async () => {
    const draft = { title: 'Mine', summary: '', type: 'guide', game_id: null, body: 'Only here.' } as const;
    localStorage.setItem('drafts_5', JSON.stringify([{ key: KEY, draft, version: 0, at: 1 }]));
    host.on(getSubmission, notFound);
    host.on(saveSubmission, () => answer({ ...draft, version: 1 }));
    open();
    expect((await text()).value).toBe('Only here.');
    await isSaved();
    expect(host.bodies(saveSubmission)[0]).toMatchObject({ version: 0, body: 'Only here.' });
  });

  test('that is too long keeps every letter, and its field says what is wrong', async () => {
    const body = 'x'.repeat(20_001);
    host.on(saveSubmission, () => fieldError('body', 'An article has at most 20,000 characters.'));
    open();
    await write(body);
    expect((await text()).getAttribute('aria-describedby')).toBeTruthy();
    await screen.findByText('Not saved to your account.');
    expect((await text()).getAttribute('aria-invalid')).toBe('true');
    expect((await text()).value).toBe(body);
    expect(screen.getByText(/1 character too many/)).toBeTruthy();
    expect(copies()[0].draft.body).toBe(body);
  });

  test('changed elsewhere: both are kept until one is chosen', async () => {
    const changed = 'You changed this draft somewhere else.';
    host.on(saveSubmission, () => refusal(409, 'draft_changed', 'Changed.'));
    open();
    await text();
    host.on(getSubmission, () => answer({ body: 'From the phone.', version: 5 }));
    await write('From the');
    await screen.findByText(changed);
    // Writing on isn't a choice yet.
    await write('From the computer.');
    expect(screen.getByText(changed)).toBeTruthy();
    expect((await text()).value).toBe('From the computer.');
    host.on(saveSubmission, () => answer({ body: 'From the computer.', version: 6 }));
    press('Keep this version');
    await isSaved();
    expect(host.bodies(saveSubmission).at(-1)).toMatchObject({ version: 5, body: 'From the computer.' });
  });

  test.each([
    ['deleted', notFound, 'Save as a new draft'],
    ['changed', () => refusal(409, 'draft_changed', 'Changed.'), 'Keep both'],
  ])('%s elsewhere can be kept as a new one', async (what, refused, button) => {
    host.on(saveSubmission, ({ params }) =>
      params.key === KEY ? refused() : answer({ key: params.key ?? '', body: 'Still wanted.', version: 1 }),
    );
    open();
    await write('Still wanted.');
    await screen.findByText(`You ${what} this draft somewhere else.`);
    press(button);
    await isSaved();
    expect(location.search).not.toContain(KEY);
    expect((await text()).value).toBe('Still wanted.');
  });

  test('stays as it is if another page is opened while it is kept as a new one', async () => {
    host.on(saveSubmission, () => refusal(409, 'draft_changed', 'Changed.'));
    open();
    await write('Still wanted.');
    const keepBoth = await findButton('Keep both');
    const give = host.hold(saveSubmission);
    fireEvent.click(keepBoth);
    visit('/user/rewards');
    give(answer({ version: 1 }));
    await act(async () => {});
    expect(location.pathname).toBe('/user/rewards');
  });

  test.each([
    ['Submit', 'Not yet', submitForReview],
    ['Delete', 'Keep draft', deleteSubmission],
  ] as const)('“%s” can’t be left by “%s” once it is under way', async (button, otherwise, call) => {
    host.on(previewArticle, databaseAway);
    open();
    fireEvent.click(await findButton(button));
    const dialog = within(await screen.findByRole('dialog'));
    host.hold(call);
    press(button === 'Submit' ? 'Submit' : 'Delete draft', dialog);
    await waitFor(() => expect(host.asked(call)).toHaveLength(1));
    press(otherwise, dialog);
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  test('is submitted once, however often the button is pressed, and each field shows what is missing', async () => {
    host.on(previewArticle, databaseAway);
    open();
    const submit = async () => {
      fireEvent.click(await findButton('Submit'));
      const dialog = within(
        await screen.findByRole('dialog', { description: /You can’t change it while we do/ }),
      );
      press('Submit', dialog);
      press(/Submit|Submitting/, dialog);
    };
    host.on(submitForReview, () => fieldError('title', 'A title needs at least 10 characters.'));
    await submit();
    await screen.findByText('A title needs at least 10 characters.');
    expect(host.bodies(submitForReview)).toEqual([{ version: 3 }]);
    host.on(submitForReview, () => answer({ state: 'submitted', submitted_at: AT, points: 600, ahead: 0 }));
    await submit();
    await screen.findByText(/Yours is next/);
    expect(screen.queryByLabelText('Text (Markdown)')).toBeNull();
    await screen.findByText('We couldn’t show the preview');
  });

  test('is previewed as readers will see it, withdrawn to be changed, and deleted', async () => {
    host.on(getSubmission, () => answer({ state: 'submitted', submitted_at: AT, points: 600, ahead: 0 }));
    host.on(withdrawSubmission, () => answer({ version: 4 }));
    host.on(previewArticle, ({ body }) => ({ html: `<h2>${body.body}</h2>` }));
    host.on(deleteSubmission, () => ({ deleted: true as const }));
    open();
    await pressFound('Withdraw');
    await text();
    press('Preview');
    await screen.findByRole('heading', { name: 'The text.' });
    press('Write');
    expect((await text()).value).toBe('The text.');
    press('Delete');
    press('Delete draft', within(await screen.findByRole('dialog')));
    await screen.findByText('You haven’t written anything yet');
    expect(host.asked(deleteSubmission).map(({ params }) => params.key)).toEqual([KEY]);
  });

  test('that doesn’t exist says so', async () => {
    host.on(getSubmission, notFound);
    open();
    await screen.findByText('We can’t find this draft');
    expect(document.title).toMatch(/^Draft not found/);
  });
});

import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { RewardIsland } from '../../../src/islands/redemption/reward/RewardIsland.tsx';
import { loadReward } from '../../../src/islands/redemption/reward/reward-info-store.ts';
import { getReward, type Opinion } from '../../../src/lib/contract/catalogue/rewards.ts';
import { reportOpinion } from '../../../src/lib/contract/opinions/opinion-reports.ts';
import {
  createRewardOpinion,
  deleteOpinion,
  editOpinion,
  likeRewardOpinion,
  rateReward,
} from '../../../src/lib/contract/opinions/opinions.ts';
import { anInfo, opinion, signIn } from '../../support/fixtures.ts';
import {
  brokenLine,
  databaseAway,
  fieldError,
  hostOfEachTest,
  paginate,
  refusal,
} from '../../support/host.ts';
import {
  button,
  field,
  focusOn,
  linkTo,
  press,
  pressByKeyboard,
  pressFound,
  textsOf,
  type,
  visit,
} from '../../support/screen.ts';

const said = (id: number, change: Parameters<typeof opinion>[1] = {}) =>
  opinion(id, { user: { id: 9, name: 'someone', sample: false }, likes: 2, ...change });
const mine = (id: number, change: Parameters<typeof opinion>[1] = {}) =>
  said(id, { user: { id: 5, name: 'player', sample: false }, ...change });
/** This many, newest first. */
const many = (count: number, last = 1) =>
  Array.from({ length: count }, (_, at) => said(count + last - 1 - at));

const host = hostOfEachTest();
/** The reward's opinions, which may change during a test. */
let all: Opinion[] = [];
afterEach(async () => {
  // Opens another reward, so that the next test knows nothing of this one.
  await loadReward(999);
});

const answer = (more: Parameters<typeof anInfo>[1] = {}) =>
  host.on(getReward, ({ query }) => anInfo({}, { opinions: paginate(all, query), ...more }));

/** Opens the reward with these opinions. */
async function open(
  opinions: readonly Opinion[] = all,
  more: Parameters<typeof anInfo>[1] = {},
  signedIn = true,
) {
  cleanup();
  all = [...opinions];
  signIn(signedIn ? undefined : null);
  answer(more);
  visit(signedIn ? '/user/reward/12/Steam-key' : '/guest/reward/12/Steam-key');
  render(<RewardIsland area={signedIn ? 'user' : 'guest'} />);
  return within(await screen.findByRole('region', { name: 'Reviews' }));
}
const texts = () => textsOf(document.querySelectorAll('.opinion .said'));
const WORDS = 'Your review';

describe('writing', () => {
  test('sends a new opinion once on two presses, shows it at the top, and empties the form', async () => {
    host.on(createRewardOpinion, ({ body }) => ({ opinion: mine(30, { opinion: body.opinion }) }));
    await open(many(3));
    expect(screen.queryByRole('button', { name: 'Write a review' })).toBeNull();
    type(WORDS, '  It worked.  ');
    const publish = button('Post review');
    fireEvent.click(publish);
    fireEvent.click(publish);
    await waitFor(() => expect(texts()).toEqual(['It worked.', 'Opinion 3', 'Opinion 2', 'Opinion 1']));
    await waitFor(() => expect(textsOf(screen.getAllByRole('status'))).toContain('Posted'));
    expect(host.bodies(createRewardOpinion)).toEqual([{ user_id: 5, opinion: 'It worked.' }]);
    expect(field(WORDS).value).toBe('');
    // Its form is below those of others. There is a way to it above them where there are more than a few.
    const last = [...document.querySelectorAll('.opinion')].at(-1);
    expect(last?.compareDocumentPosition(field(WORDS))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    press('Write a review');
    expect(document.activeElement).toBe(field(WORDS));
  });

  test('shows the opinion field’s first message next to it, and keeps the text', async () => {
    host.on(createRewardOpinion, () => fieldError('opinion', 'Please leave out the address.'));
    await open([]);
    type(WORDS, 'Come to my shop');
    press('Post review');
    await screen.findByText('Please leave out the address.');
    expect(field(WORDS).value).toBe('Come to my shop');
    expect(field(WORDS).getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field(WORDS));
  });

  test('says how many characters are left, also for a single one, and reports a short text without a request', async () => {
    await open([]);
    for (const [length, words] of [
      [998, '2 characters left'],
      [999, '1 character left'],
    ] as const) {
      type(WORDS, 'a'.repeat(length));
      await screen.findByText(words);
    }
    type(WORDS, ' x ');
    press('Post review');
    await screen.findByText('Please write at least 2 characters.');
    expect(host.acts()).toEqual([]);
  });
});

describe('liking', () => {
  const likes = () => screen.getAllByRole('button', { name: /^Liked? \d+, what someone wrote/ });
  const stateOf = (like: HTMLElement | undefined) => [like?.textContent, like?.getAttribute('aria-pressed')];

  test('is shown immediately, and the answer sets the list and the count', async () => {
    const give = host.hold(likeRewardOpinion);
    await open([said(3), said(2)], { likedOpinions: [] });
    const [first, second] = likes();
    first?.click();
    await waitFor(() => expect(stateOf(first)).toEqual(['Liked 3', 'true']));
    give({ likedOpinions: [3, 2], opinion: said(3, { likes: 8 }) });
    await waitFor(() => expect(first?.textContent).toBe('Liked 8'));
    // The visible text begins its accessible name, which includes the count.
    expect(first?.getAttribute('aria-label')).toBe('Liked 8, what someone wrote');
    expect(textsOf(screen.getAllByRole('status'))).toContain('8 likes');
    expect(second?.getAttribute('aria-pressed')).toBe('true');
    expect(host.bodies(likeRewardOpinion)).toEqual([{ userId: 5 }]);
  });

  test('is undone with the reason when it is rejected, and only that one', async () => {
    const answers = { 3: Promise.withResolvers<Response>(), 2: Promise.withResolvers<object>() };
    host.on(likeRewardOpinion, ({ params }) =>
      params.id === '3' ? answers[3].promise : answers[2].promise.then((given) => Response.json(given)),
    );
    await open([said(3), said(2)]);
    const [third, second] = likes();
    third?.click();
    second?.click();
    // The answer about one doesn't affect the other, which is still pending.
    answers[2].resolve({ likedOpinions: [2], opinion: said(2, { likes: 3 }) });
    await waitFor(() => expect(host.asked(likeRewardOpinion)).toHaveLength(2));
    await waitFor(() => expect([third, second].map(stateOf)).toEqual(Array(2).fill(['Liked 3', 'true'])));
    answers[3].resolve(databaseAway());
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^We couldn’t save your like\. The database/,
    );
    expect([third, second].map(stateOf)).toEqual([
      ['Like 2', 'false'],
      ['Liked 3', 'true'],
    ]);
    host.on(likeRewardOpinion, brokenLine);
    third?.click();
    await screen.findByText(/We couldn’t save your like\..*connection/);
  });

  test('isn’t offered for the player’s own opinion, and leads a guest to the login', async () => {
    await open([mine(3)]);
    const none = () => expect(screen.queryByRole('button', { name: /^(Like|Report)/ })).toBeNull();
    none();
    const section = await open([said(3)], {}, false);
    none();
    expect(linkTo('Log in', section)).toBe('/login?from=%2Fguest%2Freward%2F12%2FSteam-key');
    expect(screen.queryByLabelText(WORDS)).toBeNull();
  });
});

test('a rejected rating keeps the previous one, with the reason', async () => {
  host.on(rateReward, databaseAway);
  const section = await open([]);
  press('1 of 5, poor');
  expect((await section.findByRole('alert')).textContent).toBe(
    'We couldn’t save your rating. The database is away.',
  );
  expect(section.getByText('Be the first to rate it:')).toBeTruthy();
});

describe('the player’s own opinion', () => {
  const edit = () => screen.queryByRole('button', { name: 'Edit' });
  const question = () => screen.queryByText(/This deletes it for good/);

  test('can be edited and says so, and the focus moves into the text and back', async () => {
    host.on(editOpinion, ({ body }) => ({
      opinion: mine(7, { opinion: body.opinion, edited_at: '2026-11-21T10:00:00.000Z' }),
    }));
    await open([mine(7), said(3)]);
    expect(document.activeElement).toBe(document.body);
    for (const end of ['Cancel', 'Save']) {
      pressByKeyboard('Edit');
      await focusOn(() => screen.queryByLabelText('Your words'));
      expect(field('Your words').value).toBe('Opinion 7');
      type('Your words', 'Better words');
      pressByKeyboard(end);
      await focusOn(edit);
      expect(textsOf(screen.getAllByRole('status')).includes('Saved')).toBe(end === 'Save');
    }
    expect(texts()).toEqual(['Better words', 'Opinion 3']);
    expect(document.querySelector('.opinion')?.textContent).toContain('edited');
  });

  test('is deleted only after a question that gets the focus, which then moves to the list’s heading', async () => {
    host.on(deleteOpinion, () => ({ id: 7 }));
    await open([mine(7), said(3)]);
    pressByKeyboard('Delete');
    await focusOn(question);
    expect(question()?.textContent).toContain('with its 2 likes');
    pressByKeyboard('Keep it');
    await focusOn(edit);
    expect(host.asked(deleteOpinion)).toEqual([]);
    pressByKeyboard('Delete');
    await focusOn(question);
    pressByKeyboard('Delete it');
    await focusOn(() => screen.queryByRole('heading', { name: 'Reviews' }));
    expect(texts()).toEqual(['Opinion 3']);
  });

  test('shows its writer why an operator hid it, and that it waits for review once it is changed', async () => {
    const hidden_for = 'It names where somebody lives.';
    host.on(editOpinion, ({ body }) => ({
      opinion: mine(7, { opinion: body.opinion, hidden_for, waits: true }),
    }));
    await open([mine(7, { hidden_for, waits: false }), said(3)]);
    const item = screen.getByText('Opinion 7').closest('li') ?? document.body;
    expect(within(item).getByText('hidden')).toBeTruthy();
    expect(item.textContent).toContain(`Edit it, and we’ll review it again. Reason: ${hidden_for}`);
    press('Edit', within(item));
    type('Your words', 'Better words');
    press('Save');
    await within(item).findByText('Better words');
    expect(item.textContent).toContain('You edited it');
  });
});

describe('reporting', () => {
  const REPORT = 'Report what someone wrote';
  const begin = async () => {
    press(REPORT);
    return within(await screen.findByRole('form', { name: REPORT }));
  };

  test('asks what is wrong, sends it once, and says what happens now', async () => {
    const give = host.hold(reportOpinion);
    await open([said(3)]);
    const form = await begin();
    expect(document.activeElement).toBe(field('What’s wrong with it?', form));
    const send = button('Send report', form);
    fireEvent.click(send);
    await form.findByText('Please choose a reason.');
    type('What’s wrong with it?', 'other', form);
    fireEvent.click(send);
    await form.findByText('Please tell us what’s wrong.');
    expect(host.acts()).toEqual([]);
    type('Details', ' It is about me. ', form);
    fireEvent.click(send);
    fireEvent.click(send);
    give({ reported: true });
    const message = await screen.findByText(/^Reported\./);
    expect(document.activeElement).toBe(message);
    expect(host.bodies(reportOpinion)).toEqual([{ reason: 'other', note: 'It is about me.' }]);
    expect(screen.queryByRole('button', { name: /^Report/ })).toBeNull();
    expect(texts()).toEqual(['Opinion 3']);
  });

  test('an error says why, and keeps what was chosen and written', async () => {
    host.on(reportOpinion, () =>
      refusal(409, 'nothing_to_do', 'You reported it before, and a person looked at it.'),
    );
    await open([said(3)]);
    const form = await begin();
    type('What’s wrong with it?', 'spam', form);
    type(/^Details/, 'A shop.', form);
    press('Send report', form);
    expect((await form.findByRole('alert')).textContent).toContain('You reported it before');
    expect(field(/^Details/, form).value).toBe('A shop.');
    press('Cancel', form);
    expect(document.activeElement).toBe(button(REPORT));
  });
});

describe('loading more opinions', () => {
  const numbers = (from: number, to: number) =>
    Array.from({ length: from - to + 1 }, (_, at) => `Opinion ${from - at}`);
  async function loadMore(...until: string[]) {
    for (const next of until) {
      press('Load more');
      await screen.findByText(next);
    }
  }

  test('keeps them on return, with new ones above and none twice', async () => {
    await open(many(21));
    await loadMore('Opinion 1');
    expect(texts()).toEqual(numbers(21, 1));
    cleanup();
    all = many(22);
    const give = host.hold(getReward);
    render(<RewardIsland area="user" />);
    expect(texts()).toHaveLength(21);
    give(anInfo({}, { opinions: paginate(all, new URLSearchParams()) }));
    await screen.findByText('Opinion 22');
    expect(texts()).toEqual(numbers(22, 1));
    expect(screen.getByText('You’ve reached the end.')).toBeTruthy();
  });

  test('starts over if so many are new that some would be missing', async () => {
    await open(many(21));
    await loadMore('Opinion 1');
    await open(many(60));
    await screen.findByText('Opinion 60');
    expect(texts()).toHaveLength(20);
    expect(button('Load more')).toBeTruthy();
  });

  test('starts over if one is gone, so that none is left out', async () => {
    await open(many(50));
    await loadMore('Opinion 11');
    await open(all.filter(({ id }) => id !== 45));
    await waitFor(() => expect(screen.queryByText('Opinion 45')).toBeNull());
    await loadMore('Opinion 10', 'Opinion 1');
    expect(texts()).toEqual(all.map((one) => one.opinion));
  });

  test('leaves none out after the player’s own was deleted', async () => {
    host.on(deleteOpinion, () => {
      all = all.slice(1);
      return { id: 50 };
    });
    await open([mine(50), ...many(44, 6)]);
    await pressFound('Delete');
    press('Delete it');
    await waitFor(() => expect(texts()).toHaveLength(19));
    await loadMore('Opinion 30', 'Opinion 10', 'Opinion 6');
    expect(texts()).toEqual(all.map((one) => one.opinion));
  });

  test('keeps the shown ones after a failure and offers a retry', async () => {
    const section = await open(many(21));
    host.on(getReward, () => refusal(500, 'internal'));
    press('Load more');
    await section.findByText('We couldn’t load the reviews');
    expect(texts()).toHaveLength(20);
    answer();
    press('Retry', section);
    await section.findByText('Opinion 1');
    expect(section.getByText('You’ve reached the end.')).toBeTruthy();
  });
});

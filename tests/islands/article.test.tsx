import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ArticleHeadingIsland } from '../../src/islands/article/ArticleHeadingIsland.tsx';
import { ArticleIsland } from '../../src/islands/article/ArticleIsland.tsx';
import { connectApi } from '../../src/lib/api/client.ts';
import type { Article, ArticleInfo } from '../../src/lib/contract/articles.ts';
import { aUser, type Host, pageOf, refusal, rewardHost, storeUser } from '../support/reward-host.ts';

// DOMPurify needs a real browser's parser: tests/e2e/articles.test.ts shows in Chromium what it takes out.
vi.mock('../../src/lib/stores/sanitise.ts', () => ({ sanitise: async (html: string) => html }));

const ARTICLE = 'GET /api/user/articles/7';

function anArticle(change: Partial<Article> = {}, rest: Partial<ArticleInfo> = {}): ArticleInfo {
  return {
    article: {
      id: 7,
      title: 'Reading your ledger',
      summary: 'What each line says.',
      type: 'guide',
      published_at: '2026-11-02T00:00:00.000Z',
      body: '<h2>First</h2><p>Every line has a <a href="/terms">reason</a>.</p>',
      author: null,
      game: { id: 1, name: 'Merge' },
      rate: null,
      rate_count: 0,
      isRated: false,
      ...change,
    },
    opinions: { ...pageOf([]), data: [] },
    likedOpinions: [],
    previous_article_id: 6,
    next_article_id: null,
    ...rest,
  };
}

let host: Host;
beforeEach(() => {
  host = rewardHost();
  host.on(ARTICLE, () => anArticle());
  connectApi({ fetch: host.fetch });
});

function open(address: string, signedIn = address.startsWith('/user')) {
  storeUser(signedIn ? aUser() : null);
  const area = address.startsWith('/user') ? 'user' : 'guest';
  history.replaceState(null, '', address);
  render(
    <>
      <ArticleHeadingIsland area={area} />
      <ArticleIsland area={area} />
    </>,
  );
}

test('pre-rendered it is a skeleton without inline styles', () => {
  const html = renderToString(<ArticleIsland area="guest" />);
  expect(html).toContain('Loading the article');
  expect(html).not.toMatch(/\sstyle=/);
});

test('pressed before the answer is there, Back keeps the address of the page that it leads to', async () => {
  const { promise, resolve } = Promise.withResolvers<object>();
  host.on(ARTICLE, () => promise);
  open('/guest/article/7/wrong-name');
  history.replaceState(null, '', '/guest/game/1/Merge');
  fireEvent.popState(window);
  document.title = 'Merge';
  resolve(anArticle());
  await screen.findByRole('heading', { name: 'Reading your ledger', level: 1 });
  expect(location.pathname).toBe('/guest/game/1/Merge');
  expect(document.title).toBe('Merge');
});

test('a guest reads it whole, under its one address', async () => {
  open('/guest/article/7/wrong-name');
  await screen.findByRole('heading', { name: 'Reading your ledger', level: 1 });
  await screen.findByRole('heading', { name: 'First', level: 2 });
  expect(location.pathname).toBe('/guest/article/7/Reading-your-ledger');
  expect(document.title).toMatch(/^Reading your ledger · /);
  expect(screen.getByRole('link', { name: 'Merge' }).getAttribute('href')).toBe('/guest/game/1/Merge');
  expect(screen.getByRole('link', { name: 'Previous article' }).getAttribute('href')).toBe(
    '/guest/article/6',
  );
  expect(screen.queryByRole('link', { name: 'Next article' })).toBeNull();
  expect(await screen.findByRole('region', { name: 'Comments' })).toBeTruthy();
});

test('comments are written and liked, and the article rated, by the article’s own calls', async () => {
  const theirs = {
    id: 30,
    user: { id: 9, name: 'someone', sample: false },
    opinion: 'Good to know.',
    likes: 2,
    verified: false,
    created_at: '2026-11-20T10:00:00.000Z',
  };
  host.on(ARTICLE, () => anArticle({}, { opinions: { ...pageOf([theirs]), data: [theirs] } }));
  host.on('POST /api/user/articles/comments/30/like-or-dislike', () => ({
    likedOpinions: [30],
    opinion: { ...theirs, likes: 5 },
  }));
  host.on('POST /api/user/articles/7/add-comment', () => ({
    opinion: {
      id: 31,
      user: { id: 5, name: 'player', sample: false },
      opinion: 'Clear at last.',
      likes: 0,
      verified: false,
      created_at: '2026-11-21T10:00:00.000Z',
    },
  }));
  host.on('POST /api/user/articles/rate-article/7/5', () => ({ rate: 5, rate_count: 1, isRated: true }));
  open('/user/article/7/Reading-your-ledger');
  fireEvent.change(await screen.findByLabelText('What do you say about this article?'), {
    target: { value: 'Clear at last.' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Publish' }));
  await screen.findByText('Clear at last.', { selector: '.said' });
  expect(host.calls('POST /api/user/articles/7/add-comment')[0]?.body).toEqual({ comment: 'Clear at last.' });
  const like = screen.getByRole('button', { name: 'Like what someone wrote' });
  fireEvent.click(like);
  await waitFor(() => expect(like.textContent).toBe('Liked 5'));
  expect(like.getAttribute('aria-pressed')).toBe('true');
  expect(host.calls('POST /api/user/articles/comments/30/like-or-dislike').map(({ body }) => body)).toEqual([
    { user_id: 5 },
  ]);
  fireEvent.click(screen.getByRole('button', { name: '5 of 5, excellent' }));
  await screen.findByText('You rated it. Change your mind:');
});

test('a host that doesn’t tell the neighbours is asked by the call that does', async () => {
  host.on(ARTICLE, () => {
    const { previous_article_id: _, next_article_id: __, ...told } = anArticle();
    return told;
  });
  host.on('POST /api/user/articles/previous-or-next', ({ body }) => ({
    next_or_previous_article_id: Object(body).status === 'next' ? 8 : null,
  }));
  open('/user/article/7');
  expect((await screen.findByRole('link', { name: 'Next article' })).getAttribute('href')).toBe(
    '/user/article/8',
  );
  expect(screen.queryByRole('link', { name: 'Previous article' })).toBeNull();
  expect(host.calls('POST /api/user/articles/previous-or-next').map(({ body }) => body)).toEqual([
    { status: 'previous', current_id: 7 },
    { status: 'next', current_id: 7 },
  ]);
});

test('an article that isn’t there, and one that can’t be had', async () => {
  open('/guest/article/99');
  await screen.findByText('There is no such article');
  expect(screen.getByRole('link', { name: 'See all articles' }).getAttribute('href')).toBe('/guest/article');
  cleanup();
  host.on(ARTICLE, () => refusal(500, 'internal', 'Something went wrong on our side.'));
  open('/guest/article/7');
  await screen.findByText('The article could not be loaded');
  host.on(ARTICLE, () => anArticle());
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('heading', { name: 'First' });
});

describe('who comes back to it', () => {
  async function comeBack(answer: () => object) {
    open('/guest/article/7');
    await screen.findByRole('heading', { name: 'First' });
    cleanup();
    host.on(ARTICLE, answer);
    open('/guest/article/7');
  }

  test('is told where it can’t be fetched again, and has another try', async () => {
    await comeBack(() => refusal(500, 'internal', 'Our side is down.'));
    const told = await screen.findByRole('alert');
    expect(told.textContent).toContain('Our side is down. What you see is the article as it was.');
    await screen.findByRole('heading', { name: 'First' });
    host.on(ARTICLE, () => anArticle({ summary: 'What each line now says.' }));
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('What each line now says.');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('is told that it is gone', async () => {
    await comeBack(() => refusal(404, 'not_found', 'No such article.'));
    await screen.findByText('There is no such article');
  });
});

describe('without a number', () => {
  const LIST = 'GET /api/user/articles';
  const card = (id: number) => {
    const { article } = anArticle({ id, title: `Article ${id}` });
    return article;
  };

  test('it is the list, with type and page in the address', async () => {
    host.on(LIST, ({ query }) => pageOf([card(Number(query.get('page') ?? 1))], { total: 21 }));
    open('/guest/article?type=guide');
    const link = await screen.findByRole('link', { name: 'Article 1' });
    expect(link.getAttribute('href')).toBe('/guest/article/1/Article-1');
    expect(host.calls(LIST)[0]?.query.get('type')).toBe('guide');
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    await screen.findByRole('link', { name: 'Article 2' });
    expect(location.search).toBe('?type=guide&page=2');
    fireEvent.click(screen.getByRole('button', { name: 'All' }));
    await waitFor(() => expect(location.search).toBe(''));
    history.replaceState(null, '', '/guest/article?type=guide&page=2');
    fireEvent.popState(window);
    await screen.findByRole('link', { name: 'Article 2' });
  });

  test('nothing of a kind leads back to all', async () => {
    host.on(LIST, ({ query }) => pageOf(query.get('type') === 'news' ? [] : [card(3)]));
    open('/guest/article?type=news');
    fireEvent.click(await screen.findByRole('button', { name: 'Show all articles' }));
    await screen.findByRole('link', { name: 'Article 3' });
  });
});

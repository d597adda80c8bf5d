import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ArticleIsland } from '../../../src/islands/articles/ArticleIsland.tsx';
import { ArticlesIsland } from '../../../src/islands/articles/ArticlesIsland.tsx';
import {
  addComment,
  getArticle,
  likeComment,
  listArticles,
  previousOrNextArticle,
} from '../../../src/lib/contract/articles/articles.ts';
import { articleCardSchema } from '../../../src/lib/contract/progress/dashboard.ts';
import { anArticle, noRows, opinion, signIn } from '../../support/fixtures.ts';
import { hostOfEachTest, pageOf } from '../../support/host.ts';
import { sampleOf } from '../../support/sample.ts';
import { button, findLinkTo, linkTo, press, pressFound, type, visit } from '../../support/screen.ts';

// DOMPurify needs a real browser's parser: tests/e2e/articles.test.ts shows in Chromium what it takes out.
vi.mock('../../../src/islands/shared/stores/sanitise.ts', () => ({ sanitise: async (html: string) => html }));

const host = hostOfEachTest(() => host.on(getArticle, () => anArticle()));

function open(address: string) {
  const area = address.startsWith('/user') ? 'user' : 'guest';
  if (area === 'user') signIn();
  visit(address);
  render(<ArticleIsland area={area} />);
}

test('a guest reads the whole article, with its game, its neighbours and its comments', async () => {
  open('/guest/article/7');
  await screen.findByRole('heading', { name: 'First', level: 2 });
  expect(linkTo('Merge')).toBe('/guest/game/1/Merge');
  expect(linkTo('Previous article')).toBe('/guest/article/6');
  expect(screen.queryByRole('link', { name: 'Next article' })).toBeNull();
  await screen.findByRole('region', { name: 'Comments' });
});

test('an article shows its glyph or the board of its game, here and in the list, and a host may leave that out', async () => {
  const { picture: _, glyph: __, ...without } = sampleOf(articleCardSchema, { id: 1_000_001 });
  host.on(listArticles, () =>
    pageOf([
      sampleOf(articleCardSchema, { id: 1, picture: 'tower', glyph: null }),
      without,
      sampleOf(articleCardSchema, { id: 2, picture: 'tower', glyph: 'pickaxe' }),
    ]),
  );
  visit('/guest/article');
  const { container, unmount } = render(<ArticlesIsland area="guest" />);
  await waitFor(() => expect(container.querySelectorAll('li .sprite')).toHaveLength(3));
  const [board, books, pickaxe] = container.querySelectorAll('li .sprite');
  expect(board?.getAttribute('src')).toBe('/boards/tower.svg');
  expect(books?.querySelector('use')?.getAttribute('href')).toBe('/pictures.svg#library');
  expect(pickaxe?.querySelector('use')?.getAttribute('href')).toBe('/pictures.svg#pickaxe');
  unmount();
  host.on(getArticle, () => anArticle({ picture: 'merge', glyph: null }));
  open('/guest/article/7');
  await screen.findByRole('heading', { name: 'First', level: 2 });
  expect(document.querySelector('.article-head .sprite')?.getAttribute('src')).toBe('/boards/merge.svg');
});

test('comments are written and liked with the article’s own calls', async () => {
  const theirs = opinion(30, { opinion: 'Good to know.', likes: 2 });
  host.on(getArticle, () => anArticle({}, { opinions: { ...noRows, data: [theirs] } }));
  host.on(likeComment, () => ({ likedOpinions: [30], opinion: { ...theirs, likes: 5 } }));
  host.on(addComment, () => ({
    opinion: opinion(31, { user: { id: 5, name: 'player', sample: false }, opinion: 'Clear at last.' }),
  }));
  open('/user/article/7/Reading-your-points-history');
  await screen.findByLabelText('Your comment');
  type('Your comment', 'Clear at last.');
  press('Post comment');
  await screen.findByText('Clear at last.', { selector: '.said' });
  expect(host.bodies(addComment)).toEqual([{ comment: 'Clear at last.' }]);
  const like = button(/^Liked? \d+, what sample-player wrote$/);
  fireEvent.click(like);
  await waitFor(() => expect(like.textContent).toBe('Liked 5'));
  expect(like.getAttribute('aria-pressed')).toBe('true');
  expect(host.bodies(likeComment)).toEqual([{ user_id: 5 }]);
});

test('if a host doesn’t send the neighbours, the separate call fetches them', async () => {
  const { previous_article_id: _, next_article_id: __, ...message } = anArticle();
  const theirs = opinion(30, { likes: 2 });
  host.on(getArticle, () => ({ ...message, opinions: { ...noRows, data: [theirs] } }));
  host.on(likeComment, () => ({ likedOpinions: [30], opinion: { ...theirs, likes: 5 } }));
  host.on(previousOrNextArticle, ({ body }) => ({
    next_or_previous_article_id: body.status === 'next' ? 8 : null,
  }));
  open('/user/article/7');
  expect(await findLinkTo('Next article')).toBe('/user/article/8');
  expect(screen.queryByRole('link', { name: 'Previous article' })).toBeNull();
  expect(host.bodies(previousOrNextArticle)).toEqual([
    { status: 'previous', current_id: 7 },
    { status: 'next', current_id: 7 },
  ]);
  // A change updates the article, and its neighbours stay the same.
  await pressFound('Like 2, what sample-player wrote');
  await waitFor(() => expect(button(/^Liked? \d+, what sample-player wrote$/).textContent).toBe('Liked 5'));
  expect(host.bodies(previousOrNextArticle)).toHaveLength(2);
});

test('the list keeps type and page in the address, and an empty type leads back to all', async () => {
  host.on(listArticles, ({ query }) => {
    const article = sampleOf(articleCardSchema, { id: 1, title: `Page ${query.get('page') ?? 1}` });
    return query.get('type') === 'news' ? pageOf([]) : pageOf([article], { total: 21 });
  });
  visit('/guest/article?type=guide');
  render(<ArticlesIsland area="guest" />);
  expect(await findLinkTo('Page 1')).toBe('/guest/article/1/Page-1');
  expect(host.asked(listArticles)[0]?.query.get('type')).toBe('guide');
  press('Next');
  await screen.findByRole('link', { name: 'Page 2' });
  expect(location.search).toBe('?type=guide&page=2');
  press('All');
  await waitFor(() => expect(location.search).toBe(''));
  visit('/guest/article?type=guide&page=2');
  fireEvent.popState(window);
  await screen.findByRole('link', { name: 'Page 2' });
  press('News');
  await pressFound('Show all articles');
  await screen.findByRole('link', { name: 'Page 1' });
});

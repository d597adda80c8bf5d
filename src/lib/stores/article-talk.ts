/** What readers say about an article. Its page asks for it once the article stands. */
import { computed } from 'nanostores';
import * as api from '../api/articles.ts';
import { $articleInfo, articleLoader } from './article.ts';
import { shown } from './load.ts';
import { callerId } from './session.ts';
import { createTalk } from './talk.ts';

export const articleTalk = createTalk(
  articleLoader,
  {
    id: ({ article }) => article.id,
    read: ({ article, opinions, likedOpinions }) => ({ rating: article, opinions, liked: likedOpinions }),
    write: (info, { rating, opinions, liked }) => ({
      ...info,
      article: { ...info.article, rate: rating.rate, rate_count: rating.rate_count, isRated: rating.isRated },
      opinions,
      likedOpinions: [...liked],
    }),
  },
  {
    write: api.addComment,
    like: (opinionId) => api.likeComment(opinionId, callerId()),
    rate: (id, stars) => api.rateArticle(id, stars, callerId()),
    page: api.getArticle,
  },
);

/** The spec's names for what the union says already. */
export const $opinionsHasNextPage = computed(
  $articleInfo,
  (load) => typeof shown(load)?.opinions.next_page_url === 'string',
);
export const $isLoadMore = computed(articleTalk.$talk, ({ state }) => state === 'loading-more');

/** The comments on an article. The page loads this store once the article is shown. */
import { request } from '../../lib/client/client.ts';
import { addComment, getArticle, likeComment, rateArticle } from '../../lib/contract/articles/articles.ts';
import { callerId } from '../../lib/session/session.ts';
import { createOpinions, ratingOf } from '../shared/stores/opinions.ts';
import { articleLoader } from './article-store.ts';

export const articleOpinions = createOpinions(
  articleLoader,
  {
    id: ({ article }) => article.id,
    read: ({ article, opinions, likedOpinions }) => ({ rating: article, opinions, liked: likedOpinions }),
    write: (info, { rating, opinions, liked }) => ({
      ...info,
      article: { ...info.article, ...ratingOf(rating) },
      opinions,
      likedOpinions: [...liked],
    }),
  },
  {
    write: (id, comment) => request(addComment, { params: { id }, body: { comment } }),
    like: (opinionId) => request(likeComment, { params: { id: opinionId }, body: { user_id: callerId() } }),
    rate: (id, stars) => request(rateArticle, { params: { id, rate: stars }, body: { user_id: callerId() } }),
    page: (id, page) => request(getArticle, { params: { id }, query: { page } }),
  },
);

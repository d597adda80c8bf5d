/** What readers say about an article. Its page asks for it once the article stands. */
import * as api from '../../lib/api/articles.ts';
import { callerId } from '../../lib/session/session.ts';
import { createTalk } from '../../lib/stores/talk.ts';
import { articleLoader } from './store.ts';

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

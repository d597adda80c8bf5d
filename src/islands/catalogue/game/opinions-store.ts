/** What people say about a game. Its page asks for it once the game stands. */
import { addGameOpinion, likeOpinion, rateGame } from '../../../lib/api/opinions.ts';
import { callerId } from '../../../lib/session/session.ts';
import { createTalk } from '../../../lib/stores/talk.ts';
import { fetchGame, gameLoader } from './store.ts';

export const gameTalk = createTalk(
  gameLoader,
  {
    id: ({ game }) => game.id,
    read: ({ game, opinions, userLikedOpinions }) => ({ rating: game, opinions, liked: userLikedOpinions }),
    write: (info, { rating, opinions, liked }) => ({
      ...info,
      game: { ...info.game, rate: rating.rate, rate_count: rating.rate_count, isRated: rating.isRated },
      opinions,
      userLikedOpinions: [...liked],
    }),
  },
  {
    write: (id, text) => addGameOpinion(id, callerId(), text),
    // Likes again what is liked already: the same again takes it back.
    like: (opinionId) => likeOpinion(opinionId, 'like'),
    rate: (id, stars) => rateGame(id, stars, callerId()),
    page: fetchGame,
  },
);

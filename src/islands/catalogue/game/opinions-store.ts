/** The opinions on a game. The page loads this store once the game is shown. */
import { request } from '../../../lib/client/client.ts';
import { addGameOpinion, likeOpinion, rateGame } from '../../../lib/contract/opinions/opinions.ts';
import { callerId } from '../../../lib/session/session.ts';
import { createOpinions, ratingOf } from '../../shared/stores/opinions.ts';
import { fetchGame, gameLoader } from './game-info-store.ts';

export const gameOpinions = createOpinions(
  gameLoader,
  {
    id: ({ game }) => game.id,
    read: ({ game, opinions, userLikedOpinions, userDislikedOpinions }) => ({
      rating: game,
      opinions,
      liked: userLikedOpinions,
      disliked: userDislikedOpinions,
    }),
    write: (info, { rating, opinions, liked, disliked }) => ({
      ...info,
      game: { ...info.game, ...ratingOf(rating) },
      opinions,
      userLikedOpinions: [...liked],
      ...(disliked && { userDislikedOpinions: [...disliked] }),
    }),
  },
  {
    write: (id, text) =>
      request(addGameOpinion, { params: { id }, body: { user_id: callerId(), opinion: text } }),
    // The same status again removes it.
    like: async (opinionId, status) => {
      const answer = await request(likeOpinion, { params: { id: opinionId }, body: { status } });
      if (!answer) return null;
      const { userLikedOpinions: likedOpinions, userDislikedOpinions: disliked, opinion } = answer;
      return { likedOpinions, disliked, opinion };
    },
    rate: (id, stars) => request(rateGame, { params: { id, rate: stars }, body: { user_id: callerId() } }),
    page: fetchGame,
  },
);

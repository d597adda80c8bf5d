/** What of a game's page comes once the game stands, in one file. */
export { GameArticles } from './GameArticles.tsx';
export { GameOpinions } from './GameOpinions.tsx';
export { GameRewards } from './GameRewards.tsx';

import { useStore } from '@nanostores/react';
import type { Game } from '../../../lib/contract/catalogue/game.ts';
import { hrefs } from '../../../lib/routing/routes.ts';
import { Failed, Stale } from '../../shared/Failed.tsx';
import { shown } from '../../shared/stores/load.ts';
import { Ticket } from '../../shared/Ticket.tsx';
import { $gameData, loadGameRewards } from './game-data-store.ts';

interface Props {
  game: Pick<Game, 'id' | 'points'>;
  area: 'guest' | 'user';
}

/** What the points can buy: the game's own rewards, or rewards that its quests pay for together. */
export function GameRewards({ game: { id: gameId, points: pay }, area }: Props) {
  const load = useStore($gameData, { ssr: 'initial' }).rewards;
  const rewards = shown(load);
  const isTheirs = rewards?.gameId === gameId;
  const retry = () => loadGameRewards(gameId);
  if (load.state === 'failed' && !isTheirs)
    return <Failed title="We couldn’t load the rewards" reason={load.error} onRetry={retry} />;
  if (!isTheirs || rewards.data.length === 0) return null;
  // Don't say this if it is unknown, or if the game's own rewards cost more.
  const inReach = pay !== null && rewards.data.every(({ points }) => points !== null && points <= pay);
  const href = area === 'user' ? hrefs.userReward : hrefs.guestReward;
  return (
    <section aria-labelledby="game-rewards">
      <div className="section-title">
        <h2 id="game-rewards">{inReach ? 'Rewards within reach' : 'Rewards for this game'}</h2>
      </div>
      {load.state === 'failed' && <Stale reason={load.error} onRetry={retry} />}
      <ul className="tickets">
        {rewards.data.map((reward) => (
          <li key={reward.id}>
            <Ticket reward={reward} href={href(reward.id, reward.name)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

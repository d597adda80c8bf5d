import type { CatalogueGame } from '../../../lib/contract/catalogue/catalogue.ts';
import type { Game } from '../../../lib/contract/catalogue/game.ts';
import type { Quest } from '../../../lib/contract/catalogue/games.ts';
import { knownGames } from '../games/KnownGames.tsx';
import { About } from './About.tsx';
import { GameHead } from './GameHead.tsx';
import { Quests } from './Quests.tsx';

type Filed = CatalogueGame & { readonly slug: string };

interface Props {
  readonly game: Filed;
  readonly area: 'user' | 'guest';
  /** Whether it is a partner's game that is played here. */
  readonly framed: boolean;
}

interface Info {
  readonly game: Game;
  readonly quests: readonly Quest[];
  readonly registration_quest: Quest | null;
}

/** Returns a game of the catalogue, without what only the API knows. */
export function knownGame(entry: Filed): Info[] {
  const { description, controls, registration_quest: first } = entry;
  const quests = entry.quests.map(
    (quest): Quest => ({
      ...quest,
      game_id: entry.id,
      game: entry.name,
      progress: null,
      completionStatus: null,
      ends_at: null,
    }),
  );
  return knownGames([entry]).map((card) => ({
    game: { ...card, description, controls, isRated: null, best_scores: [] },
    quests,
    registration_quest: quests.find(({ id }) => id === first) ?? null,
  }));
}

export function KnownGame({ game: entry, area, framed }: Props) {
  const signedIn = area === 'user';
  return knownGame(entry).map(({ game, quests, registration_quest: first }) => (
    <div className="stack" aria-busy="true" key={game.id}>
      <GameHead game={game} quests={quests} signedIn={signedIn} framed={framed} />
      <div className="two">
        <Quests game={game} quests={quests} first={first} signedIn={signedIn} />
        <div className="stack">
          <About game={game} area={area} />
        </div>
      </div>
    </div>
  ));
}
